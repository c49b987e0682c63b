import { toIsoDateTime } from '../../kernel/clock.ts';
import { formatMoney } from '../api/format-money.ts';
import { rulesOf } from '../compliance/compliance-rules.ts';
import { evidenceFor } from '../compliance/evidence.ts';
import { vatOnFinalInvoice } from '../compliance/vat-rules.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';
import type { VinRecord } from '../orders/order.ts';
import { transportStatusOf } from '../transport/transport.ts';
import { documentMoves } from './document-moves.ts';
import { type ClientMove, callMove } from './move.ts';
import type { OrderScene } from './order-scene.ts';
import { nameVehicles, usualDelivery, usualPayment, usualPickup } from './usual.ts';

/** The calls about an order that a client may want to send; whether the workflow allows them shows in a rehearsal. */
export const clientMoves = (scene: OrderScene): readonly ClientMove[] => [
  ...invoiceMoves(scene, 'PRELIMINARY'),
  ...invoiceMoves(scene, 'FINAL'),
  ...paymentMoves(scene),
  ...transportMoves(scene),
  ...documentMoves(scene),
  ...buyerMoves(scene),
  callMove(scene, 'cancelOrder', {
    title: 'Cancel the order',
    path: { uuid: scene.order.uuid },
    body: { reason: 'The buyer withdrew from the purchase.' },
  }),
];

const invoiceMoves = (scene: OrderScene, type: 'PRELIMINARY' | 'FINAL'): readonly ClientMove[] => {
  const { order, buyer, now, assumed } = scene;
  const { seller, uuid } = order;
  const former = order.invoices.find((invoice) => invoice.type === type);
  const title = `${former === undefined ? 'Submit' : 'Correct'} the ${type.toLowerCase()} invoice`;
  const path = { sellerId: seller, uuid };
  const plain = { vatIncluded: false, amount: order.totalAmount };
  const body = {
    type,
    // A correction keeps the date, which its document shows.
    invoiceDate: former?.invoiceDate ?? toIsoDateTime(now).slice(0, 10),
    // Another number each time: the same data again would change nothing.
    invoiceNumber: `${type.charAt(0)}-${uuid.slice(0, 8).toUpperCase()}-${String((former?.version ?? 0) + 1)}`,
    ...(type === 'FINAL' ? vatOnFinalInvoice(order, buyer, rulesOf(assumed).vat) : plain),
    marginScheme: false,
  };
  const usual = callMove(scene, 'submitInvoice', { of: [type], title, path, body });
  if (type === 'PRELIMINARY') return [usual];
  return [
    usual,
    callMove(scene, 'submitInvoice', {
      of: [type, 'margin-scheme'],
      title: `${title}, with the margin scheme`,
      path,
      body: { ...body, ...plain, marginScheme: true },
    }),
  ];
};

const paymentMoves = (scene: OrderScene): readonly ClientMove[] => {
  const { order, now } = scene;
  const { seller, uuid } = order;
  const outstanding = outstandingOf(order);
  // What a proof shows has happened before it was uploaded.
  const proofs = scene.documents
    .filter(({ type, status }) => type === 'PROOF_OF_PAYMENT' && status === 'ACTIVE')
    .map(({ createdAt }) => createdAt);
  const pay = (part: string, verb: string, value: bigint): ClientMove => {
    const amount = { ...order.totalAmount, value: toAmount(value) };
    return callMove(scene, 'submitPayment', {
      of: [part],
      title: `${verb} ${formatMoney(amount)}`,
      path: { sellerId: seller, uuid },
      usuallyAt: usualPayment(order),
      body: {
        amount,
        paidAt: toIsoDateTime(Math.min(now, ...proofs)),
        reference: `Transfer ${String(order.payments.length + 1)} for ${uuid.slice(0, 8).toUpperCase()}`,
      },
    });
  };
  const full = pay('full', 'Pay', outstanding > 0n ? outstanding : 1n);
  return outstanding < 2n ? [full] : [full, pay('half', 'Pay half:', outstanding / 2n)];
};

const buyerMoves = (scene: OrderScene): readonly ClientMove[] => {
  const { uuid, seller, companyName, kycMode } = scene.buyer;
  const path = { sellerId: seller, buyerId: uuid };
  const check = callMove(scene, 'requestViesCheck', { title: `Request a VIES check of ${companyName}`, path });
  if (kycMode !== 'SERVICE_LED') return [check];
  return [check, callMove(scene, 'startKycVerification', { title: `Start the verification of ${companyName}`, path })];
};

/** Pickups and deliveries: of all vehicles that are ready for them, or of one alone. */
const transportMoves = (scene: OrderScene): readonly ClientMove[] => {
  const { order } = scene;
  const waiting = order.vins.filter((vin) => transportStatusOf(vin) === 'NOT_STARTED');
  const travelling = order.vins.filter((vin) => transportStatusOf(vin) === 'IN_TRANSIT');
  return [
    ...stepsFor(scene, 'confirmPickup', waiting, {
      verb: 'Confirm the pickup of',
      bodyOf: (chosen) => ({
        pickedUpAt: toIsoDateTime(beforeEvidence(scene, chosen, ['CMR', 'PICKUP_DECLARATION'])),
      }),
      usuallyAt: usualPickup(order),
    }),
    ...stepsFor(scene, 'confirmDelivery', travelling, {
      verb: 'Confirm the delivery of',
      bodyOf: (chosen) => ({
        deliveredAt: toIsoDateTime(
          Math.max(beforeEvidence(scene, chosen, ['DELIVERY_DECLARATION']), ...chosen.map(pickedUpAt)),
        ),
      }),
      usuallyAt: usualDelivery(travelling),
    }),
    ...stepsFor(scene, 'revokePickup', travelling, {
      verb: 'Revoke the pickup of',
      bodyOf: () => ({ reason: 'The carrier took the wrong vehicle.' }),
    }),
  ];
};

/** Now, or when the first paper about it was uploaded: what is signed has happened. */
const beforeEvidence = (
  { documents, now }: OrderScene,
  chosen: readonly VinRecord[],
  types: readonly ('CMR' | 'PICKUP_DECLARATION' | 'DELIVERY_DECLARATION')[],
): number =>
  Math.min(
    now,
    ...types.flatMap((type) => chosen.map(({ vin }) => evidenceFor(vin, type, documents)?.createdAt ?? now)),
  );

/** Clients state this time, and may state one that is still to come. */
const pickedUpAt = ({ pickup }: VinRecord): number => (pickup === undefined ? 0 : Date.parse(pickup.confirmedAt));

const stepsFor = (
  scene: OrderScene,
  operationId: string,
  eligible: readonly VinRecord[],
  {
    verb,
    bodyOf,
    ...usual
  }: {
    readonly verb: string;
    readonly bodyOf: (chosen: readonly VinRecord[]) => object;
    readonly usuallyAt?: number;
  },
): readonly ClientMove[] => {
  const { uuid: orderUuid, vins } = scene.order;
  const whole = callMove(scene, operationId, {
    ...usual,
    title: `${verb} ${nameVehicles(eligible.length === 0 ? vins : eligible, vins.length)}`,
    body: { orderUuid, ...bodyOf(eligible) },
  });
  const [first, ...others] = eligible;
  if (first === undefined || others.length === 0) return [whole];
  const alone = callMove(scene, operationId, {
    ...usual,
    of: [first.vin],
    title: `${verb} ${first.vin} alone`,
    body: { orderUuid, vins: [first.vin], ...bodyOf([first]) },
    isPartial: true,
  });
  return [whole, alone];
};
