import { key } from '../../engine/sandbox/collection.ts';
import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { readRuns } from '../../engine/scenarios/run.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { invitations } from '../../vat/invitations/invitation.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { type OrderRecord, hasVerdict } from '../../vat/orders/order.ts';
import { type ViesCheckRecord, viesChecks } from '../../vat/vies/vies-check.ts';
import type { TimelineEntry } from './timeline-entry.ts';

interface FiredJob {
  readonly at: number;
  readonly id: string;
  readonly title: string;
  readonly status?: string;
}

/** The jobs about a buyer that have fired, and the scenario entries that named it, in order. */
export const readFiredJobs = async (
  reading: Reading,
  buyerUuid: string,
  checks: readonly ViesCheckRecord[],
): Promise<readonly TimelineEntry[]> => (await firedJobs(reading, checks, [buyerUuid])).map(toEntry);

/** Those of the time in which the order was open. */
export const readFiredJobsOf = async (reading: Reading, order: OrderRecord): Promise<readonly TimelineEntry[]> => {
  const ended = endOf(order);
  const checks = (await readWhole(reading, viesChecks)).filter(({ buyerUuid }) => buyerUuid === order.buyerId);
  const all = await firedJobs(reading, checks, [order.buyerId, order.uuid]);
  return all.filter(({ at }) => at >= order.createdAt && at <= ended).map(toEntry);
};

const firedJobs = async (
  reading: Reading,
  checks: readonly ViesCheckRecord[],
  [buyerUuid, ...others]: readonly [buyerUuid: string, ...others: string[]],
): Promise<readonly FiredJob[]> => {
  const found: FiredJob[] = checks.flatMap(jobsOfCheck);
  for (const { sessionId, status, completedAt } of reading.findAll(kycVerifications, key('buyer', buyerUuid)))
    if (completedAt !== null)
      found.push({ at: completedAt, id: sessionId, title: 'KYC verification of the buyer', status });
  for (const invitation of await readWhole(reading, invitations)) {
    const { uuid, status, expiresAt } = invitation;
    if (invitation.kind === 'KYC' && invitation.buyerUuid === buyerUuid && status === 'EXPIRED')
      found.push({ at: expiresAt, id: uuid, title: 'Expiry of the invitation of the buyer', status });
  }
  found.push(...entriesNaming(reading, [buyerUuid, ...others]));
  return found.sort((one, other) => one.at - other.at);
};

/** The daily re-check that started it, and each request to VIES. */
const jobsOfCheck = (check: ViesCheckRecord): readonly FiredJob[] => {
  const { id, vatNumber, requestedAt, checkedAt, result, earlier = [], isRecheck = false } = check;
  const requests = [...earlier, ...(checkedAt === null ? [] : [{ at: checkedAt, result }])];
  // What follows the first end is a repetition.
  const end = requests.findIndex((request) => request.result !== 'PENDING');
  return [
    ...(isRecheck ? [{ at: requestedAt, id: `${id}/start`, title: `Daily VIES re-check of ${vatNumber}` }] : []),
    ...requests.map((request, index) => ({
      at: request.at,
      id: index === requests.length - 1 ? id : `${id}/${String(index + 1)}`,
      title: `${end !== -1 && index > end ? 'Repeated VIES check' : 'VIES check'} of ${vatNumber}`,
      status: request.result,
    })),
  ];
};

const entriesNaming = (reading: Reading, ids: readonly string[]): readonly FiredJob[] =>
  readRuns(reading).flatMap(({ name, timelineResults }) =>
    timelineResults
      .filter(({ named = [] }) => named.some((id) => ids.includes(id)))
      .map(({ entry, at, failure }) => {
        const title = `Entry ${String(entry)} in the timeline of scenario ${name}`;
        return {
          at,
          id: `${name}/${String(entry)}/${String(at)}`,
          title: failure === undefined ? title : `${title}: ${failure}`,
        };
      }),
  );

const toEntry = ({ at, ...job }: FiredJob): TimelineEntry => ({ at: toIsoDateTime(at), kind: 'job', ...job });

/** When changes of the buyer ceased to affect the order. */
const endOf = (order: OrderRecord): number => {
  if (order.cancellation !== undefined) return order.cancellation.cancelledAt;
  return hasVerdict(order) ? (order.exportFile?.generatedAt ?? Infinity) : Infinity;
};
