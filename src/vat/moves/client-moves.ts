import { type ClientMove, nameVehicles, usualDelivery, usualPayment, usualPickup } from './move.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { formatMoney } from '../api/format-money.ts';
import { rulesOf } from '../compliance/compliance-rules.ts';
import { vatOnFinalInvoice } from '../compliance/vat-rules.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';
import { documentMoves } from './document-moves.ts';
import { type OrderScene, buyerIn, documentsIn, orderIn } from './order-scene.ts';
import { evidenceFor } from '../compliance/evidence.ts';
import { transportStatusOf } from '../transport/transport.ts';

/** The calls about an order that a client may want to send; whether the workflow allows them shows in a rehearsal. */
export const clientMoves = (scene: OrderScene): readonly ClientMove[] => [
  ...invoiceMoves(scene),
  ...paymentMoves(scene),
  ...transportMoves(scene),
  ...documentMoves(scene),
  ...buyerMoves(scene),
  cancelMove(scene),
];

const pathOf = ({ seller, uuid }: OrderRecord) => ({ sellerId: seller, uuid });

const invoiceMoves = (scene: OrderScene): readonly ClientMove[] => {
  const order = orderIn(scene);
  return (['PRELIMINARY', 'FINAL'] as const).flatMap((type) => {
    const former = order.invoices.find((invoice) => invoice.type === type);
    const name = `the ${type.toLowerCase()} invoice`;
    const body = {
      type,
      // A correction keeps the date, which its document shows.
      invoiceDate: former?.invoiceDate ?? toIsoDateTime(scene.now).slice(0, 10),
      // Another number each time: the same data again would change nothing.
      invoiceNumber: `${type.charAt(0)}-${order.uuid.slice(0, 8).toUpperCase()}-${String((former?.version ?? 0) + 1)}`,
      ...(type === 'FINAL'
        ? vatOnFinalInvoice(order, buyerIn(scene), rulesOf(scene.assumed).vat)
        : { vatIncluded: false, amount: order.totalAmount }),
      marginScheme: false,
    };
    const move = { kind: 'call', operationId: 'submitInvoice', path: pathOf(order) } as const;
    return [
      { ...move, id: `submitInvoice/${type}`, title: `${former === undefined ? 'Submit' : 'Correct'} ${name}`, body },
      ...(type === 'FINAL'
        ? [
            {
              ...move,
              id: `submitInvoice/${type}/margin-scheme`,
              title: `${former === undefined ? 'Submit' : 'Correct'} ${name}, with the margin scheme`,
              body: { ...body, vatIncluded: false, amount: order.totalAmount, marginScheme: true },
            },
          ]
        : []),
    ];
  });
};

const paymentMoves = (scene: OrderScene): readonly ClientMove[] => {
  const order = orderIn(scene);
  const outstanding = outstandingOf(order);
  // What a proof shows has happened before it was uploaded.
  const proofs = documentsIn(scene)
    .filter(({ type, status }) => type === 'PROOF_OF_PAYMENT' && status === 'ACTIVE')
    .map(({ createdAt }) => createdAt);
  const pay = (id: string, title: string, value: bigint): ClientMove => {
    const amount = { ...order.totalAmount, value: toAmount(value) };
    return {
      kind: 'call',
      id: `submitPayment/${id}`,
      title: `${title} ${formatMoney(amount)}`,
      operationId: 'submitPayment',
      path: pathOf(order),
      usuallyAt: usualPayment(order),
      body: {
        amount,
        paidAt: toIsoDateTime(Math.min(scene.now, ...proofs)),
        reference: `Transfer ${String(order.payments.length + 1)} for ${order.uuid.slice(0, 8).toUpperCase()}`,
      },
    };
  };
  const full = pay('full', 'Pay', outstanding > 0n ? outstanding : 1n);
  return outstanding < 2n ? [full] : [full, pay('half', 'Pay half:', outstanding / 2n)];
};

