import { key } from '../../engine/sandbox/collection.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { visitAll } from '../../engine/sandbox/visit-all.ts';
import { readRuns } from '../../engine/scenarios/run.ts';
import type { TimelineEntry } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { invitations } from '../../vat/invitations/invitation.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { type ViesCheckRecord, viesChecks } from '../../vat/vies/vies-check.ts';

interface FiredJob {
  readonly at: number;
  readonly id: string;
  readonly title: string;
  readonly status?: string;
}

/** The jobs about a buyer that have fired in a time, and the scenario entries that named it or its order, in order. */
export const readFiredJobs = async (
  reading: Reading,
  buyerUuid: string,
  {
    order,
    from = 0,
    until = Infinity,
  }: { readonly order?: string; readonly from?: number; readonly until?: number } = {},
): Promise<readonly TimelineEntry[]> => {
  const ofBuyer = key('buyer', buyerUuid);
  const found: FiredJob[] = reading.findAll(viesChecks, ofBuyer).flatMap(jobsOfCheck);
  for (const { sessionId, status, completedAt } of reading.findAll(kycVerifications, ofBuyer))
    if (completedAt !== null)
      found.push({ at: completedAt, id: sessionId, title: 'KYC verification of the buyer', status });
  await visitAll(reading, invitations, {}, (invitation) => {
    const { uuid, status, expiresAt } = invitation;
    if (invitation.kind === 'KYC' && invitation.buyerUuid === buyerUuid && status === 'EXPIRED')
      found.push({ at: expiresAt, id: uuid, title: 'Expiry of the invitation of the buyer', status });
  });
  for (const { name, timelineResults } of readRuns(reading))
    for (const { entry, at, failure, named = [] } of timelineResults) {
      if (!named.some((id) => id === buyerUuid || id === order)) continue;
      const title = `Entry ${String(entry)} in the timeline of scenario ${name}`;
      const id = `${name}/${String(entry)}/${String(at)}`;
      found.push({ at, id, title: failure === undefined ? title : `${title}: ${failure}` });
    }
  return found
    .filter(({ at }) => at >= from && at <= until)
    .sort((one, other) => one.at - other.at)
    .map(({ at, ...job }) => ({ at: toIsoDateTime(at), kind: 'job', ...job }));
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
