# Schemathesis loads this file. It sends the same few Idempotency-Keys to all operations, and the API answers a key that
# was used for another request with 422: each valid key becomes a new one.

import os
import uuid

import schemathesis
from schemathesis.core.parameters import ParameterLocation

NAME = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    is_wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.HEADER)
    if case.headers and NAME in case.headers and not is_wrong:
        case.headers[NAME] = str(uuid.uuid4())
    # All calls of the control API need this sandbox.
    if case.method == "DELETE" and case.path == "/sandboxes/{id}":
        if case.path_parameters.get("id") == os.environ["KEPT_SANDBOX"]:
            case.path_parameters["id"] = "sb-unknown"
