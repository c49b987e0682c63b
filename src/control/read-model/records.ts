import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { invitations, toInvitation } from '../../vat/invitations/invitation.ts';
import { orders } from '../../vat/orders/order.ts';
import { toPayment } from '../../vat/orders/invoices-and-payments.ts';
import { toViesCheck, viesChecks } from '../../vat/vies/vies-check.ts';
import { readWhole } from '../../engine/sandbox/visit-all.ts';

export interface RecordFilters {
  readonly orderUuid?: string;
  readonly buyerUuid?: string;
  readonly status?: string;
  readonly page?: number;
  readonly limit?: number;
}

/** A record with its sort key. */
interface Listed<Shown> {
  readonly at: number;
  /** The record as the API shows it. */
  readonly show: () => Shown;
}

/** Where records are listed, and the origin of links in them. */
export interface RecordPlace {
  readonly sandbox: Sandbox;
  readonly origin: string;
}

/** A list of records that the API itself does not list; newest first. */
export type RecordList<Shown> = (
  place: RecordPlace,
  filters: RecordFilters & { readonly page: number; readonly limit: number },
) => Promise<{ readonly shown: readonly Shown[]; readonly total: number }>;

const listing =
  <Shown>(
    find: (reading: Reading, filters: RecordFilters, place: RecordPlace) => Promise<readonly Listed<Shown>[]>,
  ): RecordList<Shown> =>
  async (place, { page, limit, ...filters }) => {
    const found = await place.sandbox.read((reading) => find(reading, toLowerCase(filters), place));
    // Of two records at the same instant, the one inserted later is newer.
    const newestFirst = found.toReversed().sort((one, other) => other.at - one.at);
    return {
      shown: newestFirst.slice(page * limit, (page + 1) * limit).map(({ show }) => show()),
      total: found.length,
    };
  };

/** UUIDs are compared case-insensitively. */
const toLowerCase = ({ orderUuid, buyerUuid, ...filters }: RecordFilters): RecordFilters => ({
  ...filters,
  ...(orderUuid === undefined ? {} : { orderUuid: orderUuid.toLowerCase() }),
  ...(buyerUuid === undefined ? {} : { buyerUuid: buyerUuid.toLowerCase() }),
});

const fits = (wanted: string | undefined, value: string | undefined): boolean =>
  wanted === undefined || wanted === value;

/** Payments of orders; the API shows a payment only in the response to the call that creates it. */
export const listPayments = listing(async (reading, { orderUuid, buyerUuid }) => {
  const found = orderUuid === undefined ? await readWhole(reading, orders) : [reading.get(orders, orderUuid)];
  return found
    .filter((order) => order !== undefined)
    .filter(({ buyerId }) => fits(buyerUuid, buyerId))
    .flatMap((order) =>
      order.payments.map((payment) => ({
        at: payment.createdAt,
        show: () => ({ ...toPayment(payment, order), seller: order.seller, buyerUuid: order.buyerId }),
      })),
    );
});

/** Both requested checks and those that the service makes on its own schedule. */
export const listViesChecks = listing(async (reading, { orderUuid, buyerUuid }) => {
  const order = orderUuid === undefined ? undefined : reading.get(orders, orderUuid);
  if (orderUuid !== undefined && order === undefined) return [];
  return (await readWhole(reading, viesChecks))
    .filter((check) => fits(buyerUuid, check.buyerUuid) && fits(order?.buyerId, check.buyerUuid))
    .map((check) => ({ at: check.requestedAt, show: () => toViesCheck(check) }));
});

export const listInvitations = listing(async (reading, { buyerUuid, status }, place) =>
  (await readWhole(reading, invitations))
    .filter((one) => fits(buyerUuid, one.kind === 'KYC' ? one.buyerUuid : undefined) && fits(status, one.status))
    .map((one) => ({
      at: one.createdAt,
      show: () => ({
        ...toInvitation(one, place),
        seller: one.seller,
        ...(one.status === 'USED' ? { usedAt: toIsoDateTime(one.usedAt) } : {}),
      }),
    })),
);
