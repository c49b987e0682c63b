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
    'One description for all: a copy of ours in one file, without webhooks, without members that begin with `x-`, and without the headers of answers. One kind of request at a time, in turn A B C A B C:',
    '',
    `- ${
      isPinned
        ? 'Each server is one process on the first core; the load (autocannon, 16 connections) comes from the second.'
        : '**Processes could not be pinned to cores here**: server and load disturb each other.'
    }`,
    '- Only the server that is measured runs: the others are stopped by a signal meanwhile.',
    `- ${String(warmUpSeconds)} s of warm-up for each peer and kind of request, then ${String(rounds)} rounds of ${String(seconds)} s. What is shown is the median of the rounds.`,
    "- CPU time is what the system counts for the server's process, with all its threads and the kernel's work for it; it moves far less with other load on the machine than requests per second do.",
    '- Every POST has an Idempotency-Key and an externalOrderId of its own, for every peer. An answer with an unexpected status ends the measurement of that peer.',
    '- Gates only: the same request with `Prefer: code=201`, so that it passes token, authorization, budget, validation and idempotency and is answered from the example; no order is kept. It stands beside the valid POST of the bare server.',
    '- Invalid means a VIN too short and a currency forgotten. The generated body is an Order (`Prefer: dynamic=true`).',
    `- Start to first answer: from the command to the first 200 of GET /me, with the call for a token where one is needed; the median of ${String(starts)}, of fewer for those that need seconds. vatmock is started compiled, as the package is.`,
    '- Peak memory is the most that the process ever had in memory, read when all kinds of request were done. Faster peers have answered more requests by then; vatmock begins each round with an empty sandbox.',
    '- Webhook deliveries: a tenth of them warms up. Their peak memory is that of a server that did nothing else; vatmock keeps every delivery with its event.',
    `- Beside a hanging receiver: the same server, in turn and in an empty sandbox each time; ${String(hangingRounds)} short rounds after one that warms up. The rate is that of the fastest round, because other load on the machine only slows; the CPU time is that of all rounds. Five deliveries to the receiver that never answers are under way and the others of 300 wait behind them: more than one webhook endpoint (5), one sandbox (20) and the server (200) may have under way. Without it there is the same endpoint, whose receiver has answered the 300. A round is shorter than the time-out of 15 s.`,
    '- Logs go where the peer sends them by itself, and from there to /dev/null.',
  ].join('\n');

/** What a reader should hold against the figures. */
export const UNFAIR = [
  '**Java peers** (WireMock, Specmatic): on one core the compiler and the collector of the JVM share it with the requests, and seconds of warm-up are short. Their memory depends on that of the machine, and their start is paid once a day where ours is paid once a test run.',
  '**Prism**: as shipped it writes several lines per request; without them it needs about half (`Prism CLI, silent`). Its generated orders hold up to twenty vehicles and members that no schema names, ours one or two vehicles: see the sizes of the answers.',
  '**Mockoon**: does not validate, so its POST does less than the others; it is made for people who click, not for load.',
  '**WireMock**: does not read descriptions. Its stubs, its JSON Schema and its template are written by the benchmark, as good as we can; somebody who knows it better may do better. Its invalid answer is one fixed text.',
  '**Specmatic**: answers orders with generated bodies where the others send an example, and explains each refusal against every response of the operation, which is long.',
  '**Express 5 + Ajv and node:http**: do a small part of the work: no token, no limits, no idempotency, no state, no journal, no log line, two routes. They are here to show what is left to gain.',
  '**vatmock**: `vatmock` does more than any peer at each request, and its row says so; `vatmock --spec` is the same work as the peers.',
  '**Everybody**: one process on one core, small bodies, loopback, keep-alive. Nothing here says how anybody does over a network or with large bodies.',
];
