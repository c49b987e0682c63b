import { MEBIBYTE, duration, integer, text } from './setting.ts';

/** Where sandboxes are stored, their size limits, how many can exist and for how long. */
export const SANDBOX_SETTINGS = {
  data: text({
    flag: 'data',
    env: 'VATMOCK_DATA',
    fallback: undefined,
    value: 'FOLDER',
    help: 'Store all sandboxes in this folder, so that they survive a restart. By default, they are kept in memory.',
  }),
  sandboxDocuments: integer({
    flag: 'sandbox-documents',
    env: 'VATMOCK_SANDBOX_DOCUMENTS',
    minimum: 100,
    maximum: 100_000_000,
    fallback: '1000000',
    hostedFallback: '20000',
    value: 'NUMBER',
    help: 'Maximum number of records in one sandbox (orders, buyers, stored responses, events ...). Beyond it, writes return 507.',
  }),
  sandboxBytes: integer({
    flag: 'sandbox-bytes',
    env: 'VATMOCK_SANDBOX_BYTES',
    minimum: MEBIBYTE,
    maximum: 1024 * 1024 * MEBIBYTE,
    fallback: String(2048 * MEBIBYTE),
    hostedFallback: String(64 * MEBIBYTE),
    value: 'BYTES',
    help: 'Maximum size of one sandbox, uploads included. Beyond it, writes return 507.',
  }),
  maxSandboxes: integer({
    flag: 'max-sandboxes',
    env: 'VATMOCK_MAX_SANDBOXES',
    minimum: 1,
    maximum: 100_000,
    fallback: '1000',
    hostedFallback: '100',
    value: 'NUMBER',
    help: 'Maximum number of sandboxes created besides those of the organizations. The next one replaces the one that has been idle longest, or returns 507.',
  }),
  sandboxMinIdle: duration({
    flag: 'sandbox-min-idle',
    env: 'VATMOCK_SANDBOX_MIN_IDLE',
    fallback: 'PT1H',
    hostedFallback: 'P1D',
    value: 'DURATION',
    help: 'A created sandbox used within this time is never dropped to make room for another.',
  }),
  sandboxTtl: duration({
    flag: 'sandbox-ttl',
    env: 'VATMOCK_SANDBOX_TTL',
    choices: ['never'],
    fallback: 'never',
    hostedFallback: 'P7D',
    value: 'DURATION',
    help: 'Drop a created sandbox after it has been idle for this long, or never.',
  }),
};
