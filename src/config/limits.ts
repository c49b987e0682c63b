import { MEBIBYTE, choice, duration, integer } from './setting.ts';

/**
 * What one caller, one sandbox or the whole server may use: a profile for local servers, and one for hosted ones
 * (`hostedFallback` where it differs). Hardly anybody turns one of them: they are no flags, but entries of `--limits`
 * (`max-guesses=10,sandbox-ttl=P30D`) and options of `createMock`.
 */
export const LIMITS = {
  maxBodyBytes: integer({
    minimum: 1024,
    maximum: 64 * MEBIBYTE,
    fallback: String(MEBIBYTE),
    help: 'Maximum size of a request body. Larger bodies return 413.',
  }),
  maxUploadBytes: integer({
    minimum: 1024,
    maximum: 256 * MEBIBYTE,
    fallback: String(10 * MEBIBYTE),
    help: 'Maximum size of a multipart upload. Larger uploads return 413.',
  }),
  maxStateBytes: integer({
    minimum: 1024,
    maximum: 256 * MEBIBYTE,
    fallback: String(64 * MEBIBYTE),
    hostedFallback: String(16 * MEBIBYTE),
    help: 'Maximum size of an exported or imported sandbox state.',
  }),
  maxJsonValues: integer({
    minimum: 100,
    maximum: 100_000_000,
    fallback: '1000000',
    hostedFallback: '20000',
    help: 'Maximum number of values (objects, lists and their entries) in a JSON body, which a body of many small ones reaches before its maximum size. More return 400. A sandbox state may also have one for each 16 bytes.',
  }),
  headersTimeout: integer({
    minimum: 50,
    maximum: 600_000,
    fallback: '10000',
    help: 'Time limit for a client to send its headers. Beyond it, the response is 408.',
  }),
  requestTimeout: integer({
    minimum: 50,
    maximum: 600_000,
    fallback: '30000',
    help: 'Time limit for a client to send a whole request. Beyond it, the response is 408.',
  }),
  maxConnections: integer({
    minimum: 10,
    maximum: 100_000,
    fallback: '2000',
    help: 'Maximum number of open connections. Further ones get 503 and are closed.',
  }),
  maxConnectionsPerAddress: integer({
    minimum: 1,
    maximum: 100_000,
    fallback: '2000',
    hostedFallback: '500',
    help: 'Maximum number of open connections of one address (IPv6: of one /64 network). Behind a proxy, all clients have the address of the proxy.',
  }),
  maxBytesInFlight: integer({
    minimum: MEBIBYTE,
    maximum: 65536 * MEBIBYTE,
    fallback: String(256 * MEBIBYTE),
    hostedFallback: String(48 * MEBIBYTE),
    help: 'Memory for the bodies of all requests in progress and for responses of more than 1 MiB that are being sent; a quarter is reserved for bodies up to 64 KiB. Beyond it, requests with a body or such a response return 503 with Retry-After. In hosted mode, one organization or address may use a third of it. A process with little memory allows less.',
  }),
  maxMemory: integer({
    maximum: 67108864 * MEBIBYTE,
    fallback: '0',
    help: 'Memory that the process may take. From 85 % of it, or of the heap limit of Node, bodies of more than 64 KiB, responses of more than 1 MiB, exports, imports and snapshots return 503 with Retry-After. What tenants may keep in memory follows from it too (docs/configuration.md). 0 stands for the limit of the container, or else for the memory of the machine; in local mode for no such limit.',
  }),
  rateLimitBurst: choice({
    choices: ['on', 'off'],
    fallback: 'on',
    help: 'Whether rate limits allow a burst, a sixth of the limit once per minute. off refuses the first request beyond the limit.',
  }),
  controlCallsPerMinute: integer({
    minimum: 1,
    maximum: 1_000_000_000,
    fallback: '1000000',
    hostedFallback: '1000',
    help: 'Maximum number of control calls per minute of one organization or the operator, and five times as many of one address. A call that works on everything in a sandbox, such as a reset, counts as five or more, a list of orders or buyers and the details of one as two (all: docs/configuration.md). What the browser console reads to show its screens is counted apart, with the same limit. Calls that need no token do not count; streams that are opened are counted apart. More return 429.',
  }),
  visitorCallsPerMinute: integer({
    minimum: 4,
    maximum: 1_000_000_000,
    fallback: '1000000',
    hostedFallback: '300',
    help: 'The same for visitors: maximum number of control calls per minute of one visitor, and of the clients of a sandbox that was made for one; in 15 seconds a quarter of them. The calls that a show makes count too, beyond five for each call of a visitor. More return 429. What a visitor does in the console does not count for the address.',
  }),
  strangerCallsPerMinute: integer({
    minimum: 1,
    maximum: 1_000_000_000,
    fallback: '1000000',
    hostedFallback: '1000',
    help: 'Maximum number of calls per minute of one address that need no token: to self-service links and inboxes. More return 429.',
  }),
  maxGuesses: integer({
    maximum: 1_000_000,
    fallback: '0',
    hostedFallback: '30',
    help: 'Wrong client secrets and operator tokens per address and minute. Beyond it, the address gets 429 for the rest of the minute. 0 sets no limit.',
  }),
  streamsPerSandbox: integer({
    minimum: 1,
    maximum: 1000,
    fallback: '20',
    help: 'Maximum number of streams of events that the clients of one sandbox, their consoles and `vatmock listen` have open at the same time, on all servers of a database; its visitors may have ten times as many besides. More return 429.',
  }),
  longPollsPerSandbox: integer({
    minimum: 1,
    maximum: 1000,
    fallback: '100',
    hostedFallback: '20',
    help: 'Maximum number of control calls that wait for requests or deliveries of one sandbox at the same time, on all servers of a database. More return 429.',
  }),
  deliveriesPerSandbox: integer({
    minimum: 1,
    maximum: 25,
    fallback: '25',
    help: 'Maximum number of webhook deliveries of one sandbox in progress at the same time; servers of a database divide them among themselves, and each has one at least. Further ones wait for their turn.',
  }),
  webhookTimeout: integer({
    minimum: 50,
    maximum: 60_000,
    fallback: '15000',
    help: 'Time limit for a receiver to respond to a webhook, including at most three seconds to connect.',
  }),
  sandboxDocuments: integer({
    minimum: 100,
    maximum: 100_000_000,
    fallback: '1000000',
    hostedFallback: '20000',
    help: 'Maximum number of records in one sandbox (orders, buyers, stored responses, events ...). Beyond it, writes return 507.',
  }),
  sandboxBytes: integer({
    minimum: MEBIBYTE,
    maximum: 1048576 * MEBIBYTE,
    fallback: String(2048 * MEBIBYTE),
    hostedFallback: String(64 * MEBIBYTE),
    help: 'Maximum size of one sandbox, uploads included. Beyond it, writes return 507.',
  }),
  storedBytes: integer({
    minimum: MEBIBYTE,
    maximum: 1048576 * MEBIBYTE,
    fallback: String(2048 * MEBIBYTE),
    hostedFallback: String(128 * MEBIBYTE),
    help: 'Maximum size of all sandboxes together, uploads and snapshots included, if they are kept in memory (without --data). Beyond it, orders, uploads, imports and snapshots return 507. With --data, the memory for records of sandboxes that are not in use. A process with little memory allows less (docs/configuration.md).',
  }),
  maxSandboxes: integer({
    minimum: 1,
    maximum: 100_000,
    fallback: '1000',
    hostedFallback: '100',
    help: 'Maximum number of sandboxes created besides those of the organizations. The next one replaces the one that has been idle longest, or returns 507.',
  }),
  sandboxMinIdle: duration({
    fallback: 'PT1H',
    hostedFallback: 'P1D',
    help: 'A created sandbox used within this time is never dropped to make room for another.',
  }),
  sandboxTtl: duration({
    choices: ['never'],
    fallback: 'never',
    hostedFallback: 'P7D',
    help: 'Drop a created sandbox after it has been idle for this long, or never.',
  }),
  visitorSandboxTtl: duration({
    fallback: 'P1D',
    help: 'Drop the sandbox of a visitor after this long, used or not, unless its visitor keeps it: each time for this long again.',
  }),
  visitorSandboxLimit: duration({ fallback: 'P7D', help: 'How long after its creation a visitor can keep a sandbox.' }),
  visitsPerAddress: integer({
    minimum: 1,
    maximum: 100_000,
    fallback: '60',
    help: 'Maximum number of sandboxes that visitor links make for one address in an hour. More return 429. A class in one room may share an address.',
  }),
  sandboxesPerLink: integer({
    minimum: 1,
    maximum: 100_000,
    fallback: '1000',
    hostedFallback: '80',
    help: 'Maximum number of sandboxes that one visitor link has at the same time, and of those of all visitors who signed up. More return 429.',
  }),
  signUpsPerAddress: integer({
    minimum: 1,
    maximum: 100_000,
    fallback: '3',
    help: 'Maximum number of visitors of one address who sign up in an hour. More return 429.',
  }),
  signUpsPerHour: integer({
    minimum: 1,
    maximum: 100_000,
    fallback: '60',
    help: 'Maximum number of visitors who sign up in an hour. More return 503.',
  }),
  databaseConnections: integer({
    minimum: 2,
    maximum: 1000,
    fallback: '20',
    help: 'Maximum number of connections that this server opens to --database-url.',
  }),
  checkAnswers: choice({
    choices: ['all', 'some'],
    fallback: 'some',
    help: 'Which of its own responses the server validates against the description: all, or some (the first hundred of each operation and status, then one in sixteen). A response that does not conform is a bug of the server and is logged as an error.',
  }),
};
