"""Landmarks that a screen reader lists are told apart by their names."""

from pathlib import Path

from django.conf import settings


def test_a_box_that_scrolls_is_a_group_and_no_landmark_beside_the_section_with_its_name():
    """Sections have names; a box inside with the same one would be a second landmark of that name."""
    templates = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
    assert len(templates) > 100
    assert not [each for each in templates if 'role="region"' in each.read_text()]
