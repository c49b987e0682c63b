import { key } from '../../engine/sandbox/collection.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { type Reading, visitAll } from '../../engine/sandbox/unit-of-work.ts';
import type { BuyerDetail, BuyerSummary, DueJob, OrderBuyer } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { show, showAll } from '../../vat/api/show.ts';
import { type BuyerRecord, buyers } from '../../vat/buyers/buyer.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { type OrderRecord, isOpen, orders } from '../../vat/orders/order.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { SIMULATORS } from '../../vat/simulators/simulators.ts';
import { VIES_PREFIXES } from '../../vat/vat-numbers/vat-number.ts';
import { RESULTS, type ViesOutage, readViesOutages, testAnswersOf, viesChecks } from '../../vat/vies/vies-check.ts';
import { readFiredJobs, readJobsOfBuyers } from './jobs.ts';
import { READ_MODEL_LIMITS, type RecordPlace } from './record-place.ts';

/** The buyers as rows of a list. */
export const listBuyers = async (
  values: readonly BuyerRecord[],
  { sellers }: RecordPlace,
  reading: Reading,
): Promise<readonly BuyerSummary[]> => {
  const uuids = new Set(values.map(({ uuid }) => uuid));
  const jobs = await readJobsOfBuyers(reading, uuids);
  const ordersOf = await readOrdersOfBuyers(reading, uuids);
  return values.map((buyer) => summarizeBuyer(buyer, sellers, ordersOf.get(buyer.uuid), jobs.get(buyer.uuid)?.[0]));
};

const summarizeBuyer = (
  buyer: BuyerRecord,
  sellers: readonly CallerSeller[],
  /** Newest last. */
  own: readonly OrderRecord[] = [],
  nextJob: DueJob | null = null,
): BuyerSummary => ({
  ...introduceBuyer(buyer),
  seller: nameSeller(buyer.seller, sellers),
  testNumber: describeTestNumber(buyer),
  orders: {
    count: own.length,
    openCount: own.filter(isOpen).length,
    uuids: own
      .slice(-READ_MODEL_LIMITS.ordersOfBuyer)
      .toReversed()
      .map(({ uuid }) => uuid),
  },
  nextJob,
  ...show(buyer, 'createdAt', 'updatedAt'),
});

