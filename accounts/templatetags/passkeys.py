"""What the script of passkeys is told, as attributes: no page has a script in itself."""

import json
from typing import Any

from django.template import Library

from accounts.passkeys import origin_of_passkeys

register = Library()
register.simple_tag(origin_of_passkeys)


@register.filter
def as_json(value: Any) -> str:
    return json.dumps(value)
