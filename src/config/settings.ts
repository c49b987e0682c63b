/**
 * Every setting of the server, with its default: the table in docs/configuration.md is made from this list, and so is
 * `vatmock serve --help`. A flag wins over its environment variable, which wins over the default.
 */
export interface Setting {
  readonly flag: string;
  readonly env: string;
  readonly kind: 'text' | 'integer' | 'choice';
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** As a user would type it; undefined when there is none. */
  readonly fallback: string | undefined;
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
    value: 'NUMBER',
    help: 'How many records one sandbox may hold (orders, buyers, stored answers, events ...); beyond that writes get 507.',
  },
  sandboxBytes: {
    flag: 'sandbox-bytes',
    env: 'VATMOCK_SANDBOX_BYTES',
    kind: 'integer',
    minimum: MEBIBYTE,
    maximum: 1024 * 1024 * MEBIBYTE,
    fallback: String(2048 * MEBIBYTE),
    value: 'BYTES',
    help: 'How much one sandbox may hold, uploads included; beyond that writes get 507.',
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
