import type { Choices } from '../assumptions/register.ts';

/** The checks between finding the sandbox and responding, in their usual order. */
export const USUAL_ORDER = [
  'authorize',
  'decode-body',
  'check-capabilities',
  'lookup-idempotency',
  'limit-rate',
  'replay-response',
  'validate-request',
] as const;

export type OrderedCheck = (typeof USUAL_ORDER)[number];

const ASSUMPTION = 'order-of-checks';

/** The alternative orders, by choice of the assumption. Each has every check once; a budget and a replay need the key. */
export const OTHER_ORDERS = {
  'limit-first': [
    'decode-body',
    'lookup-idempotency',
    'limit-rate',
    'authorize',
    'check-capabilities',
    'replay-response',
    'validate-request',
  ],
  'validation-first': [
    'decode-body',
    'validate-request',
    'authorize',
    'check-capabilities',
    'lookup-idempotency',
    'limit-rate',
    'replay-response',
  ],
  'capability-last': [
    'authorize',
    'decode-body',
    'lookup-idempotency',
    'limit-rate',
    'replay-response',
    'validate-request',
    'check-capabilities',
  ],
  'key-last': [
    'authorize',
    'decode-body',
    'check-capabilities',
    'validate-request',
    'lookup-idempotency',
    'limit-rate',
    'replay-response',
  ],
} as const satisfies Record<string, readonly OrderedCheck[]>;

type OtherOrder = keyof typeof OTHER_ORDERS;

/** The assumed order; undefined for the usual one. */
export const orderIn = (choices: Choices): OtherOrder | undefined => {
  const chosen = choices[ASSUMPTION];
  return chosen !== undefined && Object.hasOwn(OTHER_ORDERS, chosen) ? (chosen as OtherOrder) : undefined;
};
