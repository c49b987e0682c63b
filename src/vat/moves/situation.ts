import { outstandingOf } from '../orders/invoices-and-payments.ts';
import { hadVerdict } from '../orders/order.ts';
import { transportStatusOf } from '../transport/transport.ts';
import { viesServices } from '../vies/vies-check.ts';
import { type OrderScene, buyerIn, documentsIn, jobsIn, orderIn, recordsIn } from './order-scene.ts';

/**
 * What the next moves depend on, as text: two scenes with the same situation have the same moves, even if times, ids and
 * amounts differ.
 */
export const situationOf = (scene: OrderScene): string => {
  const order = orderIn(scene);
  const { vies, kyc, kycMode, status } = buyerIn(scene);
  const { compliance } = order;
  return [
    order.status,
    compliance.status,
    compliance.decision ?? '',
    hadVerdict(order),
    outstandingOf(order) === 0n ? 'paid' : order.payments.length > 0 ? 'partly' : 'unpaid',
    order.invoices.map(({ type, marginScheme }) => `${type}${marginScheme ? '/margin' : ''}`).join(),
    countsOf(order.vins.map(transportStatusOf)),
    countsOf(compliance.blockers.map(({ code }) => code)),
    countsOf(documentsIn(scene).map((document) => `${document.type}/${document.invoiceType ?? ''}/${document.status}`)),
    ...[status, vies.result, vies.turn ?? 0, kycMode, kyc.status],
    countsOf(jobsIn(scene).map(({ kind }) => kind)),
    countsOf(recordsIn(scene, viesServices).flatMap(({ outages }) => outages.map(({ country = '' }) => country))),
  ].join('|');
};

const countsOf = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => `${name}:${String(count)}`)
    .sort()
    .join();
};
