import type { Schemas } from '../api/behaviour.ts';
import { rulesOf } from '../compliance/compliance-rules.ts';
import { evidenceFor } from '../compliance/evidence.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import type { VinRecord } from '../orders/order.ts';
import { type ClientMove, callMove } from './move.ts';
import type { OrderScene } from './order-scene.ts';
import { sampleFile } from './sample-file.ts';
import { nameVehicles, usualUpload } from './usual.ts';

type OrderDocumentType = Schemas['OrderDocumentType'];

/** Uploads of the evidence that a verdict requires and that is not there, and archiving what is there. */
export const documentMoves = (scene: OrderScene): readonly ClientMove[] => {
  const active = scene.documents.filter(({ status }) => status === 'ACTIVE');
  return [
    ...rulesOf(scene.assumed).evidence.flatMap((type) => uploadsOf(scene, active, type)),
    ...archiveMoves(scene, active),
  ];
};

const uploadsOf = (
  scene: OrderScene,
  active: readonly DocumentRecord[],
  type: OrderDocumentType,
): readonly ClientMove[] => {
  const { invoices, payments } = scene.order;
  switch (type) {
    case 'INVOICE':
      return (['PRELIMINARY', 'FINAL'] as const)
        .filter((invoiceType) => invoices.some((invoice) => invoice.type === invoiceType))
        .filter((invoiceType) => !active.some((document) => isOfInvoice(invoiceType, document)))
        .map((invoiceType) => {
          const name = `the document of the ${invoiceType.toLowerCase()} invoice`;
          return uploadMove(scene, name, { type, invoiceType });
        });
    case 'PROOF_OF_PAYMENT':
      return payments.length === 0 || active.some((document) => document.type === type)
        ? []
        : [uploadMove(scene, 'the proof of payment', { type })];
    default:
      return vehicleUploads(scene, type);
  }
};

const NAMES = {
  CMR: 'the CMR',
  PICKUP_DECLARATION: 'the pickup declaration',
  DELIVERY_DECLARATION: 'the delivery declaration',
} as const;

/** For the vehicles that lack it: one document for all of the order, or one for the first of them alone. */
const vehicleUploads = (scene: OrderScene, type: keyof typeof NAMES): readonly ClientMove[] => {
  const { vins } = scene.order;
  // What a document proves has happened before: nobody signs for what is still to come.
  const provenBy = ({ pickup, delivery }: VinRecord) => (type === 'DELIVERY_DECLARATION' ? delivery : pickup);
  const proven = vins.filter((vin) => provenBy(vin) !== undefined);
  const lacking = proven.filter(({ vin }) => evidenceFor(vin, type, scene.documents) === undefined);
  const [first] = lacking;
  if (first === undefined) return [];
  const ofOne = {
    ...uploadMove(scene, `${NAMES[type]} of ${first.vin}`, { type, vin: first.vin }),
    usuallyAt: usualUpload([provenBy(first)]),
  };
  if (lacking.length === 1 || proven.length < vins.length) return [ofOne];
  const ofAll = uploadMove(scene, `${NAMES[type]} of ${nameVehicles(vins, vins.length)}`, { type });
  return [
    { ...ofAll, usuallyAt: usualUpload(lacking.map(provenBy)) },
    { ...ofOne, isPartial: true },
  ];
};

const uploadMove = (
  scene: OrderScene,
  name: string,
  fields: { readonly type: OrderDocumentType; readonly vin?: string; readonly invoiceType?: string },
): ClientMove => {
  const { uuid, seller, externalOrderId } = scene.order;
  const { type, vin, invoiceType } = fields;
  return callMove(scene, 'uploadOrderDocument', {
    of: Object.values(fields),
    title: `Upload ${name}`,
    path: { sellerId: seller, uuid },
    upload: { fields: { ...fields }, file: sampleFile(type, [externalOrderId, invoiceType ?? vin ?? uuid]) },
  });
};

/** Documents that are offered to be archived, newest first: an order may have hundreds. */
const MOST_ARCHIVED = 8;

/** Not the Export File, which the service generates and archives itself. */
const archiveMoves = (scene: OrderScene, active: readonly DocumentRecord[]): readonly ClientMove[] =>
  active
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
    );

const nameOf = ({ type, vin, invoiceType, fileName }: DocumentRecord): string => {
  const names: Readonly<Record<string, string>> = { ...NAMES, INVOICE: 'the invoice document' };
  const about = vin ?? invoiceType;
  return `${names[type] ?? 'the proof of payment'}${about === undefined ? '' : ` of ${about}`} (${fileName})`;
};
