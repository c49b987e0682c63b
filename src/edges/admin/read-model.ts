import type { ControlServices } from '../../control/control-services.ts';
import { mailsOf } from '../../control/mail/mailboxes.ts';
import { openDocument } from '../../control/read-model/orders.ts';
import type { RecordPlace } from '../../control/read-model/record-place.ts';
import { listCollections, listRecords, showRecord } from '../../control/read-model/records.ts';
import { search } from '../../control/read-model/search.ts';
import { type Content, binaryContent } from '../../kernel/http.ts';
import { toContentDisposition } from '../../vat/documents/document-behaviours.ts';
import { answer, defineBehaviours } from './behaviour/control-behaviour.ts';

/**
 * The records of a sandbox as a console shows them, and those that the API itself does not list. `adminPath` is the base
 * path of the control API.
 */
export const readModelOperations = (
  { requests, mailbox, recordKinds }: ControlServices,
  { adminPath, describe }: { readonly adminPath: string; readonly describe: () => Promise<Content> },
) => {
  const placeOf = ({
    sandbox,
    owner,
    origin,
  }: Pick<RecordPlace, 'sandbox' | 'origin'> & { readonly owner: Pick<RecordPlace, 'sellers'> }): RecordPlace => ({
    sandbox,
    origin,
    adminPath,
    sellers: owner.sellers,
    newestFirst: () => requests.newestFirst(sandbox.organization),
  });
  return defineBehaviours({
    listCollections: async ({ sandbox, query }) => {
      const kinds = listCollections(recordKinds);
      if (query.search === undefined) return kinds;
      return { ...kinds, hits: await search(sandbox, query.search, requests.newestFirst(sandbox.organization)) };
    },
    listRecords: (call) => {
      const { sandbox: _named, ...query } = call.query;
      return listRecords(recordKinds, placeOf(call), call.path.collection, query);
    },
    showRecord: (call) => showRecord(recordKinds, placeOf(call), call.path.collection, call.path.id),
    downloadOrderDocument: async ({ sandbox, owner, path: { uuid, documentId } }) =>
      toDownload(await openDocument(sandbox, owner, uuid, documentId)),

    getDescription: () => answer({ content: describe }),

    listMail: async ({ organization = '', anySandbox }) => ({
      data: await mailsOf(mailbox, organization, anySandbox),
    }),
  });
};

/** A browser must neither guess the type of an upload nor run anything in it. */
const toDownload = ({ fileName, contentType, read }: Awaited<ReturnType<typeof openDocument>>) =>
  answer({
    content: async () => binaryContent(await read(), contentType),
    headers: {
      'cache-control': 'no-store',
      'content-disposition': toContentDisposition(fileName),
    },
  });
