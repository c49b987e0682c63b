/** spec/settings.yaml, made by "npm run generate". */
export const SETTINGS = {
  port: {
    kind: "integer",
    maximum: 65535,
    fallback: "4010",
    help: "Port to listen on; 0 picks a free one.",
  },
  host: {
    fallback: "127.0.0.1",
    value: "ADDRESS",
    help: "Address to listen on. Other machines can reach any address but loopback.",
  },
  mode: {
    kind: "choice",
    choices: ["local", "hosted"],
    fallback: "local",
    help: "local provides fixed identities for tests and demos. hosted provides none: the operator creates sandboxes with ADMIN_TOKEN, and each caller controls only its own.",
  },
  controlAccess: {
    kind: "choice",
    choices: ["auto", "open"],
    fallback: "auto",
    help: "Who may use the control API without a token. auto: programs on this machine, and only if the server listens on loopback. open: every client, for a container whose port is published on 127.0.0.1 only.",
  },
  publicUrl: {
    value: "URL",
    help: "URL at which clients reach the server, if it differs from the address it listens on (a proxy, a container).",
  },
  corsOrigins: {
    fallback: "local",
    hostedFallback: "none",
    value: "LIST",
    help: "Origins whose web pages may call the server: local (pages on this machine: localhost, any port), * (all), none, or a list (https://app.example,http://localhost:3000). Only listed origins may also call the control API, with a token, and inboxes.",
  },
  allowedHosts: {
    value: "NAMES",
    help: "Host names by which clients may call a local server, besides localhost, its addresses and the host of --public-url: vatmock,host.docker.internal. Requests to any other name are refused, since a web page could have let it resolve to this machine.",
  },
  trustedProxies: {
    kind: "integer",
    maximum: 10,
    fallback: "0",
    help: "Number of proxies in front of the server that each append the address of their client to X-Forwarded-For. With 0, the address of a client is that of its connection.",
  },
  console: {
    kind: "choice",
    choices: ["on", "off"],
    fallback: "on",
    help: "Whether the server has the browser console at /__console, to which GET / sends browsers. Without it, they get the addresses of the server as JSON, as programs do.",
  },
  signup: {
    kind: "choice",
    choices: ["off", "open"],
    fallback: "off",
    help: "Whether visitors without a link get a sandbox from the start page of the console. open lets everyone who reaches the server sign up, within --limits sign-ups-per-address and sign-ups-per-hour.",
  },
  seed: {
    fallback: "vatmock",
    value: "TEXT",
    help: "Seed of generated bodies and ids: the same seed and the same calls return the same responses.",
  },
  frozenAt: {
    value: "INSTANT",
    help: "Freeze the clock of each new sandbox at this instant, such as 2026-11-20T09:00:00Z, until it is moved or resumed. With a seed, the same calls then return the same responses on any day. By default, clocks follow the system clock.",
  },
  assume: {
    value: "ID=ALTERNATIVE,...",
    help: "Alternatives to our choices where the API description is silent, such as etag-format=weak. docs/assumptions.md lists them.",
  },
  organizations: {
    value: "FILE",
    help: "Load organizations with their clients and sellers from this file instead of the bundled ones, in the format of fixtures/organizations.yaml.",
  },
  scenarios: {
    value: "FOLDER",
    help: "Load your own scenarios from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.",
  },
  storyboards: {
    value: "FOLDER",
    help: "Load your own storyboards from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.",
  },
  delays: {
    kind: "choice",
    choices: ["real", "skip"],
    fallback: "real",
    help: "Delays of scenarios. real waits, even while the clock of the sandbox is frozen; skip records each delay and responds immediately.",
  },
  spec: {
    value: "FILE-OR-FOLDER-OR-URL,...",
    help: "Serve these descriptions (OpenAPI 3.0, 3.1 or 3.2, Swagger 2.0) instead of the bundled one: requests are validated, what they create is kept, other responses are generated. Each is served under its base path. A URL (https, or http on this machine) is fetched once, at the start.",
  },
  overlay: {
    value: "FILE,...",
    help: "Change the description of --spec by these overlays (Overlay 1.0 or 1.1), in this order, before it is served.",
  },
  asyncapi: {
    value: "FILE",
    help: "AsyncAPI 2.0 to 2.6, 3.0 or 3.1 description of the events that the API of --spec sends, in addition to its webhooks.",
  },
  behaviours: {
    value: "FILE",
    help: "A module with your own behaviours (docs/foreign-descriptions.md): functions by operationId, which respond instead of the usual behaviours. By default, behaviours.ts (.mts, .js or .mjs) beside the description of --spec, if there is one; none ignores that. It is reloaded when it changes. It runs in this process and may do whatever the server may.",
  },
  state: {
    kind: "choice",
    choices: ["inferred", "strict", "none"],
    fallback: "inferred",
    help: "What --spec keeps. inferred: what operations create is kept and shown by those that read it; what was never created is generated. strict: that is a 404, if the operation declares one. none: everything is generated.",
  },
  seedRecords: {
    kind: "integer",
    maximum: 1000,
    fallback: "0",
    help: "How many generated records each resource of --spec begins with in a new sandbox.",
  },
  data: {
    value: "FOLDER",
    help: "Store all sandboxes in this folder, so that they survive a restart. By default, they are kept in memory.",
  },
  databaseUrl: {
    value: "URL",
    help: "Store all sandboxes in this PostgreSQL database, such as postgres://user:password@host/database?schema=vatmock, which several servers can use at the same time. The schema is created if it does not exist. Without it and without --data, the variable DATABASE_URL counts, if it names a PostgreSQL database. Prefer a variable: process lists show flags.",
  },
  internalUrl: {
    value: "URL",
    help: "URL at which the other servers of --database-url reach this one, such as http://10.0.0.7:8080: each sandbox is worked on by one server, and the others pass its requests on. By default, the address that this server listens on.",
  },
  webhookEgress: {
    kind: "choice",
    choices: ["auto", "local", "public-only"],
    fallback: "auto",
    hostedFallback: "public-only",
    help: "Allowed destinations of webhooks. local: this machine and public addresses. public-only: HTTPS to public addresses on ports 443 and 8443. auto: local if the server listens on loopback, otherwise public-only.",
  },
  webhookAllow: {
    value: "LIST",
    help: "Additional destinations of webhooks: hosts with or without a port, and address ranges (receiver:8080,10.0.0.0/8).",
  },
  webhookUrl: {
    value: "URL",
    help: "Send every event of every sandbox to this URL, without registration (docs/webhooks.md). Not in hosted mode.",
  },
  webhookSecret: {
    value: "SECRET",
    isSecret: true,
    help: "Secret that signs the deliveries to --webhook-url: 16 to 200 printable characters without spaces. By default, a secret derived from the seed and printed at start. No flag: process lists show those.",
  },
  webhookSignature: {
    fallback: "stripe",
    value: "PROFILE-OR-FILE",
    help: "Signature profile of webhooks: stripe, standard-webhooks, github, or a file with your own profile (docs/webhooks.md).",
  },
  identityProfile: {
    kind: "choice",
    choices: ["default", "keycloak"],
    fallback: "default",
    help: "Format of the token endpoint’s errors: default as the API description documents them, keycloak as a Keycloak server sends them.",
  },
  logLevel: {
    kind: "choice",
    choices: ["debug", "info", "warn", "error", "silent"],
    fallback: "info",
    help: "Minimum level of log lines on standard error: debug, info (one line per request), warn, error, silent.",
  },
  logFormat: {
    kind: "choice",
    choices: ["auto", "pretty", "json"],
    fallback: "auto",
    help: "pretty for people, json for machines. auto is pretty on a terminal (in colour unless NO_COLOR is set), otherwise json.",
  },
  metricsPort: {
    value: "PORT",
    help: "Show metrics for Prometheus at /metrics on a listener of its own: on this port of 127.0.0.1, or at an ADDRESS:PORT such as 0.0.0.0:9464, where other machines can read them without a token; port 0 picks a free one. By default, nothing is measured.",
  },
  limits: {
    value: "NAME=VALUE,...",
    help: "Limits that differ from those of the mode, such as max-guesses=10,sandbox-ttl=P30D. docs/configuration.md lists them. An entry overrides the one of the variable.",
  },
} as const;

