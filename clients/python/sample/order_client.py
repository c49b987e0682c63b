import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.client import HTTPException

#: What clients often do wrong, for the tests of this project. A client of yours has nothing of the kind.
MISTAKE = os.environ.get("MISTAKE")

MOST_ATTEMPTS = 3
#: A token is renewed this long before it expires. Seconds.
RENEWAL = 60


class Problem(Exception):
    def __init__(self, status, body):
        super().__init__(body.get("detail", f"the answer was {status}"))
        self.status = status
        #: The last part of its `type`: what a client decides by.
        self.type = body.get("type", "").rsplit("/", 1)[-1]

    def may_pass(self):
        """Whether the same request may be accepted later."""
        if MISTAKE == "status-not-type" and self.status == 409:
            return True
        return self.status >= 500 or self.type == "idempotency-key-in-flight"


class OrderClient:
    def __init__(self, base_url, token_url, client_id, client_secret, patience=0.2):
        """Waits `patience` seconds before the second attempt, twice as long before the third."""
        self.base_url = base_url
        self.token_url = token_url
        self.credentials = {"client_id": client_id, "client_secret": client_secret}
        self.patience = patience
        self.token = None
        self.renew_at = 0

    def save_buyer(self, seller, buyer):
        return self._call("POST", f"/partners/{seller}/buyers", buyer)[0]

    def create_order(self, seller, order):
        return self._call("POST", f"/partners/{seller}/orders", order)[0]

    def rename_buyer(self, seller, buyer, name):
        """Changes the version that it has read. If another client was faster, it reads again."""
        path = f"/partners/{seller}/buyers/{buyer}"
        for attempt in range(1, MOST_ATTEMPTS + 1):
            _, etag = self._call("GET", path)
            try:
                return self._call("PATCH", path, {"companyName": name}, etag)[0]
            except Problem as problem:
                if problem.type != "version-mismatch" or attempt == MOST_ATTEMPTS:
                    raise

    def register_webhook(self, url, events):
        """Returns the secret that signs deliveries: it is shown only once."""
        return self._call("POST", "/webhooks", {"url": url, "events": events})[0]["secret"]

    def _call(self, method, path, body=None, if_match=None):
        """The key is drawn once for what is to be done, and sent with every attempt."""
        key = str(uuid.uuid4())
        for attempt in range(1, MOST_ATTEMPTS + 1):
            try:
                return self._send(method, path, str(uuid.uuid4()) if MISTAKE == "new-key" else key, body, if_match)
            except (Problem, HTTPException, OSError) as error:
                if attempt == MOST_ATTEMPTS or isinstance(error, Problem) and not error.may_pass():
                    raise
                time.sleep(self.patience * attempt)

    def _send(self, method, path, key, body, if_match):
        headers = {"Authorization": f"Bearer {self._get_token()}", "Content-Type": "application/json"}
        if method != "GET":
            headers["Idempotency-Key"] = key
        if if_match is not None and MISTAKE != "no-if-match":
            headers["If-Match"] = if_match
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base_url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response), response.headers["ETag"]
        except urllib.error.HTTPError as refused:
            raise Problem(refused.code, _read_json(refused)) from None

    def _get_token(self):
        if self.token is None or time.time() >= self.renew_at or MISTAKE == "token-per-call":
            form = urllib.parse.urlencode({"grant_type": "client_credentials", **self.credentials}).encode()
            with urllib.request.urlopen(self.token_url, form, timeout=30) as response:
                granted = json.load(response)
            self.token = granted["access_token"]
            self.renew_at = time.time() + granted["expires_in"] - RENEWAL
        return self.token


def _read_json(response):
    """A gateway may answer something else than JSON."""
    try:
        return json.load(response)
    except ValueError:
        return {}