const buyerMoves = (scene: OrderScene): readonly ClientMove[] => {
  const { uuid, seller, companyName, kycMode } = buyerIn(scene);
  const move = { kind: 'call', path: { sellerId: seller, buyerId: uuid } } as const;
  return [
    {
      ...move,
      id: 'requestViesCheck',
      title: `Request a VIES check of ${companyName}`,
      operationId: 'requestViesCheck',
    },
    ...(kycMode === 'SERVICE_LED'
      ? [
          {
            ...move,
            id: 'startKycVerification',
            title: `Start the verification of ${companyName}`,
            operationId: 'startKycVerification',
          },
        ]
      : []),
  ];
};

const cancelMove = (scene: OrderScene): ClientMove => ({
  kind: 'call',
  id: 'cancelOrder',
  title: 'Cancel the order',
  operationId: 'cancelOrder',
  path: { uuid: scene.orderUuid },
  body: { reason: 'The buyer withdrew from the purchase.' },
});

/** Pickups and deliveries: of all vehicles that are ready for them, or of one alone. */
const transportMoves = (scene: OrderScene): readonly ClientMove[] => {
  const order = orderIn(scene);
  const { vins } = order;
  const waiting = vins.filter((vin) => transportStatusOf(vin) === 'NOT_STARTED');
  const travelling = vins.filter((vin) => transportStatusOf(vin) === 'IN_TRANSIT');
  return [
    ...stepsFor(scene, waiting, 'confirmPickup', 'Confirm the pickup of', (chosen) => ({
      pickedUpAt: toIsoDateTime(beforeEvidence(scene, chosen, ['CMR', 'PICKUP_DECLARATION'])),
    })).map((move) => ({ ...move, usuallyAt: usualPickup(order) })),
    ...stepsFor(scene, travelling, 'confirmDelivery', 'Confirm the delivery of', (chosen) => ({
      deliveredAt: toIsoDateTime(
        Math.max(beforeEvidence(scene, chosen, ['DELIVERY_DECLARATION']), ...chosen.map(pickedUpAt)),
      ),
    })).map((move) => ({ ...move, usuallyAt: usualDelivery(travelling) })),
    ...stepsFor(scene, travelling, 'revokePickup', 'Revoke the pickup of', () => ({
      reason: 'The carrier took the wrong vehicle.',
    })),
  ];
};

/** Now, or when the first paper about it was uploaded: what is signed has happened. */
const beforeEvidence = (
  scene: OrderScene,
  chosen: readonly VinRecord[],
  types: readonly ('CMR' | 'PICKUP_DECLARATION' | 'DELIVERY_DECLARATION')[],
): number => {
  const documents = documentsIn(scene);
  const uploads = types.flatMap((type) =>
    chosen.map(({ vin }) => evidenceFor(vin, type, documents)?.createdAt ?? scene.now),
  );
  return Math.min(scene.now, ...uploads);
};

/** Clients state this time, and may state one that is still to come. */
const pickedUpAt = ({ pickup }: VinRecord): number => (pickup === undefined ? 0 : Date.parse(pickup.confirmedAt));

const stepsFor = (
  scene: OrderScene,
  eligible: readonly VinRecord[],
  operationId: 'confirmPickup' | 'confirmDelivery' | 'revokePickup',
  verb: string,
  detailOf: (chosen: readonly VinRecord[]) => object,
): readonly ClientMove[] => {
  const all = orderIn(scene).vins;
  const whole: ClientMove = {
    kind: 'call',
    id: operationId,
    title: `${verb} ${nameVehicles(eligible.length === 0 ? all : eligible, all.length)}`,
    operationId,
    path: {},
    body: { orderUuid: scene.orderUuid, ...detailOf(eligible) },
  };
  const [first, ...others] = eligible;
  if (first === undefined || others.length === 0) return [whole];
  return [
    whole,
    {
      ...whole,
      id: `${operationId}/${first.vin}`,
      title: `${verb} ${first.vin} alone`,
      body: { orderUuid: scene.orderUuid, vins: [first.vin], ...detailOf([first]) },
      isPartial: true,
    },
  ];
};
