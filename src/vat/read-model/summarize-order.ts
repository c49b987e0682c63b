import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { type OrderRecord, hasVerdict } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { READ_MODEL_LIMITS } from './limits.ts';
import { milestonesOf } from './milestones.ts';
import { nameSeller } from './name-seller.ts';
import { withRemedy } from './remedies.ts';
import type { ShownJob } from './shown-job.ts';
import { introduceBuyer } from './summarize-buyer.ts';

/** Everything a summary is made of. */
export interface OrderFacts {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  readonly sellers: readonly CallerSeller[];
  readonly nextJob: ShownJob | undefined;
}

/** The order as a card of a board shows it. */
export const summarizeOrder = (
  { order, buyer, sellers, nextJob }: OrderFacts,
  mostBlockers: number = READ_MODEL_LIMITS.blockersOfSummary,
) => {
  const { vins, compliance } = order;
  return {
    uuid: order.uuid,
    externalOrderId: order.externalOrderId,
    status: order.status,
    compliance: compliance.status,
    decision: compliance.decision,
    seller: nameSeller(order.seller, sellers),
    buyer: introduceBuyer(buyer),
    purchaseDate: order.purchaseDate,
    vehicles: {
      count: vins.length,
      vins: vins.slice(0, READ_MODEL_LIMITS.vinsOfSummary).map(({ vin }) => vin),
      brand: vins[0]?.brand ?? '',
      model: vins[0]?.model ?? '',
    },
    totalAmount: order.totalAmount,
    blockers: compliance.blockers.slice(0, mostBlockers).map((blocker) => withRemedy(blocker, buyer)),
    blockerCount: compliance.blockers.length,
    milestones: milestonesOf(order),
    nextJob: nextJob ?? null,
    exportFileReady: order.exportFile !== undefined && hasVerdict(order),
    createdAt: toIsoDateTime(order.createdAt),
    updatedAt: toIsoDateTime(order.updatedAt),
  };
};
