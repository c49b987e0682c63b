import { integer } from './setting.ts';

/** Limits of what one caller or one request may use. */
export const LIMIT_SETTINGS = {
  maxJsonValues: integer({
    flag: 'max-json-values',
    env: 'VATMOCK_MAX_JSON_VALUES',
    minimum: 100,
    maximum: 100_000_000,
    fallback: '1000000',
    hostedFallback: '20000',
    value: 'NUMBER',
    help: 'Maximum number of values (objects, lists and their entries) in a JSON body, which a body of many small ones reaches before its maximum size. More return 400. A sandbox state may also have one for each 16 bytes.',
  }),
  controlCallsPerMinute: integer({
    flag: 'control-calls-per-minute',
    env: 'VATMOCK_CONTROL_CALLS_PER_MINUTE',
    minimum: 1,
    maximum: 1_000_000_000,
    fallback: '1000000',
    hostedFallback: '1000',
    value: 'NUMBER',
    help: 'Maximum number of control calls per minute of one organization or the operator, and five times as many of one address. A call that works on everything in a sandbox, such as a reset, counts as five or more, a list of orders or buyers and the details of one as two (all: docs/security.md). What the browser console reads to show its screens is counted apart, with the same limit. Calls that need no token do not count, and neither do streams. More return 429.',
  }),
  visitorCallsPerMinute: integer({
    flag: 'visitor-calls-per-minute',
    env: 'VATMOCK_VISITOR_CALLS_PER_MINUTE',
    minimum: 4,
    maximum: 1_000_000_000,
    fallback: '1000000',
    hostedFallback: '300',
    value: 'NUMBER',
    help: 'The same for visitors: maximum number of control calls per minute of one visitor, and of the clients of a sandbox that was made for one; in 15 seconds a quarter of them. The calls that a show makes count too, beyond five for each call of a visitor. More return 429. What a visitor does in the console does not count for the address.',
  }),
  strangerCallsPerMinute: integer({
    flag: 'stranger-calls-per-minute',
    env: 'VATMOCK_STRANGER_CALLS_PER_MINUTE',
    minimum: 1,
    maximum: 1_000_000_000,
    fallback: '1000000',
    hostedFallback: '1000',
    value: 'NUMBER',
    help: 'Maximum number of calls per minute of one address that need no token: to self-service links and inboxes. More return 429.',
  }),
};
