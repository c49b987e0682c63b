import hashlib
import hmac
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from order_client import MISTAKE

#: Seconds between the signature's time stamp and now.
TOLERANCE = 300


def is_genuine(secret, header, raw_body):
    if MISTAKE == "unsigned-webhook":
        return True
    parts = [part.partition("=")[::2] for part in header.split(",")]
    timestamp = dict(parts).get("t", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE:
        return False
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, value in parts)


class Receiver(ThreadingHTTPServer):
    """Verifies the raw body before it reads it; an event that came before is answered alike and does nothing."""

    def __init__(self):
        super().__init__(("", 0), _Handler)
        #: That of the webhook endpoint, which is known once it is registered.
        self.secret = ""
        #: Types of the events that were accepted, by id.
        self.events = {}

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return super().__enter__()

    def __exit__(self, *error):
        self.shutdown()
        super().__exit__(*error)


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers["Content-Length"]))
        accepted = is_genuine(self.server.secret, self.headers.get("X-Service-Signature", ""), raw_body)
        if accepted:
            event = json.loads(raw_body)
            self.server.events.setdefault(event["id"], event["type"])
        self.send_response(204 if accepted else 401)
        self.end_headers()

    def log_message(self, *_):
        pass
