import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { type OrderRecord, isOpen } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { type ViesAnswer, testAnswersOf } from '../vies/vies-check.ts';
import { READ_MODEL_LIMITS } from './limits.ts';
import { nameSeller } from './name-seller.ts';
import type { ShownJob } from './shown-job.ts';

/** Everything a summary is made of. */
interface BuyerFacts {
  readonly buyer: BuyerRecord;
  /** Its orders, newest last. */
  readonly orders: readonly Pick<OrderRecord, 'uuid' | 'status'>[];
  readonly sellers: readonly CallerSeller[];
  readonly nextJob: ShownJob | undefined;
}

/** The buyer as a row of a list shows it. */
export const summarizeBuyer = ({ buyer, orders, sellers, nextJob }: BuyerFacts) => ({
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

/** The buyer as its orders show it. */
export const introduceBuyer = (buyer: BuyerRecord) => ({
  uuid: buyer.uuid,
  companyName: buyer.companyName,
  country: buyer.address.country,
  vatNumber: buyer.vatNumber,
  status: buyer.status,
  vies: toViesState(buyer),
  kyc: toKycState(buyer),
});

/** Result of the latest VIES check of a buyer. */
const toViesState = ({ vies: { result, checkedAt, reason } }: BuyerRecord) => ({
  result,
  checkedAt: checkedAt === null ? null : toIsoDateTime(checkedAt),
  ...(reason === undefined ? {} : { reason }),
});

/** In Mode A the marketplace verifies the buyer itself. */
const toKycState = ({ kycMode, kyc: { status, reason } }: BuyerRecord) => ({
  mode: kycMode,
  status: kycMode === 'SERVICE_LED' ? status : ('NOT_REQUIRED' as const),
  ...(reason === undefined ? {} : { reason }),
});

const RESULTS = { VALID: 'VALID', INVALID: 'INVALID', UNREACHABLE: 'UNKNOWN' } as const;

const WORDS = { VALID: 'valid', INVALID: 'invalid', UNREACHABLE: 'no answer' } as const;

/** What the VAT number of a buyer makes VIES answer; null for an ordinary number. */
const describeTestNumber = ({ vatNumber, vies }: BuyerRecord) => {
  const answers = testAnswersOf(vatNumber);
  if (answers.length === 0) return null;
  return { sentence: toSentence(answers), answers: answers.map(toAnswer), given: vies.turn ?? 0 };
};

const toAnswer = (answer: ViesAnswer) => ({
  result: RESULTS[answer.kind],
  ...(answer.kind === 'VALID' ? {} : { reason: answer.reason }),
});

const toSentence = (answers: readonly ViesAnswer[]): string => {
  const words = answers.map(({ kind }) => WORDS[kind]);
  const [first, ...later] = words;
  return later.length === 0
    ? `Test number of VIES: each check gives “${first ?? ''}”.`
    : `Test number of VIES: the first check gives “${first ?? ''}”, the next ${later.map((word) => `“${word}”`).join(', then ')}; the last is repeated.`;
};
