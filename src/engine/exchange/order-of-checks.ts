import type { Choices } from '../assumptions/assumption.ts';

/** The stages between resolving the sandbox and responding, in their usual order. */
export const USUAL_ORDER = ['authorize', 'decode', 'entitle', 'recall', 'limit', 'replay', 'validate'] as const;

export type CheckName = (typeof USUAL_ORDER)[number];

const ASSUMPTION = 'order-of-checks';

/** The orders of the alternatives. In each, `decode` precedes `validate`, and `recall` precedes `replay`. */
export const OTHER_ORDERS = {
  'limit-first': ['decode', 'recall', 'limit', 'authorize', 'entitle', 'replay', 'validate'],
  'validation-first': ['decode', 'validate', 'authorize', 'entitle', 'recall', 'limit', 'replay'],
  'capability-last': ['authorize', 'decode', 'recall', 'limit', 'replay', 'validate', 'entitle'],
  'key-last': ['authorize', 'decode', 'entitle', 'validate', 'recall', 'limit', 'replay'],
} as const satisfies Record<string, readonly CheckName[]>;

export type OtherOrder = keyof typeof OTHER_ORDERS;

/** The assumed order; undefined for the usual one. */
export const orderIn = (choices: Choices): OtherOrder | undefined => {
  const chosen = choices[ASSUMPTION];
  return chosen !== undefined && Object.hasOwn(OTHER_ORDERS, chosen) ? (chosen as OtherOrder) : undefined;
};
