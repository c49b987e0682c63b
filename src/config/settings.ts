import { LIMITS } from './limits.ts';
import { choice, duration, integer, optionalInteger, text } from './setting.ts';

/**
 * What an operator turns, with its default: each setting is a flag (`--public-url`), an environment variable
 * (`VATMOCK_PUBLIC_URL`) and an option of `createMock` (`publicUrl`). `vatmock serve --help` and docs/configuration.md are made
 * from this list. A flag overrides its environment variable, which overrides the default.
 */
export const SETTINGS = {
  port: integer({ maximum: 65_535, fallback: '4010', help: 'Port to listen on; 0 picks a free one.' }),
  host: text({
    fallback: '127.0.0.1',
    value: 'ADDRESS',
    help: 'Address to listen on. Other machines can reach any address but loopback.',
  }),
  mode: choice({
    choices: ['local', 'hosted'],
    fallback: 'local',
    help: 'local provides fixed identities for tests and demos. hosted provides none: the operator creates sandboxes with ADMIN_TOKEN, and each caller controls only its own.',
  }),
  controlAccess: choice({
    choices: ['auto', 'open'],
    fallback: 'auto',
    help: 'Who may use the control API without a token. auto: programs on this machine, and only if the server listens on loopback. open: every client, for a container whose port is published on 127.0.0.1 only.',
  }),
  publicUrl: text({
    fallback: undefined,
    value: 'URL',
    help: 'URL at which clients reach the server, if it differs from the address it listens on (a proxy, a container).',
  }),
  corsOrigins: text({
    fallback: 'local',
    hostedFallback: 'none',
    value: 'LIST',
    help: 'Origins whose web pages may call the server: local (pages on this machine: localhost, any port), * (all), none, or a list (https://app.example,http://localhost:3000). Only listed origins may also call the control API, with a token, and inboxes.',
  }),
  allowedHosts: text({
    fallback: undefined,
    value: 'NAMES',
    help: 'Host names by which clients may call a local server, besides localhost, its addresses and the host of --public-url: vatmock,host.docker.internal. Requests to any other name are refused, since a web page could have let it resolve to this machine.',
  }),
  trustedProxies: integer({
    maximum: 10,
    fallback: '0',
    help: 'Number of proxies in front of the server that each append the address of their client to X-Forwarded-For. With 0, the address of a client is that of its connection.',
  }),
  console: choice({
    choices: ['on', 'off'],
    fallback: 'on',
    help: 'Whether the server has the browser console at /__console, to which GET / sends browsers. Without it, GET / shows them a page of links.',
  }),
  signup: choice({
    choices: ['off', 'open'],
    fallback: 'off',
    help: 'Whether visitors without a link get a sandbox from the start page of the console. open lets everyone who reaches the server sign up, within --limits sign-ups-per-address and sign-ups-per-hour.',
  }),
  seed: text({
    fallback: 'vatmock',
    value: 'TEXT',
    help: 'Seed of generated bodies and ids: the same seed and the same calls return the same responses.',
  }),
  frozenAt: text({
    fallback: undefined,
    value: 'INSTANT',
    help: 'Freeze the clock of each new sandbox at this instant, such as 2026-11-20T09:00:00Z, until it is moved or resumed. With a seed, the same calls then return the same responses on any day. By default, clocks follow the system clock.',
  }),
  assume: text({
    fallback: undefined,
    value: 'ID=ALTERNATIVE,...',
    help: 'Alternatives to our choices where the API description is silent, such as etag-format=weak. docs/assumptions.md lists them.',
  }),
  organizations: text({
    fallback: undefined,
    value: 'FILE',
    help: 'Load organizations with their clients and sellers from this file instead of the bundled ones, in the format of fixtures/organizations.yaml.',
  }),
  scenarios: text({
    fallback: undefined,
    value: 'FOLDER',
    help: 'Load your own scenarios from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.',
  }),
  storyboards: text({
    fallback: undefined,
    value: 'FOLDER',
    help: 'Load your own storyboards from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.',
  }),
  delays: choice({
    choices: ['real', 'skip'],
    fallback: 'real',
    help: 'Delays of scenarios. real waits, even while the clock of the sandbox is frozen; skip records each delay and responds immediately.',
  }),
  spec: text({
    fallback: undefined,
    value: 'FILE-OR-FOLDER-OR-URL,...',
    help: 'Serve these descriptions (OpenAPI 3.0, 3.1 or 3.2, Swagger 2.0) instead of the bundled one: requests are validated, what they create is kept, other responses are generated. Each is served under its base path. A URL (https, or http on this machine) is fetched once, at the start.',
  }),
  overlay: text({
    fallback: undefined,
    value: 'FILE,...',
    help: 'Change the description of --spec by these overlays (Overlay 1.0 or 1.1), in this order, before it is served.',
  }),
  asyncapi: text({
    fallback: undefined,
    value: 'FILE',
    help: 'AsyncAPI 2.0 to 2.6, 3.0 or 3.1 description of the events that the API of --spec sends, in addition to its webhooks.',
  }),
  emit: choice({
    choices: ['inferred', 'none'],
    fallback: 'inferred',
    help: 'When --spec sends events. inferred: when the change of a kept thing matches the name and the body of an event, such as ticket.created. none: only where x-emits of an operation says so. Scenarios and vatmock trigger send any event.',
  }),
  behaviours: text({
    fallback: undefined,
    value: 'FILE',
    help: 'A module with your own behaviours (docs/foreign-descriptions.md): functions by operationId, which respond instead of the usual behaviours. By default, behaviours.ts (.mts, .js or .mjs) beside the description of --spec, if there is one; none ignores that. It is reloaded when it changes. It runs in this process and may do whatever the server may.',
  }),
  state: choice({
    choices: ['inferred', 'strict', 'none'],
    fallback: 'inferred',
    help: 'What --spec keeps. inferred: what operations create is kept and shown by those that read it; what was never created is generated. strict: that is a 404, if the operation declares one. none: everything is generated.',
  }),
  seedRecords: integer({
    maximum: 1000,
    fallback: '0',
    help: 'How many generated records each resource of --spec begins with in a new sandbox.',
  }),
  data: text({
    fallback: undefined,
    value: 'FOLDER',
    help: 'Store all sandboxes in this folder, so that they survive a restart. By default, they are kept in memory.',
  }),
  databaseUrl: text({
    fallback: undefined,
    value: 'URL',
    help: 'Store all sandboxes in this PostgreSQL database, such as postgres://user:password@host/database?schema=vatmock, which several servers can use at the same time. The schema is created if it does not exist. Without it and without --data, the variable DATABASE_URL counts, if it names a PostgreSQL database. Prefer a variable: process lists show flags.',
  }),
  internalUrl: text({
    fallback: undefined,
    value: 'URL',
    help: 'URL at which the other servers of --database-url reach this one, such as http://10.0.0.7:8080: each sandbox is worked on by one server, and the others pass its requests on. By default, the address that this server listens on.',
  }),
  webhookEgress: choice({
    choices: ['auto', 'local', 'public-only'],
    fallback: 'auto',
    hostedFallback: 'public-only',
    help: 'Allowed destinations of webhooks. local: this machine and public addresses. public-only: HTTPS to public addresses on ports 443 and 8443. auto: local if the server listens on loopback, otherwise public-only.',
  }),
  webhookAllow: text({
    fallback: undefined,
    value: 'LIST',
    help: 'Additional destinations of webhooks: hosts with or without a port, and address ranges (receiver:8080,10.0.0.0/8).',
  }),
  webhookUrl: text({
    fallback: undefined,
    value: 'URL',
    help: 'Send every event of every sandbox to this URL, without registration (docs/webhooks.md). Not in hosted mode.',
  }),
  webhookSecret: text({
    fallback: undefined,
    value: 'SECRET',
    help: 'Secret that signs the deliveries to --webhook-url: 16 to 200 printable characters without spaces. By default, a secret derived from the seed and printed at start. No flag: process lists show those.',
    isSecret: true,
  }),
  webhookSignature: text({
    fallback: 'stripe',
    value: 'PROFILE-OR-FILE',
    help: 'Signature profile of webhooks: stripe, standard-webhooks, github, or a file with your own profile (docs/webhooks.md).',
  }),
  identityProfile: choice({
    choices: ['default', 'keycloak'],
    fallback: 'default',
    help: 'Format of the token endpoint’s errors: default as the API description documents them, keycloak as a Keycloak server sends them.',
  }),
  logLevel: choice({
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
    help: 'Minimum level of log lines on standard error: debug, info (one line per request), warn, error, silent.',
  }),
  logFormat: choice({
    choices: ['auto', 'pretty', 'json'],
    fallback: 'auto',
    help: 'pretty for people, json for machines. auto is pretty on a terminal (in colour unless NO_COLOR is set), otherwise json.',
  }),
  metricsPort: optionalInteger({
    maximum: 65_535,
    help: 'Show metrics for Prometheus at /metrics on this port, a listener of its own; 0 picks a free one. By default, nothing is measured.',
  }),
  metricsHost: text({
    fallback: '127.0.0.1',
    value: 'ADDRESS',
    help: 'Address for --metrics-port. Metrics need no token: other machines can read them at any address but loopback.',
  }),
  drainDelay: duration({
    fallback: 'PT0S',
    hostedFallback: 'PT2S',
    help: 'After SIGTERM or Ctrl-C, GET /__admin/ready returns 503 while the server still accepts requests for this long, so that load balancers turn away from it; then it finishes requests in progress. Keep it 8 seconds below the time after which the process is killed (stop_grace_period).',
  }),
  limits: text({
    fallback: undefined,
    value: 'NAME=VALUE,...',
    help: 'Limits that differ from those of the mode, such as max-guesses=10,sandbox-ttl=P30D. docs/configuration.md lists them. An entry overrides the one of the variable.',
  }),
};

/** Settings and limits: all that `createMock` takes. */
export const READERS = { ...SETTINGS, ...LIMITS };

export type SettingName = keyof typeof READERS;

/** The checked settings: one shape for flags, environment variables and `createMock`. */
export type Config = { readonly [Name in SettingName]: ReturnType<(typeof READERS)[Name]['read']> };

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(READERS, name);

export const SETTING_NAMES: readonly SettingName[] = Object.keys(READERS).filter(isSettingName);
