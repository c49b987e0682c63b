import type { BuyerDetail, BuyerSummary, DueJob, OrderBuyer, TestNumber } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../../vat/buyers/buyer.ts';
import type { KycVerificationRecord } from '../../vat/kyc/kyc-verification.ts';
import { type OrderRecord, isOpen } from '../../vat/orders/order.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { SIMULATORS } from '../../vat/simulators/simulators.ts';
import { RESULTS, type ViesCheckRecord, testAnswersOf } from '../../vat/vies/vies-check.ts';
import { READ_MODEL_LIMITS } from './limits.ts';

/** Everything a summary is made of. */
interface BuyerFacts {
  readonly buyer: BuyerRecord;
  /** Its orders, newest last. */
  readonly orders: readonly OrderRecord[];
  readonly sellers: readonly CallerSeller[];
  readonly nextJob: DueJob | undefined;
}

/** The buyer as a row of a list shows it. */
export const summarizeBuyer = ({ buyer, orders, sellers, nextJob }: BuyerFacts): BuyerSummary => ({
  ...introduceBuyer(buyer),
  seller: nameSeller(buyer.seller, sellers),
  testNumber: describeTestNumber(buyer),
  orders: {
    count: orders.length,
    openCount: orders.filter(isOpen).length,
    uuids: orders
      .slice(-READ_MODEL_LIMITS.ordersOfBuyer)
      .toReversed()
      .map(({ uuid }) => uuid),
  },
  nextJob: nextJob ?? null,
  createdAt: toIsoDateTime(buyer.createdAt),
  updatedAt: toIsoDateTime(buyer.updatedAt),
});

/** The buyer as its orders show it. In Mode A the marketplace verifies the buyer itself. */
export const introduceBuyer = ({
  uuid,
  companyName,
  address,
  vatNumber,
  status,
  vies,
  kyc,
  kycMode,
}: BuyerRecord): OrderBuyer => ({
  uuid,
  companyName,
  country: address.country,
  vatNumber,
  status,
  vies: { result: vies.result, checkedAt: toTime(vies.checkedAt), ...reasonOf(vies) },
  kyc: { mode: kycMode, status: kycMode === 'SERVICE_LED' ? kyc.status : 'NOT_REQUIRED', ...reasonOf(kyc) },
});

const reasonOf = ({ reason }: { readonly reason?: string }) => (reason === undefined ? {} : { reason });

const toTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toIsoDateTime(milliseconds);

const WORDS = { VALID: 'valid', INVALID: 'invalid', UNREACHABLE: 'no answer' } as const;

/** What the VAT number of a buyer makes VIES answer; null for an ordinary number. */
const describeTestNumber = ({ vatNumber, vies }: BuyerRecord): TestNumber | null => {
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
      ...(answer.kind === 'VALID' ? {} : { reason: answer.reason }),
    })),
    given: vies.turn ?? 0,
  };
};

/** A seller with its name; null if the organization no longer lists it. */
export const nameSeller = (uuid: string, sellers: readonly CallerSeller[]) => ({
  uuid,
  companyName: sellers.find((seller) => seller.uuid === uuid)?.companyName ?? null,
});

interface History {
  /** Oldest first. */
  readonly checks: readonly ViesCheckRecord[];
  readonly sessions: readonly KycVerificationRecord[];
}

/** The history of a buyer, and what is possible now. */
export const detailBuyer = (
  buyer: BuyerRecord,
  { checks, sessions }: History,
): Omit<BuyerDetail, keyof BuyerSummary | 'jobs' | 'firedJobs' | 'firedJobCount'> => {
  const { uuid: _uuid, ...address } = buyer.address;
  return {
    address,
    version: buyer.version,
    viesChecks: checks
      .slice(-READ_MODEL_LIMITS.viesChecks)
      .toReversed()
      .map((check) => ({
        id: check.id,
        result: check.result,
        requestedAt: toIsoDateTime(check.requestedAt),
        checkedAt: toTime(check.checkedAt),
        ...reasonOf(check),
      })),
    viesCheckCount: checks.length,
    verifications: sessions.toReversed().map(({ buyerUuid: _buyer, profile: _profile, ...session }) => ({
      ...session,
      startedAt: toIsoDateTime(session.startedAt),
      completedAt: toTime(session.completedAt),
    })),
    simulators: simulatorsOf(buyer),
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
      return { name, summary, possible: reason === undefined, ...(reason === undefined ? {} : { reason }) };
    });
