import type { Schemas } from '../api/behaviour.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import type { OrderRecord } from './order.ts';

const NOTHING: readonly never[] = [];

/** A new order: nothing submitted, picked up or decided. */
export const openOrder = (
  request: Schemas['OrderCreateRequest'],
  { uuid, seller, now }: { readonly uuid: string; readonly seller: CallerSeller; readonly now: number },
): OrderRecord => {
  const order = {
    uuid,
    seller: seller.uuid,
    externalOrderId: request.externalOrderId,
    buyerId: request.buyerId.toLowerCase(),
    purchaseDate: request.purchaseDate,
    vins: request.vins.map((vin) => ({ ...vin, complianceStatus: 'PENDING' as const })),
    totalAmount: request.totalAmount,
    status: 'CREATED',
    version: 1,
    createdAt: now,
    updatedAt: now,
    invoices: NOTHING,
    payments: NOTHING,
    transport: { revocations: NOTHING, version: 1, updatedAt: now },
    compliance: {
      status: 'INCOMPLETE',
      decision: null,
      blockers: [],
      viesResult: 'PENDING',
      version: 1,
      updatedAt: now,
    },
  } as const;
  const { responsibleContact } = request;
  const sellerVatNumber = seller.vatNumber;
  // Optional members come last: V8 builds an object literal with spreads in the middle member by member.
  return {
    ...order,
    ...(sellerVatNumber === undefined ? {} : { sellerVatNumber }),
    ...(responsibleContact === undefined ? {} : { responsibleContact }),
  };
};
