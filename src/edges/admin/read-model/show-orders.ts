import { showOrder } from '../../../control/read-model/order-detail.ts';
import { type OpenedFile, openDocument, openExportFile } from '../../../control/read-model/order-files.ts';
import type { NewestFirst } from '../../../control/read-model/search.ts';
import { listOrders } from '../../../control/read-model/order-list.ts';
import { binaryContent } from '../../../kernel/http.ts';
import { toContentDisposition } from '../../../vat/downloads/content-disposition.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, ok } from '../behaviour/usual-outcomes.ts';
import { toListOutcome } from '../parameters/list-page.ts';
import { SUMMARY_LIMIT } from './summary-limit.ts';

/** The orders of a sandbox as a console shows them; `adminPath` is the base path of the control API. */
export const showOrders = (adminPath: string, newestFirst: NewestFirst) => {
  const paths = {
    document: (uuid: string, documentId: string) => `${adminPath}/orders/${uuid}/documents/${documentId}`,
    exportFile: (uuid: string) => `${adminPath}/orders/${uuid}/export-file`,
  };
  return defineBehaviours({
    listOrders: async ({ sandbox, owner, query }) => {
      const { limit = SUMMARY_LIMIT, page = 0, ...filters } = query;
      const { shown, total, counts } = await listOrders({ sandbox, sellers: owner.sellers }, filters, { page, limit });
      const { status, body } = toListOutcome(shown, { page, limit }, total);
      return { status, body: { ...body, counts } };
    },
    showOrder: async ({ sandbox, owner, path: { uuid } }) => {
      const requests = newestFirst(sandbox.organization);
      return ok(await showOrder({ sandbox, sellers: owner.sellers, paths, newestFirst: requests }, uuid));
    },
    downloadOrderDocument: async ({ sandbox, owner, path: { uuid, documentId } }) =>
      toDownload(await openDocument(sandbox, owner, uuid, documentId)),
    downloadExportFile: async ({ sandbox, owner, path: { uuid } }) =>
      toDownload(await openExportFile(sandbox, owner, uuid)),
  });
};

/** A browser must neither guess the type of an upload nor run anything in it. */
const toDownload = ({ fileName, contentType, read }: OpenedFile) =>
  ({
    status: 200,
    content: async () => binaryContent(await read(), contentType),
    headers: {
      ...NOT_STORED,
      'content-disposition': toContentDisposition(fileName),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  }) as const;
