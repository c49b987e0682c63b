"""vatmock in pytest: the fixtures `vatmock` (one stub for all tests) and `sandbox` (one for each test, verified when it has passed)."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Literal, Mapping, TypedDict

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HttpWaitStrategy

#: In the container.
PORT = 4010
READY = "/__admin/ready"
MOST_SECONDS = 60

#: Delays of scenarios are recorded and not waited for.
SETTINGS = {"VATMOCK_DELAYS": "skip", "VATMOCK_LOG_LEVEL": "warn"}


class Finding(TypedDict):
    """A mistake of the client, with the rule of the API description that it breaks."""

    rule: str
    title: str
    detail: str
    quote: str
    remedy: str
    #: False if a correct client could look the same: it fails no test.
    certain: bool


class Expectation(TypedDict):
    verdict: Literal["met", "not-met", "open"]
    wanted: str
    came: str
    because: str | None


class Verdict(TypedDict):
    verdict: Literal["met", "not-met", "open"]
    expectations: list[Expectation]


class Delivery(TypedDict):
    id: str
    eventId: str
    eventType: str
    status: Literal["PENDING", "DELIVERED", "FAILED"]
    httpStatus: int | None
    attempts: int


@dataclass
class Sandbox:
    """An organization with its client, its data and its clock."""

    url: str
    id: str
    client_id: str
    client_secret: str
    sellers: list[str]
    base_url: str
    token_url: str
    _active: list[str] = field(default_factory=list)

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Any call about this sandbox: a path below `/__admin`, without a query."""
        return _control(self.url, method, f"{path}?sandbox={self.id}", body)

    def activate(self, scenario: str) -> None:
        """Starts a scenario, and has `verify` look at its verdict."""
        self.control("POST", f"/scenarios/{scenario}/activate")
        self._active.append(scenario)

    def verdict(self, scenario: str) -> Verdict:
        verdict: Verdict = self.control("GET", f"/scenarios/{scenario}/verdict")
        return verdict

    def advance(self, by: str) -> None:
        """Lets time pass, such as `PT72H`: all that falls due has happened when it returns."""
        self.control("POST", "/clock/advance", {"by": by})

    def await_deliveries(
        self,
        event_type: str | None = None,
        status: Literal["PENDING", "DELIVERED", "FAILED"] | None = None,
        count: int = 1,
        timeout: str = "PT5S",
    ) -> list[Delivery]:
        """The timeout is real time."""
        wanted = {"eventType": event_type, "status": status, "count": count, "timeout": timeout}
        body = {name: value for name, value in wanted.items() if value is not None}
        deliveries: list[Delivery] = self.control("POST", "/deliveries/await", body)["data"]
        return deliveries

    def findings(self) -> list[Finding]:
        findings: list[Finding] = self.control("GET", "/findings")["data"]
        return findings

    def verify(self) -> None:
        """Fails with what scenarios expected in vain, and with every certain finding."""
        faults = [
            f"{scenario}: expected {one['wanted']}; {one['came']}. {one['because'] or ''}"
            for scenario in self._active
            for one in self.verdict(scenario)["expectations"]
            if one["verdict"] != "met"
        ]
        faults += [
            f"{one['rule']}: {one['title']}\n  {one['detail']}\n  API description: \"{one['quote']}\"\n  {one['remedy']}"
            for one in self.findings()
            if one["certain"]
        ]
        if faults:
            pytest.fail("\n".join(faults), pytrace=False)

    def delete(self) -> None:
        _control(self.url, "DELETE", f"/sandboxes/{self.id}")


