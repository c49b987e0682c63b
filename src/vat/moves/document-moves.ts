import type { Schemas } from '../api/behaviour.ts';
import { rulesOf } from '../compliance/compliance-rules.ts';
import { evidenceFor } from '../compliance/evidence.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import type { VinRecord } from '../orders/order.ts';
import { type ClientMove, nameVehicles, usualUpload } from './move.ts';
import { type OrderScene, documentsIn, orderIn } from './order-scene.ts';
import { sampleFile } from './sample-file.ts';

type OrderDocumentType = Schemas['OrderDocumentType'];

/** Uploads of the evidence that a verdict requires and that is not there, and archiving what is there. */
export const documentMoves = (scene: OrderScene): readonly ClientMove[] => [
  ...rulesOf(scene.assumed).evidence.flatMap((type) => uploadsOf(scene, type)),
  ...archiveMoves(scene),
];

const uploadsOf = (scene: OrderScene, type: OrderDocumentType): readonly ClientMove[] => {
  if (type === 'INVOICE') return invoiceUploads(scene);
  if (type === 'PROOF_OF_PAYMENT') {
    const isThere = documentsIn(scene).some((document) => document.type === type && document.status === 'ACTIVE');
    return isThere || orderIn(scene).payments.length === 0 ? [] : [uploadMove(scene, 'the proof of payment', { type })];
  }
  return vehicleUploads(scene, type);
};

const invoiceUploads = (scene: OrderScene): readonly ClientMove[] => {
  const { invoices } = orderIn(scene);
  const active = documentsIn(scene).filter(({ status }) => status === 'ACTIVE');
  return (['PRELIMINARY', 'FINAL'] as const)
    .filter((invoiceType) => invoices.some(({ type }) => type === invoiceType))
    .filter((invoiceType) => !active.some((document) => isOfInvoice(invoiceType, document)))
    .map((invoiceType) =>
      uploadMove(scene, `the document of the ${invoiceType.toLowerCase()} invoice`, { type: 'INVOICE', invoiceType }),
    );
};

const NAMES = {
  CMR: 'the CMR',
  PICKUP_DECLARATION: 'the pickup declaration',
  DELIVERY_DECLARATION: 'the delivery declaration',
} as const;

/** What a document proves has happened before: nobody signs for what is still to come. */
const provenBy = (type: keyof typeof NAMES, { pickup, delivery }: VinRecord): VinRecord['pickup'] =>
  type === 'DELIVERY_DECLARATION' ? delivery : pickup;

/** For the vehicles that lack it: one document for all of the order, or one for the first of them alone. */
const vehicleUploads = (scene: OrderScene, type: keyof typeof NAMES): readonly ClientMove[] => {
  const { vins } = orderIn(scene);
  const documents = documentsIn(scene);
  const proven = vins.filter((vin) => provenBy(type, vin) !== undefined);
  const lacking = proven.filter(({ vin }) => evidenceFor(vin, type, documents) === undefined);
  const [first] = lacking;
  if (first === undefined) return [];
  const ofOne = {
    ...uploadMove(scene, `${NAMES[type]} of ${first.vin}`, { type, vin: first.vin }),
    usuallyAt: usualUpload([provenBy(type, first)]),
  };
  if (lacking.length === 1 || proven.length < vins.length) return [ofOne];
  return [
    {
      ...uploadMove(scene, `${NAMES[type]} of ${nameVehicles(vins, vins.length)}`, { type }),
      usuallyAt: usualUpload(lacking.map((vin) => provenBy(type, vin))),
    },
    { ...ofOne, isPartial: true },
  ];
};

const uploadMove = (
  scene: OrderScene,
  name: string,
  fields: { readonly type: OrderDocumentType; readonly vin?: string; readonly invoiceType?: string },
): ClientMove => {
  const { uuid, seller, externalOrderId } = orderIn(scene);
  const { type, vin, invoiceType } = fields;
  return {
    kind: 'call',
    id: ['uploadOrderDocument', ...Object.values(fields)].join('/'),
    title: `Upload ${name}`,
    operationId: 'uploadOrderDocument',
    path: { sellerId: seller, uuid },
    upload: { fields: { ...fields }, file: sampleFile(type, [externalOrderId, invoiceType ?? vin ?? uuid]) },
  };
};

/** Documents that are offered to be archived, newest first: an order may have hundreds. */
const MOST_ARCHIVED = 8;

/** Not the Export File, which the service generates and archives itself. */
const archiveMoves = (scene: OrderScene): readonly ClientMove[] =>
  documentsIn(scene)
    .filter(({ status, type }) => status === 'ACTIVE' && type !== 'EXPORT_FILE')
    .slice(-MOST_ARCHIVED)
    .reverse()
    .map((document) => ({
      kind: 'call',
      id: `updateDocument/${document.id}`,
      title: `Archive ${nameOf(document)}`,
      operationId: 'updateDocument',
      path: { id: document.id },
      body: { status: 'ARCHIVED' },
    }));

const nameOf = ({ type, vin, invoiceType, fileName }: DocumentRecord): string => {
  const kind =
    type in NAMES
      ? NAMES[type as keyof typeof NAMES]
      : type === 'INVOICE'
        ? 'the invoice document'
        : 'the proof of payment';
  const about = vin ?? invoiceType;
  return about === undefined ? `${kind} (${fileName})` : `${kind} of ${about} (${fileName})`;
};
