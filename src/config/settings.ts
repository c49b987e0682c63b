/**
 * Every setting of the server, with its default: the table in docs/configuration.md is made from this list, and so is
 * `vatmock serve --help`. A flag wins over its environment variable, which wins over the default.
 */
export interface Setting {
  readonly flag: string;
  readonly env: string;
  /** A duration is ISO 8601 of a fixed length. */
  readonly kind: 'text' | 'integer' | 'choice' | 'duration';
  /** All values of a choice; words that a duration may be instead. */
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** As a user would type it; undefined when there is none. */
  readonly fallback: string | undefined;
  /** What takes its place in hosted mode. */
  readonly hostedFallback?: string;
  /** The value's name in the help. */
  readonly value: string;
  readonly help: string;
}

const MEBIBYTE = 1_048_576;

export const SETTINGS = {
  port: {
    flag: 'port',
    env: 'PORT',
    kind: 'integer',
    minimum: 0,
    maximum: 65_535,
    fallback: '4010',
    value: 'NUMBER',
    help: 'Port to listen on; 0 picks a free one.',
  },
  host: {
    flag: 'host',
    env: 'HOST',
    kind: 'text',
    fallback: '127.0.0.1',
    value: 'ADDRESS',
    help: 'Address to listen on. Anything but loopback lets other machines in.',
  },
  spec: {
    flag: 'spec',
    env: 'VATMOCK_SPEC',
    kind: 'text',
    fallback: undefined,
    value: 'FILE-OR-FOLDER',
    help: 'Serve this OpenAPI 3.0 or 3.1 description instead of the bundled one: validation and faked answers.',
  },
  mode: {
    flag: 'mode',
    env: 'VATMOCK_MODE',
    kind: 'choice',
    choices: ['local', 'hosted'],
    fallback: 'local',
    value: 'MODE',
    help: 'local has fixed identities for tests and demos; hosted has none: whoever holds ADMIN_TOKEN creates sandboxes, and each caller steers its own only.',
  },
  seed: {
    flag: 'seed',
    env: 'VATMOCK_SEED',
    kind: 'text',
    fallback: 'vatmock',
    value: 'TEXT',
    help: 'Where generated bodies and ids start from: the same seed and the same calls give the same answers.',
  },
  publicUrl: {
    flag: 'public-url',
    env: 'VATMOCK_PUBLIC_URL',
    kind: 'text',
    fallback: undefined,
    value: 'URL',
    help: 'How clients reach the server, when that is not the address it listens on (a proxy, a container).',
  },
  organizations: {
    flag: 'organizations',
    env: 'VATMOCK_ORGANIZATIONS',
    kind: 'text',
    fallback: undefined,
    value: 'FILE',
    help: 'Organizations with their clients and sellers, in the form of fixtures/organizations.yaml, instead of the bundled ones.',
  },
  data: {
    flag: 'data',
    env: 'VATMOCK_DATA',
    kind: 'text',
    fallback: undefined,
    value: 'FOLDER',
    help: 'Keep all sandboxes in this folder, so that a restart loses nothing; without it they live in memory.',
  },
  sandboxDocuments: {
    flag: 'sandbox-documents',
    env: 'VATMOCK_SANDBOX_DOCUMENTS',
    kind: 'integer',
    minimum: 100,
    maximum: 100_000_000,
    fallback: '1000000',
    hostedFallback: '20000',
    value: 'NUMBER',
    help: 'How many records one sandbox may hold (orders, buyers, stored answers, events ...); beyond that writes get 507. In hosted mode 20000.',
  },
  sandboxBytes: {
    flag: 'sandbox-bytes',
    env: 'VATMOCK_SANDBOX_BYTES',
    kind: 'integer',
    minimum: MEBIBYTE,
    maximum: 1024 * 1024 * MEBIBYTE,
    fallback: String(2048 * MEBIBYTE),
    hostedFallback: String(64 * MEBIBYTE),
    value: 'BYTES',
    help: 'How much one sandbox may hold, uploads included; beyond that writes get 507. In hosted mode 67108864.',
  },
  maxSandboxes: {
    flag: 'max-sandboxes',
    env: 'VATMOCK_MAX_SANDBOXES',
    kind: 'integer',
    minimum: 1,
    maximum: 100_000,
    fallback: '1000',
    hostedFallback: '100',
    value: 'NUMBER',
    help: 'How many sandboxes may be created beside those of the organizations; the next one takes the place of the one that has been idle longest, or gets 507. In hosted mode 100.',
  },
  sandboxMinIdle: {
    flag: 'sandbox-min-idle',
    env: 'VATMOCK_SANDBOX_MIN_IDLE',
    kind: 'duration',
    fallback: 'PT1H',
    hostedFallback: 'P1D',
    value: 'DURATION',
    help: 'A created sandbox that was used within this time never makes room for another. In hosted mode P1D.',
  },
  sandboxTtl: {
    flag: 'sandbox-ttl',
    env: 'VATMOCK_SANDBOX_TTL',
    kind: 'duration',
    choices: ['never'],
    fallback: 'never',
    hostedFallback: 'P7D',
    value: 'DURATION',
    help: 'A created sandbox that nobody has used for so long is dropped, or never. In hosted mode P7D.',
  },
  identityProfile: {
    flag: 'identity-profile',
    env: 'VATMOCK_IDENTITY_PROFILE',
    kind: 'choice',
    choices: ['default', 'keycloak'],
    fallback: 'default',
    value: 'PROFILE',
    help: 'How the token endpoint refuses: default as the description says, keycloak as such a server does.',
  },
  logLevel: {
    flag: 'log-level',
    env: 'VATMOCK_LOG_LEVEL',
    kind: 'choice',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
    value: 'LEVEL',
    help: 'What is logged to standard error: debug, info (a line per request), warn, error, silent.',
  },
  logFormat: {
    flag: 'log-format',
    env: 'VATMOCK_LOG_FORMAT',
    kind: 'choice',
    choices: ['auto', 'pretty', 'json'],
    fallback: 'auto',
    value: 'FORMAT',
    help: 'pretty for people, json for machines; auto is pretty on a terminal.',
  },
  maxBodyBytes: {
    flag: 'max-body-bytes',
    env: 'VATMOCK_MAX_BODY_BYTES',
    kind: 'integer',
    minimum: 1024,
    maximum: 64 * MEBIBYTE,
    fallback: String(MEBIBYTE),
    value: 'BYTES',
    help: 'Largest request body that is read; larger ones get 413.',
  },
  maxUploadBytes: {
    flag: 'max-upload-bytes',
    env: 'VATMOCK_MAX_UPLOAD_BYTES',
    kind: 'integer',
    minimum: 1024,
    maximum: 256 * MEBIBYTE,
    fallback: String(10 * MEBIBYTE),
    value: 'BYTES',
    help: 'Largest multipart upload that is read; larger ones get 413.',
  },
  webhookEgress: {
    flag: 'webhook-egress',
    env: 'VATMOCK_WEBHOOK_EGRESS',
    kind: 'choice',
    choices: ['auto', 'local', 'public-only'],
    fallback: 'auto',
    hostedFallback: 'public-only',
    value: 'MODE',
    help: 'Where webhooks may go: local to this machine and to public addresses, public-only by https to public addresses on ports 443 and 8443; auto is local while only this machine reaches the server.',
  },
  webhookAllow: {
    flag: 'webhook-allow',
    env: 'VATMOCK_WEBHOOK_ALLOW',
    kind: 'text',
    fallback: undefined,
    value: 'LIST',
    help: 'Where webhooks may go besides: hosts with or without a port, and ranges of addresses (receiver:8080,10.0.0.0/8).',
  },
  webhookSignature: {
    flag: 'webhook-signature',
    env: 'VATMOCK_WEBHOOK_SIGNATURE',
    kind: 'text',
    fallback: 'stripe',
    value: 'PROFILE-OR-FILE',
    help: 'How webhooks are signed: stripe, standard-webhooks, github, or a file with a profile of your own (docs/webhooks.md).',
  },
  webhookTimeout: {
    flag: 'webhook-timeout',
    env: 'VATMOCK_WEBHOOK_TIMEOUT',
    kind: 'integer',
    minimum: 50,
    maximum: 60_000,
    fallback: '15000',
    value: 'MILLISECONDS',
    help: 'How long a receiver may take to answer a webhook, three seconds at most of them to connect.',
  },
  scenarios: {
    flag: 'scenarios',
    env: 'VATMOCK_SCENARIOS',
    kind: 'text',
    fallback: undefined,
    value: 'FOLDER',
    help: 'Scenarios of your own, in the form of the bundled ones, which stay there too. Read anew when they change; while one is broken the former ones stay in use.',
  },
  delays: {
    flag: 'delays',
    env: 'VATMOCK_DELAYS',
    kind: 'choice',
    choices: ['real', 'skip'],
    fallback: 'real',
    value: 'HOW',
    help: 'Delays of scenarios: real waits for them, also where the clock of the sandbox is frozen; skip draws and notes them, and answers at once.',
  },
  maxStateBytes: {
    flag: 'max-state-bytes',
    env: 'VATMOCK_MAX_STATE_BYTES',
    kind: 'integer',
    minimum: 1024,
    maximum: 256 * MEBIBYTE,
    fallback: String(64 * MEBIBYTE),
    hostedFallback: String(16 * MEBIBYTE),
    value: 'BYTES',
    help: 'Largest state of a sandbox that is exported or imported as one document. In hosted mode 16777216.',
  },
  headersTimeout: {
    flag: 'headers-timeout',
    env: 'VATMOCK_HEADERS_TIMEOUT',
    kind: 'integer',
    minimum: 50,
    maximum: 600_000,
    fallback: '10000',
    value: 'MILLISECONDS',
    help: 'How long a client may take to send its headers; then 408.',
  },
  requestTimeout: {
    flag: 'request-timeout',
    env: 'VATMOCK_REQUEST_TIMEOUT',
    kind: 'integer',
    minimum: 50,
    maximum: 600_000,
    fallback: '30000',
    value: 'MILLISECONDS',
    help: 'How long a client may take to send a whole request; then 408.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