@dataclass(frozen=True)
class Stub:
    url: str
    _test_host: str
    stop: Callable[[], None]

    def receiver_url(self, port: int) -> str:
        """Where the stub reaches a receiver that listens on this port of the machine of the tests."""
        return f"http://{self._test_host}:{port}"

    def create_sandbox(self, **wish: Any) -> Sandbox:
        """Takes the members of `POST /__admin/sandboxes`, all optional."""
        made = _control(self.url, "POST", "/sandboxes", wish)
        return Sandbox(
            self.url,
            made["id"],
            made["clientId"],
            made["clientSecret"],
            made["sellers"],
            made["baseUrl"],
            made["tokenUrl"],
        )


def _control(url: str, method: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}/__admin{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=MOST_SECONDS) as response:
            text = response.read()
            return json.loads(text) if text else None
    except urllib.error.HTTPError as refused:
        raise RuntimeError(f"{method} {path}: {refused.code} {refused.read().decode()}") from None


def define_container(image: str | None = None, settings: Mapping[str, str] | None = None) -> DockerContainer:
    """What is handed to Testcontainers. Settings: docs/configuration.md."""
    environment = {
        **SETTINGS,
        # Only this machine reaches the published port.
        "VATMOCK_CONTROL_ACCESS": "open",
        "VATMOCK_WEBHOOK_ALLOW": _test_host(),
        **(settings or {}),
    }
    container = (
        DockerContainer(image or os.environ.get("VATMOCK_IMAGE", "vatmock"))
        .with_exposed_ports(PORT)
        .with_kwargs(extra_hosts={_test_host(): "host-gateway"})
        .waiting_for(HttpWaitStrategy(PORT, READY).for_status_code(200).with_startup_timeout(MOST_SECONDS))
    )
    for name, value in environment.items():
        container = container.with_env(name, value)
    return container


def _test_host() -> str:
    """The machine of the tests, as a container calls it."""
    return os.environ.get("VATMOCK_TEST_HOST", "host.docker.internal")


def _start_program(command: str, settings: Mapping[str, str]) -> Stub:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # A shell runs it, and a package runner may be between: the group has to end.
    program = subprocess.Popen(
        f"{command} serve --port {port}",
        shell=True,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={**os.environ, **SETTINGS, **settings},
    )

    def stop() -> None:
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGTERM)
        program.wait()

    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + MOST_SECONDS
    while not _is_ready(url):
        if program.poll() is not None or time.monotonic() > deadline:
            stop()
            raise RuntimeError(f'"{command}" exited with {program.returncode} before it was ready')
        time.sleep(0.05)
    return Stub(url, "127.0.0.1", stop)


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(url + READY, timeout=5):
            return True
    except OSError:
        return False


def start_stub(image: str | None = None, settings: Mapping[str, str] | None = None) -> Stub:
    """Uses the stub that runs at `VATMOCK_URL`; else starts the program that `VATMOCK_COMMAND` names, such as `npx vatmock`; else
    a container."""
    if running := os.environ.get("VATMOCK_URL"):
        return Stub(running.rstrip("/"), "127.0.0.1", lambda: None)
    if command := os.environ.get("VATMOCK_COMMAND"):
        return _start_program(command, settings or {})
    try:
        container = define_container(image, settings).start()
    except Exception as cause:
        raise RuntimeError(f"no container: {cause}; without a container engine, set VATMOCK_COMMAND") from cause
    url = f"http://{container.get_container_host_ip()}:{container.get_exposed_port(PORT)}"
    return Stub(url, _test_host(), container.stop)


@pytest.fixture(scope="session")
def vatmock() -> Iterator[Stub]:
    """One stub for all tests. Define a fixture of this name to start it otherwise."""
    stub = start_stub()
    yield stub
    stub.stop()


@pytest.fixture
def sandbox(vatmock: Stub) -> Iterator[Sandbox]:
    """A sandbox for one test: verified when the test has passed, and deleted."""
    made = vatmock.create_sandbox()
    yield made
    made.delete()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Verifies as part of the test: what fails is the test, not what cleans up after it."""
    yield
    made = getattr(item, "funcargs", {}).get("sandbox")
    if isinstance(made, Sandbox):
        made.verify()
