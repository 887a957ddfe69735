"""The site's settings, and in every process what kills it at the points it is told of."""

from homeworlds_site.settings import *  # noqa: F403
from homeworlds_site.settings import INSTALLED_APPS as SHIPPED

INSTALLED_APPS = [*SHIPPED, "proofs.storm.points.Points"]
