import type { Choices } from '../assumptions/assumption.ts';

/** The stages between resolving the sandbox and responding, in their usual order. */
export const USUAL_ORDER = [
  'authorize',
  'decode-body',
  'check-capabilities',
  'lookup-idempotency',
  'limit-rate',
  'replay-response',
  'validate-request',
] as const;

export type CheckName = (typeof USUAL_ORDER)[number];

const ASSUMPTION = 'order-of-checks';

/** The alternative orders. The pipeline does not compile if a check lacks what an earlier one adds. */
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
} as const satisfies Record<string, readonly CheckName[]>;

type OtherOrder = keyof typeof OTHER_ORDERS;

/** The assumed order; undefined for the usual one. */
export const orderIn = (choices: Choices): OtherOrder | undefined => {
  const chosen = choices[ASSUMPTION];
  return chosen !== undefined && Object.hasOwn(OTHER_ORDERS, chosen) ? (chosen as OtherOrder) : undefined;
};
