import type { components } from '../generated/admin-types.ts';
import { suggest } from '../engine/matching/nearest.ts';
import type { Input } from './command-line/input.ts';
import { GOALS, REASONS, VERDICTS } from './goto/declaration.ts';
import { findOrder } from './remote/find-order.ts';
import { RemoteError } from './remote/remote-error.ts';
import { createServerAccess } from './remote/server-access.ts';
import { readServerFlags } from './remote/server-flags.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { printable } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

type Journey = components['schemas']['OrderJourney'];

/** Brings an order to a status or a verdict. */
export const goTo = async (input: Input, terminal: Terminal): Promise<number> => {
  const [wanted, goal, ...others] = input.words;
  if (wanted === undefined || goal === undefined)
    throw new UsageError('goto needs an order and a status, such as: goto ORD-2026-0417 TRANSPORT_COMPLETED');
  if (others.length > 0)
    throw new UsageError(`goto takes an order and a status, and nothing else: "${String(others[0])}"`);
  const status = goal.toUpperCase();
  if (!GOALS.includes(status)) throw new UsageError(`"${goal}" is no status: ${suggest(status, GOALS)}`);
  const because = input.text('because');
  if (because !== undefined && !REASONS.includes(because))
    throw new UsageError(`"${because}" is no reason: ${suggest(because, REASONS)}`);
  if (because !== undefined && status !== 'VAT_APPLICABLE')
    throw new UsageError(`--because says why VAT applies: it goes with VAT_APPLICABLE, not with ${status}`);
  const server = createServerAccess(readServerFlags(input));
  try {
    const uuid = await findOrder(server, wanted);
    const wait = !input.isSet('no-wait');
    const body = VERDICTS.includes(status) ? { verdict: status, wait, ...(because && { because }) } : { status, wait };
    const answer = await server.call('POST', `/orders/${encodeURIComponent(uuid)}/goto`, { body });
    const text = await answer.body.text();
    if (input.isSet('json')) terminal.print(text);
    else report(JSON.parse(text) as Journey, terminal);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    complain(error, terminal);
    return EXIT.failed;
  } finally {
    await server.close();
  }
};

const report = ({ order, steps }: Journey, terminal: Terminal): void => {
  for (const line of toLines(steps)) terminal.print(printable(line));
  const { externalOrderId, status, decision } = order;
  const verdict = decision === null ? '' : ` with the decision ${decision}`;
  const was = steps.length === 0 ? 'is already' : 'is now';
  terminal.print(printable(`Order ${externalOrderId} ${was} ${status}${verdict}.`));
};

/** One line for each step, with the request id that "vatmock explain" takes. */
const toLines = (steps: Journey['steps']): readonly string[] => {
  const width = Math.max(0, ...steps.map(({ title }) => title.length));
  return steps.map(
    ({ title, kind, status, requestId }) =>
      `${title.padEnd(width)}  ${kind === 'call' ? String(status) : kind}${requestId === null ? '' : `  ${requestId}`}`,
  );
};

/** The problem lists the steps that were made, and what can be reached instead. */
interface Unreached {
  readonly steps?: Journey['steps'];
  readonly reachable?: readonly string[];
}

const complain = ({ message, body }: RemoteError, terminal: Terminal): void => {
  const { steps = [], reachable = [] } = body as Unreached;
  for (const line of toLines(steps)) terminal.print(printable(line));
  terminal.complain(printable(`vatmock: ${message}`));
  if (reachable.length > 0) terminal.complain(`It can be brought to ${reachable.join(', ')}.`);
};
