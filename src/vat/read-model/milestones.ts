import { toIsoDateTime } from '../../kernel/clock.ts';
import { type OrderRecord, hasVerdict } from '../orders/order.ts';
import { outstandingOf } from '../orders/invoices-and-payments.ts';

/** A milestone of an order on its way to the verdict. */
export interface ShownMilestone {
  readonly name: 'created' | 'invoiced' | 'paid' | 'ready' | 'on_the_road' | 'arrived' | 'verdict';
  readonly reached: boolean;
  /** Null if it has not been reached, or if the time is not recorded. */
  readonly at: string | null;
}

/** All milestones in order, from the record alone. */
export const milestonesOf = (order: OrderRecord): readonly ShownMilestone[] => {
  const { createdAt, vins, exportFile } = order;
  const isInvoiced = order.invoices.length > 0;
  const isPaid = isInvoiced && outstandingOf(order) === 0n;
  const pickups = vins.flatMap(({ pickup }) => (pickup === undefined ? [] : [Date.parse(pickup.confirmedAt)]));
  const deliveries = vins.flatMap(({ delivery }) => (delivery === undefined ? [] : [Date.parse(delivery.confirmedAt)]));
  const paidAt = isPaid ? (timeOfLastPayment(order) ?? timeOfInvoice(order)) : undefined;
  const hasArrived = deliveries.length === vins.length;
  return [
    toMilestone('created', true, createdAt),
    toMilestone('invoiced', isInvoiced, timeOfInvoice(order)),
    toMilestone('paid', isPaid, paidAt),
    toMilestone('ready', isPaid, paidAt),
    toMilestone('on_the_road', pickups.length > 0, Math.min(...pickups)),
    toMilestone('arrived', hasArrived, Math.max(...deliveries)),
    toMilestone('verdict', hasVerdict(order), exportFile?.generatedAt),
  ];
};

const toMilestone = (name: ShownMilestone['name'], reached: boolean, at: number | undefined): ShownMilestone => ({
  name,
  reached,
  at: reached && at !== undefined ? toIsoDateTime(at) : null,
});

/** Every visible change moves the time of an invoice: only that of an unchanged one tells its submission. */
const timeOfInvoice = ({ invoices }: OrderRecord): number | undefined => {
  const unchanged = invoices.filter(({ version }) => version === 1).map(({ updatedAt }) => updatedAt);
  return unchanged.length < invoices.length || unchanged.length === 0 ? undefined : Math.min(...unchanged);
};

/** Payments beyond the total are not accepted, so that the last one completed it. */
const timeOfLastPayment = ({ payments }: OrderRecord): number | undefined => payments.at(-1)?.createdAt;
