import hashlib
import hmac
import time

TOLERANCE = 300


def is_genuine(secret: str, header: str, raw_body: bytes, now: float | None = None) -> bool:
    parts = [part.partition("=")[::2] for part in header.split(",")]
    timestamp = next((value for name, value in parts if name == "t"), "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 20):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        return False
    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected) for name, value in parts)
