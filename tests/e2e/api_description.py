"""Reads api/openapi.yaml for tests that go through every call in it."""

from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
API = yaml.safe_load((ROOT / "api/openapi.yaml").read_text())
METHODS = ("get", "post", "put", "patch", "delete")


def is_admin(path):
    return path.startswith("/api/admin") or path == "/metrics"


def operations(admin=None):
    for path, item in API["paths"].items():
        for method in METHODS:
            if method in item and admin in (None, is_admin(path)):
                yield path, method, item[method]


def resolved(one):
    while "$ref" in one:
        kind, name = one["$ref"].rsplit("/", 2)[1:]
        one = API["components"][kind][name]
    return one


def parameters_of(path, operation):
    for one in API["paths"][path].get("parameters", []) + operation.get("parameters", []):
        yield resolved(one)


def names_in_path(path, operation, pattern):
    """The path parameters whose values look like this: the pattern of their schema begins so."""
    return [one["name"] for one in parameters_of(path, operation) if one["in"] == "path" and
            one["schema"].get("pattern", "").startswith(pattern)]


def example_body(operation):
    content = operation.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("example") if content else None


def body_forms(operation):
    """The alternatives of a JSON body, each with its properties and the required ones."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return
    schema = resolved(content["schema"])
    for form in map(resolved, schema.get("oneOf", [schema])):
        yield {"properties": list(form.get("properties", {})), "required": form.get("required", [])}
