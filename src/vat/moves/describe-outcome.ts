import type { MoveOutcome } from '../../generated/control-schemas.ts';
import type { Rehearsed, OrderScene } from './order-scene.ts';

/** What a move leads to, in words and as data. */
export const describeOutcome = (before: OrderScene, { after, events }: Rehearsed): MoveOutcome => {
  const { status, compliance } = after.order;
  const sentences = [
    ...describeOrder(before.order, after.order),
    ...describeBlockers(before, after),
    ...describeBuyer(before.buyer, after.buyer),
    ...describeJobs(before, after),
  ];
  return {
    summary: sentences.length > 0 ? sentences.join(' ') : after.now > before.now ? LATER : 'The order stays as it is.',
    status,
    complianceStatus: compliance.status,
    decision: compliance.decision,
    events,
  };
};

/** The clock is that of the sandbox. */
const LATER = 'It is later, for all orders of the sandbox.';

const describeOrder = (former: OrderScene['order'], order: OrderScene['order']): readonly string[] => {
  const isNewFile = order.exportFile !== undefined && order.exportFile.version !== former.exportFile?.version;
  return [
    ...(order.status === former.status ? [] : [`The order becomes ${order.status}.`]),
    ...(order.compliance.status === former.compliance.status ? [] : [`The rollup becomes ${order.compliance.status}.`]),
    ...(isNewFile ? [`The decision is ${String(order.compliance.decision)}, with a new Export File.`] : []),
    ...(former.compliance.decision !== null && order.compliance.decision === null ? ['The verdict is withdrawn.'] : []),
  ];
};

/** Codes in a sentence: an order of many vehicles has hundreds of blockers. */
const MOST_NAMED = 4;

const describeBlockers = (before: OrderScene, after: OrderScene): readonly string[] => {
  const resolved = [...before.blockers].filter((code) => !after.blockers.has(code));
  const added = [...after.blockers].filter((code) => !before.blockers.has(code));
  return [
    ...(resolved.length === 0 ? [] : [`No longer blocked by ${listOf(resolved)}.`]),
    ...(added.length === 0 ? [] : [`Blocked by ${listOf(added)}.`]),
  ];
};

const listOf = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');

const describeBuyer = (former: OrderScene['buyer'], buyer: OrderScene['buyer']): readonly string[] =>
  (
    [
      ['The VIES result of the buyer', former.vies.result, buyer.vies.result],
      ['The verification of the buyer', former.kyc.status, buyer.kyc.status],
      ['The buyer', former.status, buyer.status],
    ] as const
  )
    .filter(([, was, is]) => is !== was)
    .map(([what, , is]) => `${what} becomes ${is}, for all its orders.`);

const JOBS: Readonly<Record<string, string>> = {
  'vies-check': 'VIES answers in',
  'vies-repeat': 'The check is repeated in',
  'kyc-verification': 'The verification ends in',
};

/** Jobs that the move schedules. */
const describeJobs = (before: OrderScene, after: OrderScene): readonly string[] =>
  after.jobs
    .filter(({ id, dueAt }) => !before.jobs.some((job) => job.id === id && job.dueAt === dueAt))
    .flatMap(({ kind, dueAt }) => {
      const words = JOBS[kind];
      return words === undefined ? [] : [`${words} ${Math.ceil((dueAt - after.now) / 1000)} seconds.`];
    });
