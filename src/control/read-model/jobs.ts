import { key } from '../../engine/sandbox/collection.ts';
import { type Job, jobs } from '../../engine/sandbox/job.ts';
import { type Reading, readWhole, visitAll } from '../../engine/sandbox/unit-of-work.ts';
import { deliveries } from '../../engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import type { DueJob, TimelineEntry } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { type BuyerRecord, buyers } from '../../vat/buyers/buyer.ts';
import { invitations } from '../../vat/invitations/invitation.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { type ViesCheckRecord, viesChecks } from '../../vat/vies/vies-check.ts';
import { readRuns } from '../../engine/scenarios/run.ts';

/** The jobs that are due for some buyers, in order, by UUID of the buyer. */
export const readJobsOfBuyers = async (
  reading: Reading,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly DueJob[]>> => {
  const found = new Map<string, DueJob[]>();
  if (wanted.size === 0) return found;
  for (const job of (await readWhole(reading, jobs)).sort((one, other) => one.dueAt - other.dueAt)) {
    const { subject } = job.isParked === true ? { subject: null } : describe(reading, job);
    if (subject?.kind === 'buyer' && wanted.has(subject.id))
      getOrInsert(found, subject.id, (): DueJob[] => []).push(describeJob(reading, job));
    await reading.pause();
  }
  return found;
};

/** A due job in words. */
export const describeJob = (reading: Reading, job: Job): DueJob => {
  const { id, kind, dueAt } = job;
  return { id, kind, ...describe(reading, job), dueAt: toIsoDateTime(dueAt) };
};

type Described = Pick<DueJob, 'title' | 'subject'>;

const describe = (reading: Reading, { kind, data }: Job): Described =>
  (Object.hasOwn(WORDS, kind) ? WORDS[kind]?.(reading, data as JobData) : undefined) ?? { title: kind, subject: null };

/** Data of the jobs that have an object; those of others are the id of what they are about. */
interface JobData {
  readonly buyerUuid: string;
  readonly checkId: string;
  readonly sessionId: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly scenario: string;
  readonly entry: number;
}

const aboutBuyer = (
  reading: Reading,
  uuid: string | undefined,
  toTitle: (buyer: BuyerRecord) => string,
): Described | undefined => {
  const buyer = uuid === undefined ? undefined : reading.get(buyers, uuid);
  return buyer && { title: toTitle(buyer), subject: { kind: 'buyer', id: buyer.uuid } };
};

/** By kind. Their data has the schema of the handler: of this API in `src/vat/behaviours.ts`, of the engine beside each. */
const WORDS: Readonly<Record<string, (reading: Reading, data: JobData) => Described | undefined>> = {
  'vies-check': (reading, { checkId }) =>
    aboutBuyer(reading, reading.get(viesChecks, checkId)?.buyerUuid, ({ vatNumber }) => `VIES check of ${vatNumber}`),
  'vies-repeat': (reading, { buyerUuid }) =>
    aboutBuyer(reading, buyerUuid, ({ vatNumber }) => `Repeated VIES check of ${vatNumber}`),
  'vies-recheck': (reading, { buyerUuid }) =>
    aboutBuyer(reading, buyerUuid, ({ vatNumber }) => `Daily VIES re-check of ${vatNumber}`),
  'kyc-verification': (reading, { sessionId }) =>
    aboutBuyer(
      reading,
      reading.get(kycVerifications, sessionId)?.buyerUuid,
      ({ companyName }) => `KYC verification of ${companyName}`,
    ),
  'invitation-expiry': (reading, data) => {
    const id = data as unknown as string;
    const invitation = reading.get(invitations, id);
    if (invitation === undefined) return undefined;
    const buyer = invitation.kind === 'KYC' ? reading.get(buyers, invitation.buyerUuid) : undefined;
    const of = buyer === undefined ? 'a prospect invitation' : `the invitation of ${buyer.companyName}`;
    return { title: `Expiry of ${of}`, subject: { kind: 'invitation', id } };
  },
  'webhook-attempt': (reading, { deliveryId, endpointId }) => {
    const { eventType = 'an event', attempts = 0 } = reading.get(deliveries, deliveryId) ?? {};
    const receiver = nameReceiver(reading, endpointId);
    const title =
      attempts === 0
        ? `Delivery of ${eventType} to ${receiver}`
        : `Attempt ${attempts + 1} to deliver ${eventType} to ${receiver}`;
    return { title, subject: { kind: 'delivery', id: deliveryId } };
  },
  'webhook-patience': (reading, data) => {
    const id = data as unknown as string;
    const title = `Pause of ${nameReceiver(reading, id)}, if nothing has succeeded by then`;
    return { title, subject: { kind: 'webhook', id } };
  },
  'webhook-purge': () => ({ title: 'Deletion of old deliveries', subject: null }),
  'scenario-timeline': (_reading, { scenario, entry }) => ({
    title: `Entry ${entry} in the timeline of scenario ${scenario}`,
    subject: { kind: 'scenario', id: scenario },
  }),
};

/** Only the host: the rest of the URL may contain secrets. */
export const nameReceiver = (reading: Reading, endpointId: string): string => {
  const endpoint = reading.get(webhookEndpoints, endpointId);
  return (URL.parse(endpoint?.url ?? '')?.host ?? '') || endpointId;
};

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
      const title = `Entry ${entry} in the timeline of scenario ${name}`;
      const id = `${name}/${entry}/${at}`;
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
      id: index === requests.length - 1 ? id : `${id}/${index + 1}`,
      title: `${end !== -1 && index > end ? 'Repeated VIES check' : 'VIES check'} of ${vatNumber}`,
      status: request.result,
    })),
  ];
};