export const LIMITS = {
  maxBodyBytes: {
    kind: "integer",
    minimum: 1024,
    maximum: 67108864,
    fallback: "1048576",
    help: "Maximum size of a request body. Larger bodies return 413.",
  },
  maxUploadBytes: {
    kind: "integer",
    minimum: 1024,
    maximum: 268435456,
    fallback: "10485760",
    help: "Maximum size of a multipart upload. Larger uploads return 413.",
  },
  maxStateBytes: {
    kind: "integer",
    minimum: 1024,
    maximum: 268435456,
    fallback: "67108864",
    hostedFallback: "16777216",
    help: "Maximum size of an exported or imported sandbox state.",
  },
  maxJsonValues: {
    kind: "integer",
    minimum: 100,
    maximum: 100000000,
    fallback: "1000000",
    hostedFallback: "20000",
    help: "Maximum number of values (objects, lists and their entries) in a JSON body, which a body of many small ones reaches before its maximum size. More return 400. A sandbox state may also have one for each 16 bytes.",
  },
  headersTimeout: {
    kind: "integer",
    minimum: 50,
    maximum: 600000,
    fallback: "10000",
    help: "Time limit for a client to send its headers. Beyond it, the response is 408.",
  },
  requestTimeout: {
    kind: "integer",
    minimum: 50,
    maximum: 600000,
    fallback: "30000",
    help: "Time limit for a client to send a whole request. Beyond it, the response is 408.",
  },
  maxConnections: {
    kind: "integer",
    minimum: 10,
    maximum: 100000,
    fallback: "2000",
    help: "Maximum number of open connections. Further ones get 503 and are closed.",
  },
  maxConnectionsPerAddress: {
    kind: "integer",
    minimum: 1,
    maximum: 100000,
    fallback: "2000",
    hostedFallback: "500",
    help: "Maximum number of open connections of one address (IPv6: of one /64 network). Behind a proxy, all clients have the address of the proxy.",
  },
  maxBytesInFlight: {
    kind: "integer",
    minimum: 1048576,
    maximum: 68719476736,
    fallback: "268435456",
    hostedFallback: "50331648",
    help: "Memory for the bodies of all requests in progress and for responses of more than 1 MiB that are being sent; a quarter is reserved for bodies up to 64 KiB. Beyond it, requests with a body or such a response return 503 with Retry-After. In hosted mode, one organization or address may use a third of it. A process with little memory allows less.",
  },
  maxMemory: {
    kind: "integer",
    maximum: 70368744177664,
    fallback: "0",
    help: "Memory that the process may take. From 85 % of it, or of the heap limit of Node, bodies of more than 64 KiB, responses of more than 1 MiB, exports, imports and snapshots return 503 with Retry-After. What tenants may keep in memory follows from it too (docs/configuration.md). 0 stands for the limit of the container, or else for the memory of the machine; in local mode for no such limit.",
  },
  rateLimitBurst: {
    kind: "choice",
    choices: ["on", "off"],
    fallback: "on",
    help: "Whether rate limits allow a burst, a sixth of the limit once per minute. off refuses the first request beyond the limit.",
  },
  controlCallsPerMinute: {
    kind: "integer",
    minimum: 1,
    maximum: 1000000000,
    fallback: "1000000",
    hostedFallback: "1000",
    help: "Maximum number of control calls per minute of one organization or the operator, and five times as many of one address. A call that works on everything in a sandbox, such as a reset, counts as five or more, a list of orders or buyers and the details of one as two (all: docs/configuration.md). What the browser console reads to show its screens is counted apart, with the same limit. Calls that need no token do not count; streams that are opened are counted apart. More return 429.",
  },
  visitorCallsPerMinute: {
    kind: "integer",
    minimum: 4,
    maximum: 1000000000,
    fallback: "1000000",
    hostedFallback: "300",
    help: "The same for visitors: maximum number of control calls per minute of one visitor, and of the clients of a sandbox that was made for one; in 15 seconds a quarter of them. The calls that a show makes count too, beyond five for each call of a visitor. More return 429. What a visitor does in the console does not count for the address.",
  },
  strangerCallsPerMinute: {
    kind: "integer",
    minimum: 1,
    maximum: 1000000000,
    fallback: "1000000",
    hostedFallback: "1000",
    help: "Maximum number of calls per minute of one address that need no token: to self-service links and inboxes. More return 429.",
  },
  maxGuesses: {
    kind: "integer",
    maximum: 1000000,
    fallback: "0",
    hostedFallback: "30",
    help: "Wrong client secrets and operator tokens per address and minute. Beyond it, the address gets 429 for the rest of the minute. 0 sets no limit.",
  },
  streamsPerSandbox: {
    kind: "integer",
    minimum: 1,
    maximum: 1000,
    fallback: "20",
    help: "Maximum number of streams of events that the clients of one sandbox, their consoles and `vatmock listen` have open at the same time, on all servers of a database; its visitors may have ten times as many besides. More return 429.",
  },
  longPollsPerSandbox: {
    kind: "integer",
    minimum: 1,
    maximum: 1000,
    fallback: "100",
    hostedFallback: "20",
    help: "Maximum number of control calls that wait for requests or deliveries of one sandbox at the same time, on all servers of a database. More return 429.",
  },
  deliveriesPerSandbox: {
    kind: "integer",
    minimum: 1,
    maximum: 25,
    fallback: "25",
    help: "Maximum number of webhook deliveries of one sandbox in progress at the same time; servers of a database divide them among themselves, and each has one at least. Further ones wait for their turn.",
  },
  webhookTimeout: {
    kind: "integer",
    minimum: 50,
    maximum: 60000,
    fallback: "15000",
    help: "Time limit for a receiver to respond to a webhook, including at most three seconds to connect.",
  },
  sandboxDocuments: {
    kind: "integer",
    minimum: 100,
    maximum: 100000000,
    fallback: "1000000",
    hostedFallback: "20000",
    help: "Maximum number of records in one sandbox (orders, buyers, stored responses, events ...). Beyond it, writes return 507.",
  },
  sandboxBytes: {
    kind: "integer",
    minimum: 1048576,
    maximum: 1099511627776,
    fallback: "2147483648",
    hostedFallback: "67108864",
    help: "Maximum size of one sandbox, uploads included. Beyond it, writes return 507.",
  },
  storedBytes: {
    kind: "integer",
    minimum: 1048576,
    maximum: 1099511627776,
    fallback: "2147483648",
    hostedFallback: "134217728",
    help: "Maximum size of all sandboxes together, uploads and snapshots included, if they are kept in memory (without --data). Beyond it, orders, uploads, imports and snapshots return 507. With --data, the memory for records of sandboxes that are not in use. A process with little memory allows less (docs/configuration.md).",
  },
  maxSandboxes: {
    kind: "integer",
    minimum: 1,
    maximum: 100000,
    fallback: "1000",
    hostedFallback: "100",
    help: "Maximum number of sandboxes created besides those of the organizations. The next one replaces the one that has been idle longest, or returns 507.",
  },
  sandboxMinIdle: {
    kind: "duration",
    fallback: "PT1H",
    hostedFallback: "P1D",
    help: "A created sandbox used within this time is never dropped to make room for another.",
  },
  sandboxTtl: {
    kind: "duration",
    choices: ["never"],
    fallback: "never",
    hostedFallback: "P7D",
    help: "Drop a created sandbox after it has been idle for this long, or never.",
  },
  visitorSandboxTtl: {
    kind: "duration",
    fallback: "P1D",
    help: "Drop the sandbox of a visitor after this long, used or not, unless its visitor keeps it: each time for this long again.",
  },
  visitorSandboxLimit: {
    kind: "duration",
    fallback: "P7D",
    help: "How long after its creation a visitor can keep a sandbox.",
  },
  visitsPerAddress: {
    kind: "integer",
    minimum: 1,
    maximum: 100000,
    fallback: "60",
    help: "Maximum number of sandboxes that visitor links make for one address in an hour. More return 429. A class in one room may share an address.",
  },
  sandboxesPerLink: {
    kind: "integer",
    minimum: 1,
    maximum: 100000,
    fallback: "1000",
    hostedFallback: "80",
    help: "Maximum number of sandboxes that one visitor link has at the same time, and of those of all visitors who signed up. More return 429.",
  },
  signUpsPerAddress: {
    kind: "integer",
    minimum: 1,
    maximum: 100000,
    fallback: "3",
    help: "Maximum number of visitors of one address who sign up in an hour. More return 429.",
  },
  signUpsPerHour: {
    kind: "integer",
    minimum: 1,
    maximum: 100000,
    fallback: "60",
    help: "Maximum number of visitors who sign up in an hour. More return 503.",
  },
  databaseConnections: {
    kind: "integer",
    minimum: 2,
    maximum: 1000,
    fallback: "20",
    help: "Maximum number of connections that this server opens to --database-url.",
  },
  checkAnswers: {
    kind: "choice",
    choices: ["all", "some"],
    fallback: "some",
    help: "Which of its own responses the server validates against the description: all, or some (the first hundred of each operation and status, then one in sixteen). A response that does not conform is a bug of the server and is logged as an error.",
  },
  drainDelay: {
    kind: "duration",
    fallback: "PT0S",
    hostedFallback: "PT2S",
    help: "After SIGTERM or Ctrl-C, GET /__admin/ready returns 503 while the server still accepts requests for this long, so that load balancers turn away from it; then it finishes requests in progress. Keep it 8 seconds below the time after which the process is killed (stop_grace_period).",
  },
} as const;

