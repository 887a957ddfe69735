from django.http import HttpRequest

from notices.bell.unseen import SHOWN, unseen_in_header


def bell(request: HttpRequest) -> dict[str, object]:
    # A callable: only pages with a header ask.
    return {"unseen": lambda: unseen_in_header(request), "unseen_shown": SHOWN}
