"""GET schema/ and docs/: the committed OpenAPI file, its examples, and the pages that show it."""

from pathlib import Path

import jsonschema
import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from api.problems import FORM, catalogue

FILE = Path(__file__).resolve().parents[2] / "api" / "openapi.yaml"
SPEC = yaml.safe_load(FILE.read_text())
METHODS = ("get", "post", "patch", "put", "delete")
OPERATIONS = {
    operation["operationId"]: operation
    for item in SPEC["paths"].values()
    for method, operation in item.items()
    if method in METHODS
}


def test_the_file_is_openapi_3_1():
    assert SPEC["openapi"].startswith("3.1.")
    validate(SPEC, cls=OpenAPIV31SpecValidator)


@pytest.mark.parametrize("accept", ["application/yaml", "application/vnd.oai.openapi", "application/json"])
def test_the_service_gives_away_the_committed_file(client, accept):
    answer = client.get("/api/v1/schema/", headers={"Accept": accept})
    assert answer.status_code == 200
    assert yaml.safe_load(answer.content) == SPEC


def test_every_address_is_in_the_file():
    from api.urls import urlpatterns

    told = {path.removeprefix("/api/v1/").strip("/") for path in SPEC["paths"]}
    there = {
        str(pattern.pattern).strip("^/?$").replace("<str:", "{").replace("<int:", "{").replace(">", "}")
        for pattern in urlpatterns
    }
    assert there - told == {"schema", "docs"}
    assert told <= there


def resolved(response):
    """A response, or the component that it refers to."""
    name = response.get("$ref", "").rpartition("/")[2]
    return SPEC["components"]["responses"][name] if name else response


def contents():
    """Every media type object with the operation it belongs to."""
    for name, operation in OPERATIONS.items():
        if "requestBody" in operation:
            yield name, "request", operation["requestBody"]["content"]
        for status, response in operation["responses"].items():
            yield name, status, resolved(response).get("content", {})


def test_examples_are_what_the_schemas_say():
    registry = Registry().with_resource("urn:spec", Resource.from_contents(SPEC, DRAFT202012))
    seen = 0
    for name, place, content in contents():
        for media_type, told in content.items():
            schema = (
                {"$ref": "urn:spec" + told["schema"]["$ref"]} if "$ref" in told["schema"] else told["schema"]
            )
            if "anyOf" in schema:
                schema = {"anyOf": [{"$ref": "urn:spec" + one["$ref"]} for one in schema["anyOf"]]}
            validator = jsonschema.Draft202012Validator(schema, registry=registry)
            assert told["examples"], (name, place, media_type)
            for example in told["examples"].values():
                faults = [error.message for error in validator.iter_errors(example["value"])]
                assert not faults, (name, place, example, faults)
                seen += 1
    assert seen > 150


def test_every_operation_is_told_in_words_with_its_problems():
    assert len(OPERATIONS) == 27
    for operation in OPERATIONS.values():
        assert operation["summary"]
        assert operation["tags"]
        assert set(operation["responses"]) >= {"406", "500"}
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                assert list(resolved(response)["content"]) == ["application/problem+json"]


def test_every_problem_is_told_somewhere():
    told = {
        code
        for _, place, content in contents()
        if place.isdigit() and int(place) >= 400
        for code in content["application/problem+json"]["examples"]
    }
    of_requests = {
        code for code, problem in catalogue().items() if problem.kind in {"request", "service", "stale"}
    }
    assert of_requests - told == {"not_found", "method_not_allowed", "bad_request"}  # of no operation
    assert not told & {code for code, problem in catalogue().items() if problem.kind == FORM}


def test_there_is_no_list_of_games_in_the_file():
    from referee import games

    schemas = str(SPEC["components"]["schemas"])
    assert not any(slug in schemas for slug in games.all_games())


def test_the_pages_need_nothing_from_elsewhere(client):
    answer = client.get("/api/v1/docs/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "//" not in page.replace("<!doctype html>", "")
    assert "<script>" not in page
    assert "style=" not in page
    assert "'unsafe" not in answer["Content-Security-Policy"]


def test_the_pages_show_every_operation(page, db):
    page.goto("/api/v1/docs/")
    page.wait_for_selector(".opblock")
    assert page.locator(".opblock").count() == len(OPERATIONS)
    page.locator(".opblock", has_text="Record moves").first.click()
    page.wait_for_selector("text=Idempotency-Key")
