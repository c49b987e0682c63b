# Schemathesis loads this file, and calls before_call for each request.

import os
import uuid

import schemathesis
from schemathesis.core.parameters import ParameterLocation

NAME = "Idempotency-Key"


def is_negative(case, location):
    return case.meta is not None and case.meta.is_negative_at(location)


@schemathesis.hook
def before_call(context, case, kwargs):
    # Schemathesis sends the same few keys to all operations, and the API answers a key that was used for another
    # request with 422: each valid key becomes a new one.
    if case.headers and NAME in case.headers and not is_negative(case, ParameterLocation.HEADER):
        case.headers[NAME] = str(uuid.uuid4())
    # All calls of the control API need this sandbox.
    if case.method == "DELETE" and case.path == "/sandboxes/{id}":
        if case.path_parameters.get("id") == os.environ["KEPT_SANDBOX"]:
            case.path_parameters["id"] = "sb-unknown"
    # An await lasts five seconds of real time if its body does not say otherwise.
    if case.path.endswith("/await") and isinstance(case.body, dict) and not is_negative(case, ParameterLocation.BODY):
        case.body["timeout"] = "PT0S"
