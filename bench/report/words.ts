interface Measures {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly starts: number;
  readonly hangingRounds: number;
  readonly isPinned: boolean;
}

export const HOW = ({ rounds, seconds, warmUpSeconds, starts, hangingRounds, isPinned }: Measures): string =>
  [
    'All servers get the same description: a copy of ours in one file, without webhooks, `x-` members and response headers. One kind of request at a time, in turn A B C A B C:',
    '',
    `- ${
      isPinned
        ? 'Each server is one process on the first core; the load (autocannon, 16 connections) comes from the second.'
        : '**Processes could not be pinned to cores here**: server and load disturb each other.'
    }`,
    '- Only the measured server runs; the others are paused by a signal.',
    `- ${String(warmUpSeconds)} s of warm-up for each peer and kind of request, then ${String(rounds)} rounds of ${String(seconds)} s. The tables show the median of the rounds.`,
    "- CPU time is that of the server's process as the system counts it, with all threads and the kernel's work for it; other load on the machine affects it far less than requests per second.",
    '- Every POST has a unique Idempotency-Key and externalOrderId, for every peer. A response with an unexpected status ends the measurement of that peer.',
    '- Gates only: the same request with `Prefer: code=201`, so that it passes token, authorization, budget, validation and idempotency and returns the example without storing an order. Compare it with the valid POST of the bare server.',
    '- Invalid requests have a VIN that is too short and lack a currency. The generated body is an Order (`Prefer: dynamic=true`).',
    `- Start to first answer: from the command to the first 200 of GET /me, with the call for a token where one is needed; the median of ${String(starts)}, of fewer for those that need seconds. vatmock is started compiled, as the package is. In its container: the same program without the code that Node compiled at a former start, which an image cannot keep; what the container engine does is not counted.`,
    "- Peak memory is the process's maximum resident memory, read after all kinds of request. Faster peers have served more requests by then; vatmock starts each round with an empty sandbox. Idle is after the first answer.",
    '- Webhook deliveries: the first tenth is warm-up. Their peak memory is that of a server that did nothing else; vatmock stores every delivery with its event.',
    `- Beside a hanging receiver: the same server, in turn and in an empty sandbox each time; ${String(hangingRounds)} short rounds after one that warms up. The rate is that of the fastest round, because other load on the machine only slows; the CPU time is that of all rounds. Five deliveries to the receiver that never answers are under way and the others of 300 wait behind them: more than one webhook endpoint (5), one sandbox (20) and the server (200) may have under way. Without it there is the same endpoint, whose receiver has answered the 300. A round is shorter than the time-out of 15 s.`,
    "- Logs go to the peer's default output, redirected to /dev/null.",
  ].join('\n');

/** What limits the comparison. */
export const UNFAIR = [
  "**Java peers** (WireMock, Specmatic): on one core the compiler and the collector of the JVM share it with the requests, and a few seconds of warm-up are too short. Their memory use depends on the machine's, and they typically start once a day, vatmock once per test run.",
  '**Prism**: as shipped it writes several lines per request; without them it needs about half (`Prism CLI, silent`). Its generated orders hold up to twenty vehicles and members that no schema names, ours one or two vehicles: see the sizes of the answers.',
  '**Mockoon**: does not validate, so its POST does less than the others; it is made for interactive use, not for load.',
  '**WireMock**: does not read descriptions. Its stubs, its JSON Schema and its template are ours; a WireMock expert may get better figures. Its response to invalid requests is one fixed text.',
  '**Specmatic**: answers orders with generated bodies where the others send an example, and explains each refusal against every response of the operation, which is long.',
  '**Scalar mock server**: keeps nothing without code in the description; each handler runs in an interpreter of its own. **json-server** validates nothing and reads no description. **Specmatic** keeps nothing as `specmatic mock`: it answers with its examples.',
  '**Express 5 + Ajv and node:http**: do a small part of the work: no token, no limits, no idempotency, no state, no journal, no log line, two routes. They show how much there is left to gain.',
  '**vatmock**: `vatmock` does more than any peer per request, as its row shows; `vatmock --spec --state none` does the same work as the peers, and `vatmock --spec` keeps what is created.',
  '**All peers**: one process on one core, small bodies, loopback, keep-alive. The figures say nothing about networks or large bodies.',
];