export interface Config {
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** Address to listen on. Other machines can reach any address but loopback. */
  readonly host: string;
  /** local provides fixed identities for tests and demos. hosted provides none: the operator creates sandboxes with ADMIN_TOKEN, and each caller controls only its own. */
  readonly mode: "local" | "hosted";
  /** Who may use the control API without a token. auto: programs on this machine, and only if the server listens on loopback. open: every client, for a container whose port is published on 127.0.0.1 only. */
  readonly controlAccess: "auto" | "open";
  /** URL at which clients reach the server, if it differs from the address it listens on (a proxy, a container). */
  readonly publicUrl: string | undefined;
  /** Origins whose web pages may call the server: local (pages on this machine: localhost, any port), * (all), none, or a list (https://app.example,http://localhost:3000). Only listed origins may also call the control API, with a token, and inboxes. */
  readonly corsOrigins: string;
  /** Host names by which clients may call a local server, besides localhost, its addresses and the host of --public-url: vatmock,host.docker.internal. Requests to any other name are refused, since a web page could have let it resolve to this machine. */
  readonly allowedHosts: string | undefined;
  /** Number of proxies in front of the server that each append the address of their client to X-Forwarded-For. With 0, the address of a client is that of its connection. */
  readonly trustedProxies: number;
  /** Whether the server has the browser console at /__console, to which GET / sends browsers. Without it, they get the addresses of the server as JSON, as programs do. */
  readonly console: "on" | "off";
  /** Whether visitors without a link get a sandbox from the start page of the console. open lets everyone who reaches the server sign up, within --limits sign-ups-per-address and sign-ups-per-hour. */
  readonly signup: "off" | "open";
  /** Seed of generated bodies and ids: the same seed and the same calls return the same responses. */
  readonly seed: string;
  /** Freeze the clock of each new sandbox at this instant, such as 2026-11-20T09:00:00Z, until it is moved or resumed. With a seed, the same calls then return the same responses on any day. By default, clocks follow the system clock. */
  readonly frozenAt: string | undefined;
  /** Alternatives to our choices where the API description is silent, such as etag-format=weak. docs/assumptions.md lists them. */
  readonly assume: string | undefined;
  /** Load organizations with their clients and sellers from this file instead of the bundled ones, in the format of fixtures/organizations.yaml. */
  readonly organizations: string | undefined;
  /** Load your own scenarios from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use. */
  readonly scenarios: string | undefined;
  /** Load your own storyboards from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use. */
  readonly storyboards: string | undefined;
  /** Delays of scenarios. real waits, even while the clock of the sandbox is frozen; skip records each delay and responds immediately. */
  readonly delays: "real" | "skip";
  /** Serve these descriptions (OpenAPI 3.0, 3.1 or 3.2, Swagger 2.0) instead of the bundled one: requests are validated, what they create is kept, other responses are generated. Each is served under its base path. A URL (https, or http on this machine) is fetched once, at the start. */
  readonly spec: string | undefined;
  /** Change the description of --spec by these overlays (Overlay 1.0 or 1.1), in this order, before it is served. */
  readonly overlay: string | undefined;
  /** AsyncAPI 2.0 to 2.6, 3.0 or 3.1 description of the events that the API of --spec sends, in addition to its webhooks. */
  readonly asyncapi: string | undefined;
  /** A module with your own behaviours (docs/foreign-descriptions.md): functions by operationId, which respond instead of the usual behaviours. By default, behaviours.ts (.mts, .js or .mjs) beside the description of --spec, if there is one; none ignores that. It is reloaded when it changes. It runs in this process and may do whatever the server may. */
  readonly behaviours: string | undefined;
  /** What --spec keeps. inferred: what operations create is kept and shown by those that read it; what was never created is generated. strict: that is a 404, if the operation declares one. none: everything is generated. */
  readonly state: "inferred" | "strict" | "none";
  /** How many generated records each resource of --spec begins with in a new sandbox. */
  readonly seedRecords: number;
  /** Store all sandboxes in this folder, so that they survive a restart. By default, they are kept in memory. */
  readonly data: string | undefined;
  /** Store all sandboxes in this PostgreSQL database, such as postgres://user:password@host/database?schema=vatmock, which several servers can use at the same time. The schema is created if it does not exist. Without it and without --data, the variable DATABASE_URL counts, if it names a PostgreSQL database. Prefer a variable: process lists show flags. */
  readonly databaseUrl: string | undefined;
  /** URL at which the other servers of --database-url reach this one, such as http://10.0.0.7:8080: each sandbox is worked on by one server, and the others pass its requests on. By default, the address that this server listens on. */
  readonly internalUrl: string | undefined;
  /** Allowed destinations of webhooks. local: this machine and public addresses. public-only: HTTPS to public addresses on ports 443 and 8443. auto: local if the server listens on loopback, otherwise public-only. */
  readonly webhookEgress: "auto" | "local" | "public-only";
  /** Additional destinations of webhooks: hosts with or without a port, and address ranges (receiver:8080,10.0.0.0/8). */
  readonly webhookAllow: string | undefined;
  /** Send every event of every sandbox to this URL, without registration (docs/webhooks.md). Not in hosted mode. */
  readonly webhookUrl: string | undefined;
  /** Secret that signs the deliveries to --webhook-url: 16 to 200 printable characters without spaces. By default, a secret derived from the seed and printed at start. No flag: process lists show those. */
  readonly webhookSecret: string | undefined;
  /** Signature profile of webhooks: stripe, standard-webhooks, github, or a file with your own profile (docs/webhooks.md). */
  readonly webhookSignature: string;
  /** Format of the token endpoint’s errors: default as the API description documents them, keycloak as a Keycloak server sends them. */
  readonly identityProfile: "default" | "keycloak";
  /** Minimum level of log lines on standard error: debug, info (one line per request), warn, error, silent. */
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** pretty for people, json for machines. auto is pretty on a terminal (in colour unless NO_COLOR is set), otherwise json. */
  readonly logFormat: "auto" | "pretty" | "json";
  /** Show metrics for Prometheus at /metrics on a listener of its own: on this port of 127.0.0.1, or at an ADDRESS:PORT such as 0.0.0.0:9464, where other machines can read them without a token; port 0 picks a free one. By default, nothing is measured. */
  readonly metricsPort: string | undefined;
  /** Limits that differ from those of the mode, such as max-guesses=10,sandbox-ttl=P30D. docs/configuration.md lists them. An entry overrides the one of the variable. */
  readonly limits: string | undefined;
  /** Maximum size of a request body. Larger bodies return 413. */
  readonly maxBodyBytes: number;
  /** Maximum size of a multipart upload. Larger uploads return 413. */
  readonly maxUploadBytes: number;
  /** Maximum size of an exported or imported sandbox state. */
  readonly maxStateBytes: number;
  /** Maximum number of values (objects, lists and their entries) in a JSON body, which a body of many small ones reaches before its maximum size. More return 400. A sandbox state may also have one for each 16 bytes. */
  readonly maxJsonValues: number;
  /** Time limit for a client to send its headers. Beyond it, the response is 408. */
  readonly headersTimeout: number;
  /** Time limit for a client to send a whole request. Beyond it, the response is 408. */
  readonly requestTimeout: number;
  /** Maximum number of open connections. Further ones get 503 and are closed. */
  readonly maxConnections: number;
  /** Maximum number of open connections of one address (IPv6: of one /64 network). Behind a proxy, all clients have the address of the proxy. */
  readonly maxConnectionsPerAddress: number;
  /** Memory for the bodies of all requests in progress and for responses of more than 1 MiB that are being sent; a quarter is reserved for bodies up to 64 KiB. Beyond it, requests with a body or such a response return 503 with Retry-After. In hosted mode, one organization or address may use a third of it. A process with little memory allows less. */
  readonly maxBytesInFlight: number;
  /** Memory that the process may take. From 85 % of it, or of the heap limit of Node, bodies of more than 64 KiB, responses of more than 1 MiB, exports, imports and snapshots return 503 with Retry-After. What tenants may keep in memory follows from it too (docs/configuration.md). 0 stands for the limit of the container, or else for the memory of the machine; in local mode for no such limit. */
  readonly maxMemory: number;
  /** Whether rate limits allow a burst, a sixth of the limit once per minute. off refuses the first request beyond the limit. */
  readonly rateLimitBurst: "on" | "off";
  /** Maximum number of control calls per minute of one organization or the operator, and five times as many of one address. A call that works on everything in a sandbox, such as a reset, counts as five or more, a list of orders or buyers and the details of one as two (all: docs/configuration.md). What the browser console reads to show its screens is counted apart, with the same limit. Calls that need no token do not count; streams that are opened are counted apart. More return 429. */
  readonly controlCallsPerMinute: number;
  /** The same for visitors: maximum number of control calls per minute of one visitor, and of the clients of a sandbox that was made for one; in 15 seconds a quarter of them. The calls that a show makes count too, beyond five for each call of a visitor. More return 429. What a visitor does in the console does not count for the address. */
  readonly visitorCallsPerMinute: number;
  /** Maximum number of calls per minute of one address that need no token: to self-service links and inboxes. More return 429. */
  readonly strangerCallsPerMinute: number;
  /** Wrong client secrets and operator tokens per address and minute. Beyond it, the address gets 429 for the rest of the minute. 0 sets no limit. */
  readonly maxGuesses: number;
  /** Maximum number of streams of events that the clients of one sandbox, their consoles and `vatmock listen` have open at the same time, on all servers of a database; its visitors may have ten times as many besides. More return 429. */
  readonly streamsPerSandbox: number;
  /** Maximum number of control calls that wait for requests or deliveries of one sandbox at the same time, on all servers of a database. More return 429. */
  readonly longPollsPerSandbox: number;
  /** Maximum number of webhook deliveries of one sandbox in progress at the same time; servers of a database divide them among themselves, and each has one at least. Further ones wait for their turn. */
  readonly deliveriesPerSandbox: number;
  /** Time limit for a receiver to respond to a webhook, including at most three seconds to connect. */
  readonly webhookTimeout: number;
  /** Maximum number of records in one sandbox (orders, buyers, stored responses, events ...). Beyond it, writes return 507. */
  readonly sandboxDocuments: number;
  /** Maximum size of one sandbox, uploads included. Beyond it, writes return 507. */
  readonly sandboxBytes: number;
  /** Maximum size of all sandboxes together, uploads and snapshots included, if they are kept in memory (without --data). Beyond it, orders, uploads, imports and snapshots return 507. With --data, the memory for records of sandboxes that are not in use. A process with little memory allows less (docs/configuration.md). */
  readonly storedBytes: number;
  /** Maximum number of sandboxes created besides those of the organizations. The next one replaces the one that has been idle longest, or returns 507. */
  readonly maxSandboxes: number;
  /** A created sandbox used within this time is never dropped to make room for another. */
  readonly sandboxMinIdle: string;
  /** Drop a created sandbox after it has been idle for this long, or never. */
  readonly sandboxTtl: string;
  /** Drop the sandbox of a visitor after this long, used or not, unless its visitor keeps it: each time for this long again. */
  readonly visitorSandboxTtl: string;
  /** How long after its creation a visitor can keep a sandbox. */
  readonly visitorSandboxLimit: string;
  /** Maximum number of sandboxes that visitor links make for one address in an hour. More return 429. A class in one room may share an address. */
  readonly visitsPerAddress: number;
  /** Maximum number of sandboxes that one visitor link has at the same time, and of those of all visitors who signed up. More return 429. */
  readonly sandboxesPerLink: number;
  /** Maximum number of visitors of one address who sign up in an hour. More return 429. */
  readonly signUpsPerAddress: number;
  /** Maximum number of visitors who sign up in an hour. More return 503. */
  readonly signUpsPerHour: number;
  /** Maximum number of connections that this server opens to --database-url. */
  readonly databaseConnections: number;
  /** Which of its own responses the server validates against the description: all, or some (the first hundred of each operation and status, then one in sixteen). A response that does not conform is a bug of the server and is logged as an error. */
  readonly checkAnswers: "all" | "some";
  /** After SIGTERM or Ctrl-C, GET /__admin/ready returns 503 while the server still accepts requests for this long, so that load balancers turn away from it; then it finishes requests in progress. Keep it 8 seconds below the time after which the process is killed (stop_grace_period). */
  readonly drainDelay: string;
}
