import { remote } from './remote/remote.ts';
import type { OrderGoal, OrderJourney, OrderStatus } from '../generated/control-schemas.ts';
import { suggest } from '../engine/matching/nearest.ts';
import { findOrder } from './remote/find-order.ts';
import type { RemoteError } from './remote/remote-error.ts';
import { printable } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

type Goal = Required<OrderGoal>;

/** Those of the control API, in the order of the workflow: another one there does not compile here. */
const STATUSES = Object.keys({
  CREATED: true,
  INVOICE_SUBMITTED: true,
  PAYMENT_SUBMITTED: true,
  READY_FOR_PICKUP: true,
  TRANSPORT_IN_PROGRESS: true,
  TRANSPORT_COMPLETED: true,
  COMPLIANCE_VALID: true,
  COMPLIANCE_INVALID: true,
  CANCELLED: true,
} satisfies Record<OrderStatus, true>);

/** The decisions of a verdict. */
const VERDICTS = Object.keys({ VALID_EXPORT: true, VAT_APPLICABLE: true } satisfies Record<Goal['verdict'], true>);

/** Why VAT applies. */
const REASONS = Object.keys({
  domestic: true,
  'third-country': true,
  seller: true,
  'margin-scheme': true,
  vies: true,
  kyc: true,
  blocked: true,
} satisfies Record<Goal['because'], true>);

/** Where an order can be brought. */
const GOALS = [...STATUSES, ...VERDICTS];

const toReport = ({ order: { externalOrderId, status, decision }, steps }: OrderJourney): readonly string[] => {
  const verdict = decision === null ? '' : ` with the decision ${decision}`;
  const was = steps.length === 0 ? 'is already' : 'is now';
  return [...toLines(steps), `Order ${externalOrderId} ${was} ${status}${verdict}.`];
};

/** One line for each step, with the request id that "vatmock explain" takes. */
const toLines = (steps: OrderJourney['steps']): readonly string[] => {
  const width = Math.max(0, ...steps.map(({ title }) => title.length));
  return steps.map(
    ({ title, kind, status, requestId }) =>
      `${title.padEnd(width)}  ${kind === 'call' ? String(status) : kind}${requestId === null ? '' : `  ${requestId}`}`,
  );
};

/** The problem lists the steps that were made, and what can be reached instead. */
interface Unreached {
  readonly steps?: OrderJourney['steps'];
  readonly reachable?: readonly string[];
}

const complain = ({ message, body }: RemoteError, terminal: Terminal): void => {
  const { steps = [], reachable = [] } = body as Unreached;
  for (const line of toLines(steps)) terminal.print(printable(line));
  terminal.complain(printable(`vatmock: ${message}`));
  if (reachable.length > 0) terminal.complain(`It can be brought to ${reachable.join(', ')}.`);
};

/** Brings an order to a status or a verdict. */
export const command = remote(
  {
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
    },
    notes: `Exit codes: 0 the order is there, 1 no way leads there, a step was refused, the order does not exist, or the server
refuses or is unreachable, 2 invalid command line.`,
    wordChoices: GOALS,
    complain,
  },
  ({ words: [wanted, goal, ...others], text, isSet }) => {
    if (wanted === undefined || goal === undefined)
      throw new UsageError('goto needs an order and a status, such as: goto ORD-2026-0417 TRANSPORT_COMPLETED');
    if (others.length > 0)
      throw new UsageError(`goto takes an order and a status, and nothing else: "${String(others[0])}"`);
    const status = goal.toUpperCase();
    if (!GOALS.includes(status)) throw new UsageError(`"${goal}" is no status: ${suggest(status, GOALS)}`);
    const because = text('because');
    if (because !== undefined && !REASONS.includes(because))
      throw new UsageError(`"${because}" is no reason: ${suggest(because, REASONS)}`);
    if (because !== undefined && status !== 'VAT_APPLICABLE')
      throw new UsageError(`--because says why VAT applies: it goes with VAT_APPLICABLE, not with ${status}`);
    const wait = !isSet('no-wait');
    const body = VERDICTS.includes(status) ? { verdict: status, wait, ...(because && { because }) } : { status, wait };
    return async (server, print) => {
      const uuid = await findOrder(server, wanted);
      print(
        ...toReport((await server.json('POST', `/orders/${encodeURIComponent(uuid)}/goto`, { body })) as OrderJourney),
      );
    };
  },
);
