"""What nothing uses is found, and what a template, a string, a decorator or a framework calls is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs import dead
from proofs.dead import (
    EXCEPT,
    ROOT,
    found_in,
    names_without_users,
    sources,
    unread_settings,
    unused_files,
    unused_styles,
    unused_templates,
)

HOUSE = {
    "shop/__init__.py": "",
    "shop/things.py": """
import functools
from decorators import register
LIMIT = 3
UNUSED_LIMIT = 4
class Thing:
    def shown(self): return LIMIT
    @functools.cache
    def priced(self): return 1
    def forgotten(self): return 2
@register
def counted(): return Thing()
def by_name(): return 1
def of_tests(): return 1
def ready(): return getattr(counted, "by_name")
""",
    "shop/migrations/0001.py": "import lost\n",
    "shop/tests/__init__.py": "",
    "shop/tests/test_things.py": """
from shop.things import of_tests
def helper(): return 1
def test_it(): assert of_tests() not in ("shop/_gone.html", "SHOP")
""",
    "homeworlds_site/__init__.py": "",
    "homeworlds_site/settings.py": "DEBUG = True\nCELERY_X = 1\nSHOP = 1\nSHELVES = 2\n",
    "homeworlds_site/urls.py": """
from django.conf import settings
print(settings.SHELVES, 'shop/page.html', 'shop/look.html')
""",
    "templates/shop/page.html": "{% include 'shop/_row.html' %}{{ thing.shown }}",
    "templates/shop/_row.html": "forgotten is no name here",
    "templates/shop/_gone.html": "",
    "shop/look.py": "'''Nobody calls it #lost.'''\nprint(f'shelf shelf-{__name__}')\n",
    "templates/shop/look.html": """{% block main_class %}look-page{% endblock %}
{# old #}<p id="till" class="price{% if x %} price--{{ y }}{% endif %}">{% translate "wise" %}</p>""",
    "static/js/shop.js": "list.toggle(`open`); list.add('near-' + side); // gone",
    "static/js/lost.js": "",
    "static/css/shop.css": """
@media (max-width: 9px) { .look-page .shelf-3 > #till:has(.price--low) { color: #abc; } }
.old, .wise { color: red; } /* .comment */
a[href$=".pdf"], .open.gone { color: red }
.near-left #lost { color: red }
""",
    "templates/404.html": "{% static 'js/shop.js' %}{% static 'css/shop.css' %}",
    "templates/account/login.html": "",
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, text in HOUSE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_names_that_nothing_uses_are_found_and_no_others(house: Path) -> None:
    found = {each.key for each in names_without_users(house)}
    named = {"UNUSED_LIMIT", "priced", "forgotten", "of_tests"}
    assert found == {*(f"shop/things.py: {name}" for name in named), "shop/tests/test_things.py: helper"}


def test_templates_and_settings_that_nothing_names_are_found(house: Path) -> None:
    assert unused_templates(house) == ["shop/_gone.html"]
    assert unread_settings(house) == ["SHOP"]


def test_styles_and_files_of_which_no_page_speaks_are_found(house: Path) -> None:
    assert unused_files(house) == ["js/lost.js"]
    assert unused_styles(house) == [f"css/shop.css {name}" for name in ("#lost", ".gone", ".old", ".wise")]


def test_the_check_fails_by_what_it_finds(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dead, "ROOT", house)
    assert dead.main() == 1
    said = capsys.readouterr().out
    assert "Nothing uses shop/things.py:10 method forgotten." in said
    assert "Nothing uses templates/shop/_gone.html." in said
    assert "Nothing uses homeworlds_site/settings.py SHOP." in said
    assert "Nothing uses static/css/shop.css .old." in said


def test_each_exception_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is of a test, so source is read alone; the check itself reads it with the tests once more."""
    files = [path for path in sources(ROOT) if "tests" not in path.parts and path.name != "conftest.py"]
    found = found_in(files, ROOT)
    monkeypatch.setattr(dead, "found_in", lambda *_of: found)
    assert set(EXCEPT) <= {each.key for each in names_without_users(ROOT)}, "nobody needs the exception"
