import { parseDateTime, toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import { formatMoney } from '../api/format-money.ts';
import { evidenceFor } from '../compliance/evidence.ts';
import { vatOnFinalInvoice } from '../compliance/vat-rules.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';
import { type VinRecord, invoiceOf } from '../orders/order.ts';
import { transportStatusOf } from '../transport/transport.ts';
import { type Move, callMove, sampleFile } from './move.ts';
import type { OrderScene } from './order-scene.ts';

/** How long things take in a usual sale, in milliseconds: goto lets this time pass, so that the papers tell a possible story. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const USUAL = { untilPayment: DAY, untilPickup: DAY, transport: 2 * DAY, untilUpload: HOUR } as const;

/** The calls about an order that a client may want to send; whether the workflow allows them shows in a rehearsal. */
export const clientMoves = (scene: OrderScene): readonly Move[] => [
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

const belowOrder = ({ order: { seller, uuid } }: OrderScene) => ({ sellerId: seller, uuid });

const shortIdOf = ({ order: { uuid } }: OrderScene): string => uuid.slice(0, 8).toUpperCase();

/** An invoice as a client sends it now in a usual sale. */
export const usualInvoice = (
  { order, buyer, now }: Pick<OrderScene, 'order' | 'buyer' | 'now'>,
  { type, invoiceNumber, marginScheme }: Pick<Schemas['Invoice'], 'type' | 'invoiceNumber' | 'marginScheme'>,
) => ({
  type,
  // A correction keeps the date, which its document shows.
  invoiceDate: invoiceOf(order, type)?.invoiceDate ?? toIsoDateTime(now).slice(0, 10),
  invoiceNumber,
  ...(type === 'FINAL' && !marginScheme
    ? vatOnFinalInvoice(order, buyer)
    : { vatIncluded: false, amount: order.totalAmount }),
  marginScheme,
});

const invoiceMoves = (scene: OrderScene, type: 'PRELIMINARY' | 'FINAL'): readonly Move[] => {
  const former = invoiceOf(scene.order, type);
  const title = `${former === undefined ? 'Submit' : 'Correct'} the ${type.toLowerCase()} invoice`;
  // Another number each time: the same data again would change nothing.
  const invoiceNumber = `${type.charAt(0)}-${shortIdOf(scene)}-${(former?.version ?? 0) + 1}`;
  return (type === 'FINAL' ? [false, true] : [false]).map((marginScheme) =>
    callMove(scene, 'submitInvoice', {
      of: marginScheme ? [type, 'margin-scheme'] : [type],
      title: marginScheme ? `${title}, with the margin scheme` : title,
      path: belowOrder(scene),
      body: usualInvoice(scene, { type, invoiceNumber, marginScheme }),
    }),
  );
};

const paymentMoves = (scene: OrderScene): readonly Move[] => {
  const { order, now, active } = scene;
  const outstanding = outstandingOf(order);
  // What a proof shows has happened before it was uploaded.
  const proofs = active.filter(({ type }) => type === 'PROOF_OF_PAYMENT').map(({ createdAt }) => createdAt);
  const pay = (part: string, verb: string, value: bigint): Move => {
    const amount = { ...order.totalAmount, value: toAmount(value) };
    return callMove(scene, 'submitPayment', {
      of: [part],
      title: `${verb} ${formatMoney(amount)}`,
      path: belowOrder(scene),
      usuallyAt: latest(order.invoices.map(({ updatedAt }) => updatedAt)) + USUAL.untilPayment,
      body: {
        amount,
        paidAt: toIsoDateTime(Math.min(now, ...proofs)),
        reference: `Transfer ${order.payments.length + 1} for ${shortIdOf(scene)}`,
      },
    });
  };
  const full = pay('full', 'Pay', outstanding > 0n ? outstanding : 1n);
  return outstanding < 2n ? [full] : [full, pay('half', 'Pay half:', outstanding / 2n)];
};

const buyerMoves = (scene: OrderScene): readonly Move[] => {
  const { uuid, seller, companyName, kycMode } = scene.buyer;
  const path = { sellerId: seller, buyerId: uuid };
  const check = callMove(scene, 'requestViesCheck', { title: `Request a VIES check of ${companyName}`, path });
  if (kycMode !== 'SERVICE_LED') return [check];
  return [check, callMove(scene, 'startKycVerification', { title: `Start the verification of ${companyName}`, path })];
};

/** Pickups and deliveries: of all vehicles that are ready for them, or of one alone. */
const transportMoves = (scene: OrderScene): readonly Move[] => {
  const { order, now } = scene;
  const waiting = order.vins.filter((vin) => transportStatusOf(vin) === 'NOT_STARTED');
  const travelling = order.vins.filter((vin) => transportStatusOf(vin) === 'IN_TRANSIT');
  /** Now, or when the first paper about it was uploaded: what is signed has happened. */
  const beforeEvidence = (chosen: readonly VinRecord[], ...types: readonly VehiclePaper[]): number =>
    Math.min(
      now,
      ...types.flatMap((type) => chosen.map(({ vin }) => evidenceFor(vin, type, scene.documents)?.createdAt ?? now)),
    );
  const paid = latest([
    ...order.payments.map(({ createdAt }) => createdAt),
    ...order.invoices.map(({ updatedAt }) => updatedAt),
  ]);
  return [
    ...stepsFor(scene, 'confirmPickup', waiting, {
      verb: 'Confirm the pickup of',
      bodyOf: (chosen) => ({ pickedUpAt: toIsoDateTime(beforeEvidence(chosen, 'CMR', 'PICKUP_DECLARATION')) }),
      usuallyAt: paid + USUAL.untilPickup,
    }),
    ...stepsFor(scene, 'confirmDelivery', travelling, {
      verb: 'Confirm the delivery of',
      bodyOf: (chosen) => ({
        // Clients state the time of a pickup, and may state one that is still to come.
        deliveredAt: toIsoDateTime(Math.max(beforeEvidence(chosen, 'DELIVERY_DECLARATION'), lastOf(chosen, 'pickup'))),
      }),
      usuallyAt: lastOf(travelling, 'pickup') + USUAL.transport,
    }),
    ...stepsFor(scene, 'revokePickup', travelling, {
      verb: 'Revoke the pickup of',
      bodyOf: () => ({ reason: 'The carrier took the wrong vehicle.' }),
    }),
  ];
};

const latest = (instants: readonly number[]): number => Math.max(0, ...instants);

const lastOf = (vins: readonly VinRecord[], milestone: 'pickup' | 'delivery'): number =>
  latest(vins.map((vin) => parseDateTime(vin[milestone]?.confirmedAt ?? '1970-01-01')));

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
): readonly Move[] => {
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

/** Some vehicles of an order in a title: by VIN if there is one, else by number. */
const nameVehicles = (chosen: readonly VinRecord[], all: number): string => {
  const [first] = chosen;
  if (first !== undefined && chosen.length === 1) return first.vin;
  return chosen.length === all ? `all ${all} vehicles` : `${chosen.length} of ${all} vehicles`;
};

/** Documents that are offered to be archived, newest first: an order may have hundreds. */
const MOST_ARCHIVED = 8;

/** What a verdict requires. Assumption: compliance-evidence. */
const EVIDENCE = ['INVOICE', 'PROOF_OF_PAYMENT', 'PICKUP_DECLARATION', 'CMR', 'DELIVERY_DECLARATION'] as const;

/**
 * Uploads of the evidence that a verdict requires and that is not there, and archiving what is there, except for the Export File,
 * which the service generates and archives itself.
 */
const documentMoves = (scene: OrderScene): readonly Move[] => [
  ...EVIDENCE.flatMap((type) => uploadsOf(scene, type)),
  ...scene.active
    .filter(({ type }) => type !== 'EXPORT_FILE')
    .slice(-MOST_ARCHIVED)
    .reverse()
    .map((document) =>
      callMove(scene, 'updateDocument', {
        of: [document.id],
        title: `Archive ${nameOf(document)}`,
        path: { id: document.id },
        body: { status: 'ARCHIVED' },
      }),
    ),
];

const NAMES = {
  INVOICE: 'the invoice document',
  PROOF_OF_PAYMENT: 'the proof of payment',
  CMR: 'the CMR',
  PICKUP_DECLARATION: 'the pickup declaration',
  DELIVERY_DECLARATION: 'the delivery declaration',
} as const;

type VehiclePaper = Exclude<Schemas['OrderDocumentType'], 'INVOICE' | 'PROOF_OF_PAYMENT'>;

const nameOfInvoice = (type: Schemas['InvoiceType']): string => `the document of the ${type.toLowerCase()} invoice`;

const nameOf = ({ type, vin, invoiceType, fileName }: DocumentRecord): string => {
  const name = invoiceType === undefined ? NAMES[type as VehiclePaper] : nameOfInvoice(invoiceType);
  return `${name}${vin === undefined ? '' : ` of ${vin}`} (${fileName})`;
};

const uploadsOf = (scene: OrderScene, type: Schemas['OrderDocumentType']): readonly Move[] => {
  const { order, active } = scene;
  switch (type) {
    case 'INVOICE':
      return order.invoices
        .filter((invoice) => !active.some((document) => isOfInvoice(invoice.type, document)))
        .map(({ type: invoiceType }) => uploadMove(scene, nameOfInvoice(invoiceType), { type, invoiceType }));
    case 'PROOF_OF_PAYMENT':
      return order.payments.length === 0 || active.some((document) => document.type === type)
        ? []
        : [uploadMove(scene, NAMES[type], { type })];
    default:
      return vehicleUploads(scene, type);
  }
};

/** For the vehicles that lack it: one document for all of the order, or one for the first of them alone. */
const vehicleUploads = (scene: OrderScene, type: VehiclePaper): readonly Move[] => {
  const { vins } = scene.order;
  // What a document proves has happened before: nobody signs for what is still to come.
  const proof = type === 'DELIVERY_DECLARATION' ? 'delivery' : 'pickup';
  const proven = vins.filter((vin) => vin[proof] !== undefined);
  const lacking = proven.filter(({ vin }) => evidenceFor(vin, type, scene.documents) === undefined);
  const [first] = lacking;
  if (first === undefined) return [];
  const ofOne = {
    ...uploadMove(scene, `${NAMES[type]} of ${first.vin}`, { type, vin: first.vin }),
    usuallyAt: lastOf([first], proof) + USUAL.untilUpload,
  };
  if (lacking.length === 1 || proven.length < vins.length) return [ofOne];
  const ofAll = uploadMove(scene, `${NAMES[type]} of ${nameVehicles(vins, vins.length)}`, { type });
  return [
    { ...ofAll, usuallyAt: lastOf(lacking, proof) + USUAL.untilUpload },
    { ...ofOne, isPartial: true },
  ];
};

const uploadMove = (
  scene: OrderScene,
  name: string,
  fields: { readonly type: Schemas['OrderDocumentType']; readonly vin?: string; readonly invoiceType?: string },
): Move => {
  const { uuid, externalOrderId } = scene.order;
  const { type, vin, invoiceType } = fields;
  return callMove(scene, 'uploadOrderDocument', {
    of: Object.values(fields),
    title: `Upload ${name}`,
    path: belowOrder(scene),
    upload: { fields: { ...fields }, file: sampleFile(type, [externalOrderId, invoiceType ?? vin ?? uuid]) },
  });
};
