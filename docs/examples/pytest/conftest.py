"""A stub server for the tests, steered through its control API. The standard library is all it needs."""

import json
import os
import re
import shlex
import signal
import subprocess
import urllib.request

import pytest


class Stub:
    def __init__(self, url):
        self.url = url
        self.base_url = url + "/v1"

    def call(self, method, path, body=None, headers=None):
        """Calls the stub and answers the JSON that comes; a refusal raises urllib.error.HTTPError."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **(headers or {})}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def admin(self, method, path, body=None):
        return self.call(method, "/__admin" + path, body)

    def token(self):
        form = b"grant_type=client_credentials&client_id=api-client-demo&client_secret=demo-secret"
        with urllib.request.urlopen(
            self.url + "/auth/realms/integration/protocol/openid-connect/token", form, timeout=10
        ) as answer:
            return json.load(answer)["access_token"]

    def activate(self, scenario):
        self.admin("POST", f"/scenarios/{scenario}/activate")

    def verify(self, scenario):
        report = self.admin("GET", f"/scenarios/{scenario}/verdict")
        assert report["verdict"] == "met", json.dumps(report["expectations"], indent=2)


@pytest.fixture(scope="session")
def server():
    """One that runs already, in a container for instance, else one of our own."""
    if "VATMOCK_URL" in os.environ:
        yield Stub(os.environ["VATMOCK_URL"])
        return
    command = shlex.split(os.environ.get("VATMOCK_COMMAND", "npx vatmock"))
    options = ["serve", "--port", "0", "--delays", "skip", "--log-level", "warn"]
    # In its own process group: npx starts the server as another process, which has to end too.
    process = subprocess.Popen(command + options, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        for line in process.stdout:
            found = re.search(r"Base URL\s+(\S+)/v1", line)
            if found:
                break
        else:
            raise RuntimeError("vatmock did not start")
        yield Stub(found.group(1))
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=10)


@pytest.fixture
def stub(server):
    """Each test begins with the same buyers and orders."""
    server.admin("POST", "/reset")
    return server
