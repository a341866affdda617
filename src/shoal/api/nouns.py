"""The router of one noun: the prefix, guard and problems that its routes share."""

from fastapi import APIRouter

from shoal.api.answers import EVERYWHERE
from shoal.api.guard import Guarded

API = "/api/v1"


def router_for(tag: str) -> APIRouter:
    """A router for the routes of a noun; each route must say who may use it."""
    return APIRouter(prefix=API, tags=[tag], route_class=Guarded, responses=EVERYWHERE)
