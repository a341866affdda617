"""The page where people sign in; it may run one script of ours and nothing else."""

from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from shoal.api.guard import Guarded, for_everybody
from shoal.api.nouns import API

router = APIRouter(route_class=Guarded, include_in_schema=False)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


@router.get(f"{API}/openapi.json")
@for_everybody
def description(request: Request) -> JSONResponse:
    """The service about itself; it holds nothing of the workspace."""
    return JSONResponse(request.app.openapi())


@router.get("/")
@for_everybody
def home() -> RedirectResponse:
    """Where a person begins, until the web application is there."""
    return RedirectResponse("/sign-in")


@router.get("/sign-in")
@for_everybody
def sign_in_page() -> Response:
    """Name and password, or the token in the address's fragment, which no server ever sees."""
    return _page("sign_in.html", "text/html")


@router.get("/sign-in.js")
@for_everybody
def sign_in_script() -> Response:
    """Its script."""
    return _page("sign_in.js", "text/javascript")


@router.get("/sign-in.css")
@for_everybody
def sign_in_style() -> Response:
    """Its style."""
    return _page("sign_in.css", "text/css")


def _page(name: str, media: str) -> Response:
    return Response(_text(name), media_type=media, headers={"Content-Security-Policy": POLICY})


@cache
def _text(name: str) -> str:
    return files("shoal.api").joinpath("pages", name).read_text("utf-8")
