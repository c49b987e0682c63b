import { MEBIBYTE, type Setting, choice, integer, text } from './setting.ts';
import { INTAKE_SETTINGS } from './intake-settings.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';
import { OPERATION_SETTINGS } from './operation-settings.ts';
import { SANDBOX_SETTINGS } from './sandbox-settings.ts';
import { VISITOR_SETTINGS } from './visitor-settings.ts';
import { WEBHOOK_SETTINGS } from './webhook-settings.ts';

/**
 * Every setting of the server, with its default: the table in docs/configuration.md is generated from this list, and so
 * is `vatmock serve --help`. A flag overrides its environment variable, which overrides the default.
 */
export const SETTINGS = {
  port: integer({
    flag: 'port',
    env: 'PORT',
    minimum: 0,
    maximum: 65_535,
    fallback: '4010',
    value: 'NUMBER',
    help: 'Port to listen on; 0 picks a free one.',
  }),
  host: text({
    flag: 'host',
    env: 'HOST',
    fallback: '127.0.0.1',
    value: 'ADDRESS',
    help: 'Address to listen on. Other machines can reach any address but loopback.',
  }),
  spec: text({
    flag: 'spec',
    env: 'VATMOCK_SPEC',
    fallback: undefined,
    value: 'FILE-OR-FOLDER',
    help: 'Serve this OpenAPI 3.0, 3.1 or 3.2 description instead of the bundled one, with validation and generated responses.',
  }),
  discriminators: choice({
    flag: 'discriminators',
    env: 'VATMOCK_DISCRIMINATORS',
    choices: ['choose', 'hint'],
    fallback: 'choose',
    value: 'HOW',
    help: 'How --spec reads the discriminator of oneOf and anyOf. choose validates a body against the schema that it names. hint only explains: the body must match exactly one schema of oneOf, as OpenAPI has it.',
  }),
  mode: choice({
    flag: 'mode',
    env: 'VATMOCK_MODE',
    choices: ['local', 'hosted'],
    fallback: 'local',
    value: 'MODE',
    help: 'local provides fixed identities for tests and demos. hosted provides none: the operator creates sandboxes with ADMIN_TOKEN, and each caller controls only its own.',
  }),
  controlAccess: choice({
    flag: 'control-access',
    env: 'VATMOCK_CONTROL_ACCESS',
    choices: ['auto', 'open'],
    fallback: 'auto',
    value: 'HOW',
    help: 'Who may use the control API without a token. auto: programs on this machine, and only if the server listens on loopback. open: every client, for a container whose port is published on 127.0.0.1 only.',
  }),
  seed: text({
    flag: 'seed',
    env: 'VATMOCK_SEED',
    fallback: 'vatmock',
    value: 'TEXT',
    help: 'Seed of generated bodies and ids: the same seed and the same calls return the same responses.',
  }),
  frozenAt: text({
    flag: 'frozen-at',
    env: 'VATMOCK_FROZEN_AT',
    fallback: undefined,
    value: 'INSTANT',
    help: 'Freeze the clock of each new sandbox at this instant, such as 2026-11-20T09:00:00Z, until it is moved or resumed. With a seed, the same calls then return the same responses on any day. By default, clocks follow the system clock.',
  }),
  assume: text({
    flag: 'assume',
    env: 'VATMOCK_ASSUME',
    fallback: undefined,
    value: 'ID=ALTERNATIVE,...',
    help: 'Alternatives to our choices where the API description is silent, such as etag-format=weak. docs/assumptions.md lists them.',
  }),
  publicUrl: text({
    flag: 'public-url',
    env: 'VATMOCK_PUBLIC_URL',
    fallback: undefined,
    value: 'URL',
    help: 'URL at which clients reach the server, if it differs from the address it listens on (a proxy, a container).',
  }),
  corsOrigins: text({
    flag: 'cors-origins',
    env: 'VATMOCK_CORS_ORIGINS',
    fallback: 'local',
    hostedFallback: 'none',
    value: 'LIST',
    help: 'Origins whose web pages may call the server: local (pages on this machine: localhost, any port), * (all), none, or a list (https://app.example,http://localhost:3000). Only listed origins may also call the control API, with a token, and inboxes.',
  }),
  allowedHosts: text({
    flag: 'allowed-hosts',
    env: 'VATMOCK_ALLOWED_HOSTS',
    fallback: undefined,
    value: 'NAMES',
    help: 'Host names by which clients may call a local server, besides localhost, its addresses and the host of --public-url: vatmock,host.docker.internal. Requests to any other name are refused, since a web page could have let it resolve to this machine.',
  }),
  console: choice({
    flag: 'console',
    env: 'VATMOCK_CONSOLE',
    choices: ['on', 'off'],
    fallback: 'on',
    value: 'WHETHER',
    help: 'Whether the server has the browser console at /__console, to which GET / sends browsers. Without it, GET / shows them a page of links.',
  }),
  organizations: text({
    flag: 'organizations',
    env: 'VATMOCK_ORGANIZATIONS',
    fallback: undefined,
    value: 'FILE',
    help: 'Load organizations with their clients and sellers from this file instead of the bundled ones, in the format of fixtures/organizations.yaml.',
  }),
  ...SANDBOX_SETTINGS,
  ...OPERATION_SETTINGS,
  identityProfile: choice({
    flag: 'identity-profile',
    env: 'VATMOCK_IDENTITY_PROFILE',
    choices: ['default', 'keycloak'],
    fallback: 'default',
    value: 'PROFILE',
    help: 'Format of the token endpoint’s errors: default as the API description documents them, keycloak as a Keycloak server sends them.',
  }),
  logLevel: choice({
    flag: 'log-level',
    env: 'VATMOCK_LOG_LEVEL',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
    value: 'LEVEL',
    help: 'Minimum level of log lines on standard error: debug, info (one line per request), warn, error, silent.',
  }),
  logFormat: choice({
    flag: 'log-format',
    env: 'VATMOCK_LOG_FORMAT',
    choices: ['auto', 'pretty', 'json'],
    fallback: 'auto',
    value: 'FORMAT',
    help: 'pretty for people, json for machines. auto is pretty on a terminal (in colour unless NO_COLOR is set), otherwise json.',
  }),
  maxBodyBytes: integer({
    flag: 'max-body-bytes',
    env: 'VATMOCK_MAX_BODY_BYTES',
    minimum: 1024,
    maximum: 64 * MEBIBYTE,
    fallback: String(MEBIBYTE),
    value: 'BYTES',
    help: 'Maximum size of a request body. Larger bodies return 413.',
  }),
  maxUploadBytes: integer({
    flag: 'max-upload-bytes',
    env: 'VATMOCK_MAX_UPLOAD_BYTES',
    minimum: 1024,
    maximum: 256 * MEBIBYTE,
    fallback: String(10 * MEBIBYTE),
    value: 'BYTES',
    help: 'Maximum size of a multipart upload. Larger uploads return 413.',
  }),
  ...LIMIT_SETTINGS,
  ...WEBHOOK_SETTINGS,
  rateLimitBurst: choice({
    flag: 'rate-limit-burst',
    env: 'VATMOCK_RATE_LIMIT_BURST',
    choices: ['on', 'off'],
    fallback: 'on',
    value: 'ON-OR-OFF',
    help: 'Whether rate limits allow a burst, a sixth of the limit once per minute. off refuses the first request beyond the limit.',
  }),
  scenarios: text({
    flag: 'scenarios',
    env: 'VATMOCK_SCENARIOS',
    fallback: undefined,
    value: 'FOLDER',
    help: 'Load your own scenarios from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.',
  }),
  storyboards: text({
    flag: 'storyboards',
    env: 'VATMOCK_STORYBOARDS',
    fallback: undefined,
    value: 'FOLDER',
    help: 'Load your own storyboards from this folder, in addition to the bundled ones. Changed files are reloaded; while one is invalid, the previous versions stay in use.',
  }),
  delays: choice({
    flag: 'delays',
    env: 'VATMOCK_DELAYS',
    choices: ['real', 'skip'],
    fallback: 'real',
    value: 'HOW',
    help: 'Delays of scenarios. real waits, even while the clock of the sandbox is frozen; skip records each delay and responds immediately.',
  }),
  checkAnswers: choice({
    flag: 'check-answers',
    env: 'VATMOCK_CHECK_ANSWERS',
    choices: ['all', 'some'],
    fallback: 'some',
    value: 'WHICH',
    help: 'Which of its own responses the server validates against the description: all, or some (the first hundred of each operation and status, then one in sixteen). A response that does not conform is a bug of the server and is logged as an error.',
  }),
  maxStateBytes: integer({
    flag: 'max-state-bytes',
    env: 'VATMOCK_MAX_STATE_BYTES',
    minimum: 1024,
    maximum: 256 * MEBIBYTE,
    fallback: String(64 * MEBIBYTE),
    hostedFallback: String(16 * MEBIBYTE),
    value: 'BYTES',
    help: 'Maximum size of an exported or imported sandbox state.',
  }),
  headersTimeout: integer({
    flag: 'headers-timeout',
    env: 'VATMOCK_HEADERS_TIMEOUT',
    minimum: 50,
    maximum: 600_000,
    fallback: '10000',
    value: 'MILLISECONDS',
    help: 'Time limit for a client to send its headers. Beyond it, the response is 408.',
  }),
  requestTimeout: integer({
    flag: 'request-timeout',
    env: 'VATMOCK_REQUEST_TIMEOUT',
    minimum: 50,
    maximum: 600_000,
    fallback: '30000',
    value: 'MILLISECONDS',
    help: 'Time limit for a client to send a whole request. Beyond it, the response is 408.',
  }),
  ...VISITOR_SETTINGS,
  ...INTAKE_SETTINGS,
};

export type SettingName = keyof typeof SETTINGS;

/** The checked settings: one shape for flags, environment variables and `createMock`. */
export type Config = { readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['read']> };

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName);

/** The same settings, typed so that each reads the member of its name. */
export const READERS: { readonly [Name in SettingName]: Setting<Config[Name]> } = SETTINGS;
