import { buyers } from '../../vat/buyers/buyer.ts';
import { type DocumentRecord, documents } from '../../vat/documents/document.ts';
import { exportFileFacts } from '../../vat/export-file/export-file.ts';
import { orders } from '../../vat/orders/order.ts';
import { type ContentCheck, type Surroundings, checkContentsOf } from './check-contents.ts';

/** Each document must have its bytes, or all that it is drawn from: a download would fail otherwise. */
export const documentContents: readonly ContentCheck[] = [
  checkContentsOf(documents, {
    diagnosticsOf: (document, surroundings) => {
      const message = lackOf(document, surroundings);
      return message === undefined ? [] : [{ path: ['id'], message }];
    },
  }),
  checkContentsOf(orders, {
    diagnosticsOf: ({ exportFile }, { has }) =>
      exportFile === undefined || has(documents.name, exportFile.documentId)
        ? []
        : [
            {
              path: ['exportFile', 'documentId'],
              message: `names a record that is not among ${documents.name}`,
            },
          ],
  }),
];

const lackOf = (
  { id, type, digest, orderUuid, buyerUuid }: DocumentRecord,
  { has, hasContent }: Surroundings,
): string | undefined => {
  if (digest !== undefined)
    return hasContent(id) ? undefined : 'is that of a document with a digest, which contents lack';
  if (type === 'EXPORT_FILE')
    return has(exportFileFacts.name, id)
      ? undefined
      : `names no record of ${exportFileFacts.name}, from which its file is drawn`;
  return has(orders.name, orderUuid) || has(buyers.name, buyerUuid)
    ? undefined
    : 'is that of a document without order and buyer, from which its file is drawn';
};
