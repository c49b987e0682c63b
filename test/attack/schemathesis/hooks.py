# Schemathesis loads this file. It sends the same few Idempotency-Keys to all operations, and the API answers a key that
# was used for another request with 422: a valid key that was sent before is replaced by a new one.

import itertools

import schemathesis
from schemathesis.core.parameters import ParameterLocation

NAME = "Idempotency-Key"
used = set()
numbers = itertools.count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    is_wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.HEADER)
    if is_wrong or not case.headers or NAME not in case.headers:
        return
    if case.headers[NAME] in used:
        case.headers[NAME] = f"schemathesis-{next(numbers)}"
    used.add(case.headers[NAME])
