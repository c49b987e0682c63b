import { choice, duration, integer } from './setting.ts';

/** Visitors who come by a link or sign up: how long their sandboxes live, and how many sign up. */
export const VISITOR_SETTINGS = {
  visitorSandboxTtl: duration({
    flag: 'visitor-sandbox-ttl',
    env: 'VATMOCK_VISITOR_SANDBOX_TTL',
    fallback: 'P1D',
    value: 'DURATION',
    help: 'Drop the sandbox of a visitor after this long, used or not, unless its visitor keeps it: each time for this long again.',
  }),
  visitorSandboxLimit: duration({
    flag: 'visitor-sandbox-limit',
    env: 'VATMOCK_VISITOR_SANDBOX_LIMIT',
    fallback: 'P7D',
    value: 'DURATION',
    help: 'How long after its creation a visitor can keep a sandbox.',
  }),
  visitsPerAddress: integer({
    flag: 'visits-per-address',
    env: 'VATMOCK_VISITS_PER_ADDRESS',
    minimum: 1,
    maximum: 100_000,
    fallback: '60',
    value: 'NUMBER',
    help: 'Maximum number of sandboxes that visitor links make for one address in an hour. More return 429. A class in one room may share an address.',
  }),
  sandboxesPerLink: integer({
    flag: 'sandboxes-per-link',
    env: 'VATMOCK_SANDBOXES_PER_LINK',
    minimum: 1,
    maximum: 100_000,
    fallback: '1000',
    // More than one address may cause by itself, and fewer than the server has room for.
    hostedFallback: '80',
    value: 'NUMBER',
    help: 'Maximum number of sandboxes that one visitor link has at the same time, and of those of all visitors who signed up. More return 429.',
  }),
  signup: choice({
    flag: 'signup',
    env: 'VATMOCK_SIGNUP',
    choices: ['off', 'open'],
    fallback: 'off',
    value: 'OPEN-OR-OFF',
    help: 'Whether visitors without a link get a sandbox from the start page of the console. open lets everyone who reaches the server sign up, within the limits below.',
  }),
  signUpsPerAddress: integer({
    flag: 'sign-ups-per-address',
    env: 'VATMOCK_SIGN_UPS_PER_ADDRESS',
    minimum: 1,
    maximum: 100_000,
    fallback: '3',
    value: 'NUMBER',
    help: 'Maximum number of visitors of one address who sign up in an hour. More return 429.',
  }),
  signUpsPerHour: integer({
    flag: 'sign-ups-per-hour',
    env: 'VATMOCK_SIGN_UPS_PER_HOUR',
    minimum: 1,
    maximum: 100_000,
    fallback: '60',
    value: 'NUMBER',
    help: 'Maximum number of visitors who sign up in an hour. More return 503.',
  }),
};
