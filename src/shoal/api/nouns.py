"""Routes of one noun: their address, their guard, the problems they may tell."""

from fastapi import APIRouter

from shoal.api.answers import EVERYWHERE
from shoal.api.guard import Guarded

API = "/api/v1"


def noun(tag: str) -> APIRouter:
    """Where the routes of a noun are added; every one says who may use it."""
    return APIRouter(prefix=API, tags=[tag], route_class=Guarded, responses=EVERYWHERE)
