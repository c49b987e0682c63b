# Schemathesis loads this file. It repeats a few Idempotency-Keys in all operations, and the API answers a key that was
# used for another request with 422: each valid key becomes one of the same length that was not used before.

import itertools
import string

import schemathesis
from schemathesis.core.parameters import ParameterLocation

NAME = "Idempotency-Key"
LETTERS = string.ascii_letters + string.digits
numbers = itertools.count()


def make_key(length: int) -> str:
    number = next(numbers)
    digits = []
    for _ in range(length):
        number, digit = divmod(number, len(LETTERS))
        digits.append(LETTERS[digit])
    return "".join(digits)


@schemathesis.hook
def before_call(context, case, kwargs):
    is_wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.HEADER)
    if case.headers and NAME in case.headers and not is_wrong:
        case.headers[NAME] = make_key(len(case.headers[NAME]))
