/** spec/commands.yaml, made by "npm run generate". */
export const SERVER_FLAGS = {
  url: {
    value: "URL",
    help: "the root URL of the server",
    env: "VATMOCK_URL",
    fallback: "http://127.0.0.1:4010",
  },
  sandbox: {
    value: "ID",
    help: "the sandbox; required with the operator’s token of a hosted server, otherwise only the caller’s own",
    env: "VATMOCK_SANDBOX",
  },
} as const;

export const COMMANDS = [
  {
    name: "serve",
    words: "[options]",
    summary: "serve the API (npm start)",
    hint: "limits are entries of --limits, such as --limits max-guesses=10",
    notes:
      "The environment variable ADMIN_TOKEN (at least 16 characters, no flag) sets the operator's bearer token for the control\nAPI. With it, the operator creates, lists and drops sandboxes, and controls each with ?sandbox=ID. Without it, these calls\nare disabled, except for programs on the same machine while a local server listens on loopback.\n\nThe environment variable VATMOCK_ENCRYPTION_KEY (no flag; openssl rand -base64 32) encrypts the data folder. A folder keeps\nthe key that it was begun with.\n\nA flag overrides its environment variable. On Ctrl-C or SIGTERM the server finishes requests in progress and exits with 0.",
    flags: {
      port: {
        value: "NUMBER",
        help: "Port to listen on; 0 picks a free one.",
        env: "PORT",
        fallback: "4010",
      },
      host: {
        value: "ADDRESS",
        help: "Address to listen on. Other machines can reach any address but loopback.",
        env: "HOST",
        fallback: "127.0.0.1",
      },
      mode: {
        value: "local|hosted",
        help: "local provides fixed identities for tests and demos. hosted provides none: the operator creates sandboxes with ADMIN_TOKEN, and each caller controls only its own.",
        env: "VATMOCK_MODE",
        fallback: "local",
        choices: ["local", "hosted"],
      },
      "control-access": {
        value: "auto|open",
        help: "Who may use the control API without a token. auto: programs on this machine, and only if the server listens on loopback. open: every client, for a container whose port is published on 127.0.0.1 only.",
        env: "VATMOCK_CONTROL_ACCESS",
        fallback: "auto",
        choices: ["auto", "open"],
      },
      "public-url": {
        value: "URL",
        help: "URL at which clients reach the server, if it differs from the address it listens on (a proxy, a container).",
        env: "VATMOCK_PUBLIC_URL",
      },
      "cors-origins": {
        value: "LIST",
        help: "Origins whose web pages may call the server: local (pages on this machine: localhost, any port), * (all), none, or a list (https://app.example,http://localhost:3000). Only listed origins may also call the control API, with a token, and inboxes. In hosted mode none.",
        env: "VATMOCK_CORS_ORIGINS",
        fallback: "local",
      },
      "allowed-hosts": {
        value: "NAMES",
        help: "Host names by which clients may call a local server, besides localhost, its addresses and the host of --public-url: vatmock,host.docker.internal. Requests to any other name are refused, since a web page could have let it resolve to this machine.",
        env: "VATMOCK_ALLOWED_HOSTS",
      },
      "trusted-proxies": {
        value: "NUMBER",
        help: "Number of proxies in front of the server that each append the address of their client to X-Forwarded-For. With 0, the address of a client is that of its connection.",
        env: "VATMOCK_TRUSTED_PROXIES",
        fallback: "0",
      },
      console: {
        value: "on|off",
        help: "Whether the server has the browser console at /__console, to which GET / sends browsers. Without it, they get the addresses of the server as JSON, as programs do.",
        env: "VATMOCK_CONSOLE",
        fallback: "on",
        choices: ["on", "off"],
      },
      signup: {
        value: "off|open",
        help: "Whether visitors without a link get a sandbox from the start page of the console. open lets everyone who reaches the server sign up, within --limits sign-ups-per-address and sign-ups-per-hour.",
        env: "VATMOCK_SIGNUP",
        fallback: "off",
        choices: ["off", "open"],
      },
      seed: {
        value: "TEXT",
        help: "Seed of generated bodies and ids: the same seed and the same calls return the same responses.",
        env: "VATMOCK_SEED",
        fallback: "vatmock",
      },
      "frozen-at": {
        value: "INSTANT",
        help: "Freeze the clock of each new sandbox at this instant, such as 2026-11-20T09:00:00Z, until it is moved or resumed. With a seed, the same calls then return the same responses on any day. By default, clocks follow the system clock.",
        env: "VATMOCK_FROZEN_AT",
      },
      assume: {
        value: "ID=ALTERNATIVE,...",
        help: "Alternatives to our choices where the API description is silent, such as etag-format=weak. docs/assumptions.md lists them.",
        env: "VATMOCK_ASSUME",
      },
      organizations: {
        value: "FILE",
        help: "Load organizations with their clients and sellers from this file instead of the bundled ones, in the format of fixtures/organizations.yaml.",
        env: "VATMOCK_ORGANIZATIONS",
      },
      scenarios: {
        value: "FOLDER",
        help: "Load your own scenarios from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.",
        env: "VATMOCK_SCENARIOS",
      },
      storyboards: {
        value: "FOLDER",
        help: "Load your own storyboards from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.",
        env: "VATMOCK_STORYBOARDS",
      },
      delays: {
        value: "real|skip",
        help: "Delays of scenarios. real waits, even while the clock of the sandbox is frozen; skip records each delay and responds immediately.",
        env: "VATMOCK_DELAYS",
        fallback: "real",
        choices: ["real", "skip"],
      },
      spec: {
        value: "FILE-OR-FOLDER-OR-URL,...",
        help: "Serve these descriptions (OpenAPI 3.0, 3.1 or 3.2, Swagger 2.0) instead of the bundled one: requests are validated, what they create is kept, other responses are generated. Each is served under its base path. A URL (https, or http on this machine) is fetched once, at the start.",
        env: "VATMOCK_SPEC",
        isRepeated: true,
      },
      overlay: {
        value: "FILE,...",
        help: "Change the description of --spec by these overlays (Overlay 1.0 or 1.1), in this order, before it is served.",
        env: "VATMOCK_OVERLAY",
        isRepeated: true,
      },
      asyncapi: {
        value: "FILE",
        help: "AsyncAPI 2.0 to 2.6, 3.0 or 3.1 description of the events that the API of --spec sends, in addition to its webhooks.",
        env: "VATMOCK_ASYNCAPI",
      },
      behaviours: {
        value: "FILE",
        help: "A module with your own behaviours (docs/foreign-descriptions.md): functions by operationId, which respond instead of the usual behaviours. By default, behaviours.ts (.mts, .js or .mjs) beside the description of --spec, if there is one; none ignores that. It is reloaded when it changes. It runs in this process and may do whatever the server may.",
        env: "VATMOCK_BEHAVIOURS",
      },
      state: {
        value: "inferred|strict|none",
        help: "What --spec keeps. inferred: what operations create is kept and shown by those that read it; what was never created is generated. strict: that is a 404, if the operation declares one. none: everything is generated.",
        env: "VATMOCK_STATE",
        fallback: "inferred",
        choices: ["inferred", "strict", "none"],
      },
      "seed-records": {
        value: "NUMBER",
        help: "How many generated records each resource of --spec begins with in a new sandbox.",
        env: "VATMOCK_SEED_RECORDS",
        fallback: "0",
      },
      data: {
        value: "FOLDER",
        help: "Store all sandboxes in this folder, so that they survive a restart. By default, they are kept in memory.",
        env: "VATMOCK_DATA",
      },
      "database-url": {
        value: "URL",
        help: "Store all sandboxes in this PostgreSQL database, such as postgres://user:password@host/database?schema=vatmock, which several servers can use at the same time. The schema is created if it does not exist. Without it and without --data, the variable DATABASE_URL counts, if it names a PostgreSQL database. Prefer a variable: process lists show flags.",
        env: "VATMOCK_DATABASE_URL",
      },
      "internal-url": {
        value: "URL",
        help: "URL at which the other servers of --database-url reach this one, such as http://10.0.0.7:8080: each sandbox is worked on by one server, and the others pass its requests on. By default, the address that this server listens on.",
        env: "VATMOCK_INTERNAL_URL",
      },
      "webhook-egress": {
        value: "auto|local|public-only",
        help: "Allowed destinations of webhooks. local: this machine and public addresses. public-only: HTTPS to public addresses on ports 443 and 8443. auto: local if the server listens on loopback, otherwise public-only. In hosted mode public-only.",
        env: "VATMOCK_WEBHOOK_EGRESS",
        fallback: "auto",
        choices: ["auto", "local", "public-only"],
      },
      "webhook-allow": {
        value: "LIST",
        help: "Additional destinations of webhooks: hosts with or without a port, and address ranges (receiver:8080,10.0.0.0/8).",
        env: "VATMOCK_WEBHOOK_ALLOW",
      },
      "webhook-url": {
        value: "URL",
        help: "Send every event of every sandbox to this URL, without registration (docs/webhooks.md). Not in hosted mode.",
        env: "VATMOCK_WEBHOOK_URL",
      },
      "webhook-signature": {
        value: "PROFILE-OR-FILE",
        help: "Signature profile of webhooks: stripe, standard-webhooks, github, or a file with your own profile (docs/webhooks.md).",
        env: "VATMOCK_WEBHOOK_SIGNATURE",
        fallback: "stripe",
      },
      "identity-profile": {
        value: "default|keycloak",
        help: "Format of the token endpoint’s errors: default as the API description documents them, keycloak as a Keycloak server sends them.",
        env: "VATMOCK_IDENTITY_PROFILE",
        fallback: "default",
        choices: ["default", "keycloak"],
      },
      "log-level": {
        value: "debug|info|warn|error|silent",
        help: "Minimum level of log lines on standard error: debug, info (one line per request), warn, error, silent.",
        env: "VATMOCK_LOG_LEVEL",
        fallback: "info",
        choices: ["debug", "info", "warn", "error", "silent"],
      },
      "log-format": {
        value: "auto|pretty|json",
        help: "pretty for people, json for machines. auto is pretty on a terminal (in colour unless NO_COLOR is set), otherwise json.",
        env: "VATMOCK_LOG_FORMAT",
        fallback: "auto",
        choices: ["auto", "pretty", "json"],
      },
      "metrics-port": {
        value: "PORT",
        help: "Show metrics for Prometheus at /metrics on a listener of its own: on this port of 127.0.0.1, or at an ADDRESS:PORT such as 0.0.0.0:9464, where other machines can read them without a token; port 0 picks a free one. By default, nothing is measured.",
        env: "VATMOCK_METRICS_PORT",
      },
      limits: {
        value: "NAME=VALUE,...",
        help: "Limits that differ from those of the mode, such as max-guesses=10,sandbox-ttl=P30D. docs/configuration.md lists them. An entry overrides the one of the variable.",
        env: "VATMOCK_LIMITS",
        isRepeated: true,
      },
      watch: {
        help: "Start anew, on the same port, when the description of --spec or an overlay changes. While it cannot be served, the former one stays in use. Sandboxes go on with --data or --database-url.",
      },
    },
  },
  {
    name: "test",
    words: "SCENARIO...",
    summary: "run scenarios against a client and check what it did",
    usage: "SCENARIO... [options] [-- COMMAND ARGUMENTS...]",
    about:
      "For each scenario, vatmock resets the sandbox, activates the scenario, runs the command and waits for it to exit. Then it\nprints what the scenario expects of a client, what it observed, and any other mistakes of the client. Without a command, it\nwaits until a client that you start yourself has met or missed the expectations.\n\nSCENARIO is a name from --list or the path of a file. Without one, all scenarios in the --scenarios folder run.\n\n  vatmock test lost-answer rate-limit-storm --report build/vatmock -- npm run test:integration",
    startsProgram: true,
    wordChoices: "files",
    hint: "write a command and its options after --",
    notes:
      "With --spec, VATMOCK_OVERLAY, VATMOCK_ASYNCAPI, VATMOCK_BEHAVIOURS and VATMOCK_STATE count as for serve.\n\nFor a client in a container, set VATMOCK_PUBLIC_URL, VATMOCK_ALLOWED_HOSTS and VATMOCK_WEBHOOK_ALLOW, too, as for serve.\n\nvatmock sets these environment variables for the command: VATMOCK_URL, VATMOCK_BASE_URL, VATMOCK_TOKEN_URL,\nVATMOCK_CLIENT_ID, VATMOCK_CLIENT_SECRET and VATMOCK_SCENARIO.\n\nExit codes: 0 all expectations are met and the command exited with 0, 1 otherwise, 2 invalid command line. vatmock passes\nCtrl-C and SIGTERM on to the command, waits for it, and exits with 130 or 143.",
    flags: {
      list: { help: "List the scenarios and their purposes." },
      timeout: {
        value: "DURATION",
        fallback: "PT60S without a command",
        help: "How long to wait for the client, in real time. A command that runs longer is terminated and counts as failed; without this option it has no time limit.",
      },
      report: {
        value: "FOLDER",
        help: "Write what a pipeline shows: summary.md with findings and coverage, and junit.xml, with a suite per scenario and a test per expectation. A failed command is reported as an error, an unmet expectation as a failure.",
      },
      "all-assumptions": {
        help: "Run each scenario again under each alternative to our assumptions that affects the calls of the client (docs/assumptions.md), and report those under which it fails. Requires a command.",
      },
      "fail-on-findings": {
        help: "Also fail if the client breaks a rule of the API (docs/reference.md lists the rules).",
      },
      port: {
        value: "NUMBER",
        help: "Port to listen on; 0 picks a free one.",
        env: "",
        fallback: "4010 without a command, any free port with one",
      },
      host: {
        value: "ADDRESS",
        help: "Address to listen on. Other machines can reach any address but loopback.",
        env: "",
        fallback: "127.0.0.1",
      },
      seed: {
        value: "TEXT",
        help: "Seed of generated bodies and ids: the same seed and the same calls return the same responses.",
        env: "VATMOCK_SEED",
        fallback: "vatmock",
      },
      scenarios: {
        value: "FOLDER",
        help: "Load your own scenarios from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.",
        env: "VATMOCK_SCENARIOS",
      },
      delays: {
        value: "real|skip",
        help: "Delays of scenarios. real waits, even while the clock of the sandbox is frozen; skip records each delay and responds immediately.",
        env: "VATMOCK_DELAYS",
        fallback: "real",
        choices: ["real", "skip"],
      },
      assume: {
        value: "ID=ALTERNATIVE,...",
        help: "Alternatives to our choices where the API description is silent, such as etag-format=weak. docs/assumptions.md lists them.",
        env: "VATMOCK_ASSUME",
      },
      spec: {
        value: "FILE-OR-FOLDER-OR-URL,...",
        help: "the description to serve, if not the bundled one; its scenarios are those of --scenarios",
        env: "VATMOCK_SPEC",
      },
    },
  },
  {
    name: "certify",
    words: "-- COMMAND",
    summary: "test a client against a fixed profile and write a signed certificate",
    usage: "[options] -- COMMAND ARGUMENTS... | FILE",
    about:
      "Runs the tests of your client several times: against a service that does what the description says, one that fails now and then,\none that does otherwise where the description is silent. Writes a certificate of the level that the client has reached: shape,\nresilient, production-ready. It says what was tested, what was found, and what it does not prove.\n\n  vatmock certify --out build/certificate --key key.pem -- npm run test:integration\n  vatmock certify build/certificate/certificate.json",
    startsProgram: true,
    wordChoices: "files",
    hint: "write a command and its options after --",
    notes:
      "The command gets the same environment variables as under vatmock test. VATMOCK_SEED and VATMOCK_WEBHOOK_ALLOW apply.\n\nExit codes: 0 the level is reached, or the certificate is genuine; 1 it is not; 2 invalid command line.",
    flags: {
      out: {
        value: "FOLDER",
        fallback: ".",
        help: "Where to write certificate.json, its signature, and the same as HTML, to read and to print.",
      },
      key: {
        value: "FILE",
        fallback: "a new one",
        help: "The private key that signs: Ed25519, in PEM. With a certificate: the key, private or public, that must have signed it.",
      },
      level: {
        value: "LEVEL",
        fallback: "production-ready",
        help: "The level that the client must reach.",
      },
    },
  },
  {
    name: "capsule",
    words: "[start|end|replay FILE]",
    summary: "export the recorded calls of a sandbox as one file, or replay one",
    about:
      "The file holds no credentials.\n\n  vatmock capsule start         save the state of a sandbox and record everything from now on\n  vatmock capsule               export the recording (without a start: since the last reset, as far as the journal reaches)\n  vatmock capsule end           delete the recording\n  vatmock capsule replay FILE   replay the calls on a fresh server and compare the responses byte for byte",
    callsServer: true,
    wordChoices: ["start", "end", "replay"],
    notes:
      "With the operator's token, name the sandbox with --sandbox. For the replay of another API, set VATMOCK_SPEC and, if they are\nused, VATMOCK_OVERLAY, VATMOCK_ASYNCAPI and VATMOCK_BEHAVIOURS, as for serve.\n\nExit codes: 0 success, or all responses are identical; 1 the server refuses or is unreachable, a file is unusable, or a\nresponse differs; 2 invalid command line.",
    flags: { out: { value: "FILE", fallback: "capsule.json", help: "output file" } },
  },
  {
    name: "proxy",
    words: "--upstream URL",
    summary: "pass requests on to the real service and validate both sides",
    usage: "--upstream URL [options]",
    about:
      "Stands between a client and the real service: passes each request on and the response back, byte for byte, and validates both\nagainst the description. What does not fit is printed below its exchange and counted at the end. The console shows the exchanges.\n\n  vatmock proxy --upstream https://api.example.com/v1\n  vatmock proxy --upstream https://api.example.com --spec openapi.yaml --record today.capsule\n  vatmock proxy --upstream https://api.example.com/v1 --scenario as-recorded.yaml",
    notes:
      "Credentials are passed on, but neither printed nor written. Bodies larger than 1 MiB, and forms\nlarger than 16 MiB, are passed on without validation, as a line says; none larger than 16 MiB is recorded. Redirects are not\nfollowed. Certificates are verified: NODE_EXTRA_CA_CERTS names those of your own.\n\nExit codes: 0 stopped by Ctrl-C, 1 findings with --fail-on-findings, or it cannot start or write, 2 invalid command line.",
    flags: {
      upstream: {
        value: "URL",
        help: "the real service; a path in the URL takes the place of the base path of the description",
      },
      spec: {
        value: "FILE-OR-FOLDER-OR-URL,...",
        help: "its description, if not the bundled one",
        env: "",
      },
      overlay: {
        value: "FILE,...",
        help: "Change the description of --spec by these overlays (Overlay 1.0 or 1.1), in this order, before it is served.",
        env: "",
        isRepeated: true,
      },
      port: {
        value: "NUMBER",
        help: "Port to listen on; 0 picks a free one.",
        env: "",
        fallback: "4010",
      },
      record: {
        value: "FILE",
        help: "at the end, write the exchanges to FILE: a capsule for vatmock compare, or an HTTP Archive if its name ends in .har",
      },
      scenario: {
        value: "FILE",
        help: "at the end, write a scenario to FILE, whose steps answer as the service did",
      },
      "fail-on-findings": { help: "exit with 1 if anything did not fit" },
    },
  },
  {
    name: "compare",
    words: "CAPSULE",
    summary: "play recorded reads against the real service and report differences",
    usage: "CAPSULE --upstream URL [options]",
    about:
      "Plays the recorded reads of a capsule against the real service, and reports what a client could not rely on: another status, a\nmember or a described header that is missing or undescribed, another type, another value where the description lists the values.\nOther values are data. For the bundled description, the assumption that is contradicted is named (docs/assumptions.md).\n\n  vatmock compare bug.json --upstream https://api.example.com/v1 --header 'Authorization: Bearer ...'\n  vatmock compare bug.json --upstream https://api.example.com/v1 --allow-writes --json",
    wordChoices: "files",
    notes:
      "VATMOCK_UPSTREAM_TOKEN is sent as a Bearer token (no flag: process lists show those). An id that the service answers takes the place of the recorded one in later calls.\n\nExit codes: 0 no differences, 1 differences, or nothing was compared, 2 invalid command line.",
    flags: {
      upstream: {
        value: "URL",
        help: "the real service; a path in the URL takes the place of the base path of the description",
      },
      spec: {
        value: "FILE-OR-FOLDER-OR-URL,...",
        help: "its description, if not the bundled one",
        env: "",
      },
      overlay: {
        value: "FILE,...",
        help: "Change the description of --spec by these overlays (Overlay 1.0 or 1.1), in this order, before it is served.",
        env: "",
        isRepeated: true,
      },
      header: { value: "LINE", isRepeated: true, help: "send a header, such as 'X-Api-Key: ...'" },
      "allow-writes": {
        help: "also play calls other than GET and HEAD, with new Idempotency-Keys",
      },
      json: { help: "print the report as JSON" },
    },
  },
  {
    name: "validate",
    words: "[FILE...]",
    summary: "validate descriptions, scenarios and storyboards; without a file, the bundled ones",
    about:
      "FILE is an OpenAPI 3.0, 3.1 or 3.2 or Swagger 2.0 description (or a folder that contains one), an AsyncAPI 3 description, a file of\norganizations, or a scenario or a storyboard (or a folder of either). Several descriptions with commas between them are validated\nas serve serves them, together. The first key of a file determines its kind. Each error is printed as\nFILE:LINE:COLUMN: MESSAGE. The exit code is 1 if there are errors.",
    wordChoices: "files",
    flags: {
      resources: {
        help: "show what the server keeps of an OpenAPI description: its resources, and what operations do",
      },
      overlay: {
        value: "FILE",
        isRepeated: true,
        help: "Validate OpenAPI descriptions as they are with this overlay (Overlay 1.0 or 1.1).",
      },
    },
  },
  {
    name: "init",
    words: "DESCRIPTION [FOLDER]",
    summary: "make a folder for a mock of any OpenAPI description, with your own behaviours",
    usage: "DESCRIPTION [FOLDER]",
    about:
      "Makes a folder (by default, mock) for a mock of an OpenAPI description: a copy of the description, behaviours.ts for your own\nbehaviours with its types, a fixture, a scenario, a test, package.json and Dockerfile.\n\n  vatmock init openapi.yaml tickets\n  cd tickets\n  npm install\n  npm start\n\nFor a mock of several: vatmock init tickets.yaml,parking.yaml desk",
    wordChoices: "files",
    notes:
      "Exit codes: 0 success, 1 files exist or the description cannot be loaded, 2 invalid command line.",
    flags: { force: { help: "Overwrite files that exist." } },
  },
  {
    name: "types",
    words: "[DESCRIPTION]",
    summary: "print TypeScript types of a description, for your own behaviours",
    about:
      "Prints TypeScript types of OpenAPI descriptions (by default, of the bundled one): the interface Api for your own behaviours, and\na type for each schema.\n\n  vatmock types openapi.yaml > api-types.ts",
    wordChoices: "files",
    notes: "Exit codes: 0 success, 1 the description cannot be loaded, 2 invalid command line.",
    flags: {},
  },
  {
    name: "grade-webhooks",
    words: "URL",
    summary: "post events to a receiver, genuine and forged, and say what it should do",
    about:
      "Posts events to your receiver as the service does, and others that a correct receiver refuses: unsigned, forged, altered, old. Each\nline says what the receiver did; each mistake, what it should do. No server is needed. The events are samples of the description:\nuse a receiver whose data may be spoilt.\n\n  vatmock grade-webhooks http://localhost:3000/hooks --secret whsec_...\n  VATMOCK_WEBHOOK_SECRET=whsec_... vatmock grade-webhooks localhost:3000/hooks",
    notes:
      "Exit codes: 0 the receiver is correct, 1 it makes mistakes or is unreachable, 2 invalid command line.",
    flags: {
      secret: {
        env: "VATMOCK_WEBHOOK_SECRET",
        value: "SECRET",
        help: "the secret that your receiver verifies with",
      },
      profile: {
        value: "NAME|FILE",
        fallback: "stripe",
        help: "how deliveries are signed: stripe, standard-webhooks, github, or a file as for --webhook-signature",
      },
    },
  },
  {
    name: "mcp",
    words: "[options]",
    summary: "give a coding agent tools that explain requests, findings and orders",
    about:
      "Gives a coding agent tools that explain the server to it: find and show operations, list and explain requests, findings,\ncoverage, the next steps of an order, scenarios, webhooks. The agent's program starts this command and talks to it over stdin and\nstdout; with --port, it listens on loopback for streamable HTTP, and a request's own access token chooses its sandbox. Tools only\nread, unless --allow-changes is given.\n\n  vatmock mcp\n  vatmock mcp --allow-changes --url https://stub.example\n  vatmock mcp --port 4011",
    callsServer: true,
    notes:
      "Exit codes: 0 the agent has left, or Ctrl-C, 1 the port is in use, 2 invalid command line.",
    flags: {
      port: {
        value: "PORT",
        help: "listen on this port of 127.0.0.1 instead; 0 for any that is free",
      },
      "allow-changes": {
        help: "also offer the tools that change the sandbox: play a scenario, advance the clock, move an order",
      },
    },
  },
  {
    name: "listen",
    words: "[options]",
    summary: "forward the webhooks of any server to this machine",
    usage: "--forward URL",
    about:
      "Registers a webhook endpoint in your sandbox and forwards each delivery to URL with the same headers, bytes and signature. The\nresponse of your receiver is the outcome of the attempt, with retries and history as usual. The signing secret is printed at\nstart. Ctrl-C stops listening and pauses the webhook endpoint; events in the meantime are delivered when you listen again.\n\n  vatmock listen --forward localhost:3000/hooks\n  vatmock listen --forward localhost:3000/hooks --events 'compliance.*' --url https://stub.example\n  vatmock listen --print",
    callsServer: true,
    notes:
      "Exit codes: 0 stopped by Ctrl-C, 1 the server refuses or is unreachable, 2 invalid command line.",
    flags: {
      forward: {
        value: "URL",
        help: "forward deliveries to this URL, such as http://localhost:3000/hooks or localhost:3000/hooks",
      },
      events: {
        value: "NAMES",
        fallback: "all",
        help: "comma-separated event types and segment wildcards, such as compliance.*,kyc.vies_check_failed",
      },
      print: {
        help: "print the headers and body of each delivery; without --forward, respond to each with 200",
      },
      name: {
        value: "NAME",
        fallback: "the host name of this machine",
        help: "name of this listener; a listener with the same name gets its earlier secret and pending deliveries back",
      },
      secret: {
        env: "VATMOCK_WEBHOOK_SECRET",
        value: "SECRET",
        help: "sign with this secret, which your receiver already uses (at least 16 characters); by default the previous one, or a new one",
      },
    },
  },
  {
    name: "trigger",
    words: "[EVENT]",
    summary: "emit a sample event in a sandbox, or list all",
    about:
      "The event is delivered through the outbox to the webhook endpoints that subscribe to it, as if it had happened. Nothing else\nin the sandbox changes. Without EVENT, lists all events of the API that the server serves. Fields that you do not set come from the order, buyer, ... that you name, or from a sample.\n\n  vatmock trigger compliance.decision_made\n  vatmock trigger compliance.status_changed --order UUID\n  vatmock trigger kyc.verification_completed --set outcome=REJECTED --set reason='The passport had expired.'",
    callsServer: true,
    notes:
      "Exit codes: 0 the event was emitted, 1 the server refused it or is unreachable, 2 invalid command line.",
    flags: {
      set: {
        value: "PATH=VALUE",
        isRepeated: true,
        help: "set a field of data, such as outcome=REJECTED or blockers[0].code=CMR_MISSING; values that are valid JSON are parsed as JSON",
      },
      order: {
        value: "UUID",
        help: "the order of the event; for kyc events, the order of the buyer",
      },
      buyer: { value: "UUID", help: "the buyer" },
      prospect: { value: "UUID", help: "the prospect" },
      invitation: { value: "UUID", help: "the self-service invitation" },
      webhook: { value: "ID", help: "the webhook endpoint, for webhook.* events" },
    },
  },
  {
    name: "verify",
    words: "[FILE]",
    summary: "check whether a webhook delivery is genuine, and if not, why",
    about:
      "Checks the signature of a delivery as a correct receiver does, step by step. If it is not genuine, the causes say what is\nmost likely wrong and how to mend it. FILE is the delivery as your receiver got it: the headers, an empty line, and the body byte\nfor byte; the arrows of curl -v do not matter. Without --secret, the server verifies with the secrets of --webhook, or of all\nwebhook endpoints of the sandbox.\n\n  vatmock verify delivery.http\n  vatmock verify delivery.http --secret whsec_...\n  vatmock verify --delivery del_01JBE2A5T0X3C6V9B2N5M8Q1WZ",
    callsServer: true,
    wordChoices: "files",
    notes:
      "Exit codes: 0 the delivery is genuine, 1 it is not, or the server refuses or is unreachable, 2 invalid command line or\nunreadable file.",
    flags: {
      delivery: {
        value: "ID",
        help: "a delivery of the sandbox, for the headers and the body that you do not give",
      },
      secret: {
        env: "VATMOCK_WEBHOOK_SECRET",
        value: "SECRET",
        help: "the secret that your receiver verifies with",
      },
      webhook: { value: "ID", help: "verify with the secrets of this webhook endpoint" },
      at: {
        value: "TIME",
        help: "when you received it, such as 2026-11-20T09:00:03Z (default: now, on the wall clock)",
      },
    },
  },
  {
    name: "explain",
    words: "[ID|last]",
    summary: "explain why the server responded to a request as it did",
    about:
      "The explanation lists every check that the request passed, the one that refused it with its rule, and the smallest change\nthat would have passed. ID is the X-Mock-Request-Id of a response; last is the newest request. Without an argument, vatmock\nexplains the newest refusal (a status of 400 or above), or the newest request if none was refused.\n\n  vatmock explain\n  vatmock explain last\n  vatmock explain 0f7c5752-6f6e-4f9e-9d3a-7c1f1c7f2a10",
    callsServer: true,
    wordChoices: ["last"],
    notes:
      "Exit codes: 0 success, 1 the request does not exist, or the server refuses or is unreachable,\n2 invalid command line.",
    flags: {},
  },
  {
    name: "next",
    words: "ORDER",
    summary: "list what an order can do next",
    about:
      "The list has the calls that a client may send now, the simulators that are possible, and the next job of the order or its\nbuyer, each with what it leads to. ORDER is the UUID of an order, or its externalOrderId. Nothing is changed.\n\n  vatmock next 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026\n  vatmock next ORD-2026-0417 --curl",
    callsServer: true,
    notes:
      "Exit codes: 0 success, 1 the order does not exist, or the server refuses or is unreachable,\n2 invalid command line.",
    flags: {
      curl: {
        help: "print the calls of a client as shell commands, which take an access token from TOKEN",
      },
    },
  },
  {
    name: "goto",
    words: "ORDER STATUS",
    summary: "bring an order to a status or a verdict",
    about:
      "The server sends the calls that a client would send, advances the clock and runs simulators, on the shortest way to STATUS: a\nstatus of the order, or VALID_EXPORT or VAT_APPLICABLE for a verdict with that decision. Between the steps, the clock advances as\nlong as payment and transport usually take: tokens expire. ORDER is the UUID of an order, or\nits externalOrderId. On the way to VAT_APPLICABLE, the evidence is completed and a rule decides, unless --because names another reason.\n\n  vatmock goto 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026 TRANSPORT_COMPLETED\n  vatmock goto ORD-2026-0417 VALID_EXPORT\n  vatmock goto ORD-2026-0417 VAT_APPLICABLE --because vies",
    callsServer: true,
    wordChoices: [
      "CREATED",
      "INVOICE_SUBMITTED",
      "PAYMENT_SUBMITTED",
      "READY_FOR_PICKUP",
      "TRANSPORT_IN_PROGRESS",
      "TRANSPORT_COMPLETED",
      "COMPLIANCE_VALID",
      "COMPLIANCE_INVALID",
      "CANCELLED",
      "VALID_EXPORT",
      "VAT_APPLICABLE",
    ],
    notes:
      "Exit codes: 0 the order is there, 1 no way leads there, a step was refused, the order does not exist, or the server\nrefuses or is unreachable, 2 invalid command line.",
    flags: {
      because: {
        value: "REASON",
        help: "why VAT applies: domestic, third-country, seller, margin-scheme, vies, kyc, blocked; the last three concern all orders of the buyer",
        choices: ["domestic", "third-country", "seller", "margin-scheme", "vies", "kyc", "blocked"],
      },
      "no-wait": { help: "let no time pass on the clock of the sandbox: all steps are made now" },
    },
  },
  {
    name: "orders",
    words: "[TEXT]",
    summary: "list the orders of a sandbox",
    about:
      "Lists the orders of the sandbox, at most 100, those changed last first: externalOrderId, status, verdict or blockers, buyer, UUID. TEXT selects\nthose whose UUID, externalOrderId, VINs, buyer or VAT number contain it.\n\n  vatmock orders\n  vatmock orders DE100",
    callsServer: true,
    notes: "Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.",
    flags: {},
  },
  {
    name: "next-call",
    words: "OPERATION",
    summary: "decide what becomes of the next call: status, fault or delay",
    usage: "OPERATION [--status 409] [--fault reset] [--delay PT5S] [options]",
    about:
      "The next call of OPERATION, an operationId or '*' for any, gets this response instead of the usual one, once it has passed every\ncheck. It is a scenario of one step, active in the sandbox until it is used up; a second one for the same operation waits.\n\n  vatmock next-call createOrder --status 409\n  vatmock next-call createOrder --fault reset\n  vatmock next-call getOrder --delay PT5S --times 3\n  vatmock next-call createOrder --status 409 --save conflict.yaml",
    callsServer: true,
    notes:
      "Exit codes: 0 success, 1 the operation cannot do this, or the server refuses or is unreachable, 2 invalid command line.",
    flags: {
      status: {
        value: "STATUS",
        help: "a status that the operation declares, with the first example of it",
      },
      fault: {
        value: "FAULT",
        help: "what breaks the response",
        choices: [
          "reset",
          "commit-then-reset",
          "slow-body",
          "CONNECTION_RESET_BY_PEER",
          "EMPTY_RESPONSE",
          "MALFORMED_RESPONSE_CHUNK",
          "RANDOM_DATA_THEN_CLOSE",
        ],
      },
      delay: {
        value: "DURATION",
        help: "how long the response is held back, in real time, such as PT5S",
      },
      times: { value: "N", fallback: "1", help: "for how many calls" },
      "off-contract": { help: "accept a status that the operation does not declare" },
      save: { value: "FILE", help: "also save the scenario as a file, to keep and change it" },
    },
  },
  {
    name: "scenario",
    words: "[on|off NAME]",
    summary: "activate or end a scenario, or list all",
    about:
      "Activates a scenario for every call to the sandbox, from its beginning, or ends it. Without an argument, lists the scenarios and\nmarks the active ones.\n\n  vatmock scenario\n  vatmock scenario on lost-answer\n  vatmock scenario off lost-answer",
    callsServer: true,
    wordChoices: ["on", "off"],
    notes:
      "Exit codes: 0 success, 1 the scenario does not exist, or the server refuses or is unreachable, 2 invalid command line.",
    flags: {},
  },
  {
    name: "clock",
    words: "[+DURATION|INSTANT|freeze|resume]",
    summary: "read or move the clock of a sandbox",
    about:
      "Without an argument, prints the time on the sandbox's clock. Otherwise moves it, and everything that becomes due happens on the\nway, each at its own time. The clock never goes back.\n\n  vatmock clock\n  vatmock clock +3d\n  vatmock clock +1h30m\n  vatmock clock 2026-12-24T18:00:00Z\n  vatmock clock freeze\n  vatmock clock resume",
    callsServer: true,
    wordChoices: ["freeze", "resume", "+1h", "+1d"],
    notes: "Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.",
    flags: {},
  },
  {
    name: "log",
    words: "[options]",
    summary: "list the latest requests, or follow them",
    about:
      'Lists the latest requests of the sandbox, oldest first: time, status, method and path, the reason of a refusal, and the id that\n"vatmock explain" takes. --follow continues with each new one until you press Ctrl-C.\n\n  vatmock log --follow',
    callsServer: true,
    notes:
      "Exit codes: 0 success, 1 the server refuses, is unreachable or closes the stream, 2 invalid command line.",
    flags: {
      follow: { help: "continue with new requests" },
      limit: { value: "N", fallback: "20", help: "how many earlier ones, at most 1000" },
    },
  },
  {
    name: "reset",
    words: "[options]",
    summary: "reset a sandbox to its fixtures",
    about:
      "Restores the initial state of the sandbox: its fixtures, and a clock that follows the wall clock. Scenarios end, and the journal\nis empty. Clients keep their secrets and tokens.",
    callsServer: true,
    notes: "Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.",
    flags: {},
  },
  {
    name: "backup",
    words: "FILE",
    summary: "save all data of a running server in a file",
    about:
      "Saves all data of a running server that was started with --data, while it goes on serving requests. FILE must not exist\nyet; only you can read it, since it contains secrets.\n\n  vatmock backup vatmock-backup.db\n  VATMOCK_TOKEN=$ADMIN_TOKEN vatmock backup vatmock-backup.db --url https://stub.example\n\nTo restore it, stop the server, put the file into its data folder as vatmock.db, remove vatmock.db-wal, and start it again.",
    callsServer: true,
    notes:
      "Exit codes: 0 success, 1 the file cannot be written, or the server refuses or is unreachable, 2 invalid command line.",
    flags: {},
  },
  {
    name: "completion",
    words: "bash",
    summary: "print a script that completes commands and options in a shell",
    about:
      "  source <(vatmock completion bash)           # in ~/.bashrc\n  autoload -U bashcompinit && bashcompinit    # the line before it in ~/.zshrc, after compinit",
    wordChoices: ["bash"],
    flags: {},
  },
] as const;
