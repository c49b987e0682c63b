import type { Collection } from '../../../engine/sandbox/collection.ts';
import type { Reading } from '../../../engine/sandbox/unit-of-work.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { invitations, toInvitation } from '../../../vat/invitations/invitation.ts';
import { orders } from '../../../vat/orders/order.ts';
import { toPayment } from '../../../vat/payments/payment.ts';
import { toViesCheck, viesChecks } from '../../../vat/vies/vies-check.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';

interface Filters extends ListQuery {
  readonly orderUuid?: string;
  readonly buyerUuid?: string;
  readonly status?: string;
}

/** A record as it is shown, with what lists are ordered by. */
interface Listed {
  readonly at: number;
  readonly shown: object;
}

/** A list of what the API has no list of; the newest first. */
const listing =
  (find: (reading: Reading, filters: Filters, exchange: Validated) => Promise<readonly Listed[]>): Behaviour =>
  async (exchange) => {
    const filters = toLowerCase(exchange.input.parameters.query);
    const found = await sandboxOf(exchange).read((reading) => find(reading, filters, exchange));
    const wanted = readWanted(filters);
    // Of two at one instant, the later one was made later.
    const newestFirst = found.toReversed().sort((one, other) => other.at - one.at);
    const page = newestFirst.slice(wanted.page * wanted.limit, (wanted.page + 1) * wanted.limit);
    return toListReply(
      page.map(({ shown }) => shown),
      wanted,
      found.length,
    );
  };

/** UUIDs are compared as values. */
const toLowerCase = ({ orderUuid, buyerUuid, ...filters }: Filters): Filters => ({
  ...filters,
  ...(orderUuid === undefined ? {} : { orderUuid: orderUuid.toLowerCase() }),
  ...(buyerUuid === undefined ? {} : { buyerUuid: buyerUuid.toLowerCase() }),
});

const all = async <T>(reading: Reading, collection: Collection<T>): Promise<readonly T[]> =>
  (await reading.page(collection, { page: 0, size: Number.MAX_SAFE_INTEGER })).values;

const fits = (wanted: string | undefined, value: string | undefined): boolean =>
  wanted === undefined || wanted === value;

/** What an order was paid with; the API answers it once, to who pays. */
const listPayments = listing(async (reading, { orderUuid, buyerUuid }) => {
  const found = orderUuid === undefined ? await all(reading, orders) : [await reading.get(orders, orderUuid)];
  return found
    .filter((order) => order !== undefined)
    .filter(({ buyerId }) => fits(buyerUuid, buyerId))
    .flatMap((order) =>
      order.payments.map((payment) => ({
        at: payment.createdAt,
        shown: { ...toPayment(payment, order), seller: order.seller, buyerUuid: order.buyerId },
      })),
    );
});

/** Those that were asked for, and those that the service makes by itself. */
const listViesChecks = listing(async (reading, { orderUuid, buyerUuid }) => {
  const order = orderUuid === undefined ? undefined : await reading.get(orders, orderUuid);
  if (orderUuid !== undefined && order === undefined) return [];
  return (await all(reading, viesChecks))
    .filter((check) => fits(buyerUuid, check.buyerUuid) && fits(order?.buyerId, check.buyerUuid))
    .map((check) => ({ at: check.requestedAt, shown: toViesCheck(check) }));
});

const listInvitations = listing(async (reading, { buyerUuid, status }, exchange) => {
  const place = { origin: exchange.request.origin, sandbox: sandboxOf(exchange) };
  return (await all(reading, invitations))
    .filter((one) => fits(buyerUuid, one.kind === 'KYC' ? one.buyerUuid : undefined) && fits(status, one.status))
    .map((one) => ({
      at: one.createdAt,
      shown: {
        ...toInvitation(one, place),
        seller: one.seller,
        ...(one.status === 'USED' ? { usedAt: toIsoDateTime(one.usedAt) } : {}),
      },
    }));
});

/** Records that the API itself does not list. */
export const showRecords: Behaviours = { listPayments, listViesChecks, listInvitations };
