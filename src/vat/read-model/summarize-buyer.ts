import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { type OrderRecord, isOpen } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { READ_MODEL_LIMITS } from './limits.ts';
import { nameSeller } from './name-seller.ts';
import type { ShownJob } from './shown-job.ts';
import { describeTestNumber } from './test-number.ts';

/** Everything a summary is made of. */
export interface BuyerFacts {
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