/** The orders of some buyers, oldest first, by UUID of the buyer. */
const readOrdersOfBuyers = async (
  reading: Reading,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly OrderRecord[]>> => {
  const found = new Map<string, OrderRecord[]>();
  if (wanted.size === 0) return found;
  await visitAll(reading, orders, {}, (order) => {
    if (wanted.has(order.buyerId)) getOrInsert(found, order.buyerId, (): OrderRecord[] => []).push(order);
  });
  return found;
};

/** The buyer as its orders show it. In Mode A the marketplace verifies the buyer itself. */
export const introduceBuyer = (buyer: BuyerRecord): OrderBuyer => {
  const { address, vies, kyc, kycMode } = buyer;
  return {
    ...show(buyer, 'uuid', 'companyName'),
    country: address.country,
    ...show(buyer, 'vatNumber', 'status'),
    vies: show(vies, 'result', 'checkedAt', 'reason'),
    kyc: { mode: kycMode, status: kycMode === 'SERVICE_LED' ? kyc.status : 'NOT_REQUIRED', ...show(kyc, 'reason') },
  };
};

const WORDS = { VALID: 'valid', INVALID: 'invalid', UNREACHABLE: 'no answer' } as const;

/** What the VAT number of a buyer makes VIES answer; null for an ordinary number. */
const describeTestNumber = ({ vatNumber, vies }: BuyerRecord): BuyerSummary['testNumber'] => {
  const answers = testAnswersOf(vatNumber);
  if (answers.length === 0) return null;
  const [first = '', ...later] = answers.map(({ kind }) => `“${WORDS[kind]}”`);
  return {
    sentence:
      later.length === 0
        ? `Test number of VIES: each check gives ${first}.`
        : `Test number of VIES: the first check gives ${first}, the next ${later.join(', then ')}; the last is repeated.`,
    answers: answers.map((answer) => ({
      result: RESULTS[answer.kind],
      ...(answer.kind !== 'VALID' && { reason: answer.reason }),
    })),
    given: vies.turn ?? 0,
  };
};

/** A seller with its name; null if the organization no longer lists it. */
export const nameSeller = (uuid: string, sellers: readonly CallerSeller[]) => ({
  uuid,
  companyName: sellers.find((seller) => seller.uuid === uuid)?.companyName ?? null,
});

/** A buyer with its history, and what is possible now. */
export const detailBuyer = async (
  buyer: BuyerRecord,
  { sellers }: RecordPlace,
  reading: Reading,
): Promise<BuyerDetail> => {
  const { uuid, version } = buyer;
  const jobs = (await readJobsOfBuyers(reading, new Set([uuid]))).get(uuid) ?? [];
  const ordersOf = await readOrdersOfBuyers(reading, new Set([uuid]));
  const checks = reading.findAll(viesChecks, key('buyer', uuid));
  const fired = await readFiredJobs(reading, uuid);
  const { uuid: _uuid, ...address } = buyer.address;
  return {
    ...summarizeBuyer(buyer, sellers, ordersOf.get(uuid), jobs[0]),
    address,
    version,
    viesChecks: checks
      .slice(-READ_MODEL_LIMITS.viesChecks)
      .toReversed()
      .map((check) => show(check, 'id', 'result', 'requestedAt', 'checkedAt', 'reason')),
    viesCheckCount: checks.length,
    verifications: reading
      .findAll(kycVerifications, key('buyer', uuid))
      .toReversed()
      .map(({ buyerUuid: _buyer, profile: _profile, ...session }) => showAll(session)),
    simulators: simulatorsOf(buyer),
    jobs,
    firedJobs: fired.slice(-READ_MODEL_LIMITS.timeline).toReversed(),
    firedJobCount: fired.length,
  };
};

/** Why a simulator is impossible for a buyer in its current state; undefined if it is possible. */
const REFUSALS: Readonly<Record<string, (buyer: BuyerRecord) => string | undefined>> = {
  vies_check_failed: ({ vies }) => (vies.result === 'INVALID' ? 'The VIES result is already INVALID.' : undefined),
  vies_check_passed: ({ vies }) => (vies.result === 'VALID' ? 'The VIES result is already VALID.' : undefined),
  kyc_rejected: ({ kyc }) =>
    kyc.status === 'PENDING' ? undefined : 'No verification is in progress: start one first.',
  buyer_blocked: ({ status }) => (status === 'ACTIVE' ? undefined : `The buyer is already ${status}.`),
  buyer_unblocked: ({ status }) => (status === 'ACTIVE' ? `The buyer is already ${status}.` : undefined),
};

/** The simulators that need a buyer, and whether each is possible now. */
const simulatorsOf = (buyer: BuyerRecord) =>
  [...SIMULATORS.values()]
    .filter(({ needs }) => needs.includes('buyerUuid'))
    .map(({ name, summary }) => {
      const reason = REFUSALS[name]?.(buyer);
      return { name, summary, possible: reason === undefined, ...(reason && { reason }) };
    });

/** The state of VIES, country by country, with the buyers that an outage affects. */
export const listViesOutages = (sandbox: Sandbox) =>
  sandbox.read(async (reading) => {
    const outages = readViesOutages(reading);
    const counts = new Map<string, number>();
    await visitAll(reading, buyers, {}, ({ vatNumber }) => {
      const country = vatNumber.slice(0, 2);
      counts.set(country, (counts.get(country) ?? 0) + 1);
    });
    const outageOf = (wanted: string | undefined) => toOutage(outages.find(({ country }) => country === wanted));
    return {
      all: outageOf(undefined),
      data: VIES_PREFIXES.map((country) => ({ country, ...outageOf(country), buyers: counts.get(country) ?? 0 })),
    };
  });

const toOutage = (outage: ViesOutage | undefined) => ({
  down: outage !== undefined,
  until: outage?.until === undefined ? null : toIsoDateTime(outage.until),
});
