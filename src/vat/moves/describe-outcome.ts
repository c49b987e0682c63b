import type { MoveOutcome } from '../../generated/control-schemas.ts';
import { jobs } from '../../engine/sandbox/job.ts';
import { type Rehearsed, type OrderScene, buyerIn, jobsIn, orderIn, recordsIn } from './order-scene.ts';

/** What a move leads to, in words and as data. */
export const describeOutcome = (before: OrderScene, { after, events }: Rehearsed): MoveOutcome => {
  const { status, compliance } = orderIn(after);
  const sentences = [
    ...describeOrder(before, after),
    ...describeBlockers(before, after),
    ...describeBuyer(before, after),
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

const describeOrder = (before: OrderScene, after: OrderScene): readonly string[] => {
  const [former, order] = [orderIn(before), orderIn(after)];
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
  const [former, present] = [codesIn(before), codesIn(after)];
  const resolved = [...former].filter((code) => !present.has(code));
  const added = [...present].filter((code) => !former.has(code));
  return [
    ...(resolved.length === 0 ? [] : [`No longer blocked by ${listOf(resolved)}.`]),
    ...(added.length === 0 ? [] : [`Blocked by ${listOf(added)}.`]),
  ];
};

/** All moves of a scene are compared with it, and an order of many vehicles has hundreds of blockers. */
const codes = new WeakMap<OrderScene, ReadonlySet<string>>();

const codesIn = (scene: OrderScene): ReadonlySet<string> => {
  const known = codes.get(scene) ?? readCodes(scene);
  codes.set(scene, known);
  return known;
};

const readCodes = (scene: OrderScene): ReadonlySet<string> =>
  new Set(orderIn(scene).compliance.blockers.map(({ code, vin }) => (vin === undefined ? code : `${code} (${vin})`)));

const listOf = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMED).join(', ') +
  (names.length > MOST_NAMED ? ` and ${String(names.length - MOST_NAMED)} more` : '');

const describeBuyer = (before: OrderScene, after: OrderScene): readonly string[] => {
  const [former, buyer] = [buyerIn(before), buyerIn(after)];
  return [
    ...(buyer.vies.result === former.vies.result
      ? []
      : [`The VIES result of the buyer becomes ${buyer.vies.result}, for all its orders.`]),
    ...(buyer.kyc.status === former.kyc.status
      ? []
      : [`The verification of the buyer becomes ${buyer.kyc.status}, for all its orders.`]),
    ...(buyer.status === former.status ? [] : [`The buyer becomes ${buyer.status}, for all its orders.`]),
  ];
};

const JOBS: Readonly<Record<string, string>> = {
  'vies-check': 'VIES answers in',
  'vies-repeat': 'The check is repeated in',
  'kyc-verification': 'The verification ends in',
};

/** Jobs that the move schedules. */
const describeJobs = (before: OrderScene, after: OrderScene): readonly string[] => {
  const former = new Set(recordsIn(before, jobs).map(({ id, dueAt }) => `${id} ${String(dueAt)}`));
  return jobsIn(after)
    .filter(({ id, dueAt }) => !former.has(`${id} ${String(dueAt)}`))
    .flatMap(({ kind, dueAt }) => {
      const words = JOBS[kind];
      return words === undefined ? [] : [`${words} ${String(Math.ceil((dueAt - after.now) / 1000))} seconds.`];
    });
};
