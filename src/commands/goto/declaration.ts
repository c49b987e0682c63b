import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

const STATUSES = [
  ...['CREATED', 'INVOICE_SUBMITTED', 'PAYMENT_SUBMITTED', 'READY_FOR_PICKUP', 'TRANSPORT_IN_PROGRESS'],
  ...['TRANSPORT_COMPLETED', 'COMPLIANCE_VALID', 'COMPLIANCE_INVALID', 'CANCELLED'],
];

/** The decisions of a verdict. */
export const VERDICTS: readonly string[] = ['VALID_EXPORT', 'VAT_APPLICABLE'];

/** Why VAT applies. */
export const REASONS: readonly string[] = [
  'domestic',
  'third-country',
  'seller',
  'margin-scheme',
  'vies',
  'kyc',
  'blocked',
];

/** Where an order can be brought. */
export const GOALS: readonly string[] = [...STATUSES, ...VERDICTS];

export const GOTO: CommandDetails = {
  about: `The server sends the calls that a client would send, advances the clock and runs simulators, on the shortest way to STATUS: a
status of the order, or VALID_EXPORT or VAT_APPLICABLE for a verdict with that decision. Between the steps, the clock advances as
long as payment and transport usually take: tokens expire. ORDER is the UUID of an order, or
its externalOrderId. On the way to VAT_APPLICABLE, the evidence is completed and a rule decides, unless --because names another reason.

  vatmock goto 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026 TRANSPORT_COMPLETED
  vatmock goto ORD-2026-0417 VALID_EXPORT
  vatmock goto ORD-2026-0417 VAT_APPLICABLE --because vies`,
  flags: {
    because: {
      value: 'REASON',
      help: `why VAT applies: ${REASONS.join(', ')}; the last three concern all orders of the buyer`,
    },
    'no-wait': { help: 'let no time pass on the clock of the sandbox: all steps are made now' },
    json: { help: 'print the response of the control API unchanged' },
    ...SERVER_FLAGS,
  },
  notes: `Exit codes: 0 the order is there, 1 no way leads there, a step was refused, the order does not exist, or the server
refuses or is unreachable, 2 invalid command line.`,
  wordChoices: GOALS,
};
