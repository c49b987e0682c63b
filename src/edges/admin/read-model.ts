import type { ControlServices } from '../../control/control-services.ts';
import { mailsOf } from '../../control/mail/mailboxes.ts';
import { showBuyer, listBuyers } from '../../control/read-model/buyers.ts';
import { listDueJobs } from '../../control/read-model/jobs.ts';
import type { ListOperations } from '../../control/read-model/operation-list.ts';
import {
  showOrder,
  type OpenedFile,
  openDocument,
  openExportFile,
  listOrders,
} from '../../control/read-model/orders.ts';
import { search } from '../../control/read-model/search.ts';
import {
  type RecordFilters,
  type RecordList,
  type RecordPlace,
  listInvitations,
  listPayments,
  listViesChecks,
} from '../../control/read-model/records.ts';
import { binaryContent } from '../../kernel/http.ts';
import { toContentDisposition } from '../../vat/documents/downloads.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { NOT_STORED, ok, readWanted, toListOutcome } from './behaviour/outcomes.ts';

/** Summaries on a page, unless the call says otherwise. */
const SUMMARY_LIMIT = 50;

const USUAL_JOBS = 20;

/**
 * The records of a sandbox as a console shows them, and those that the API itself does not list. `adminPath` is the base
 * path of the control API.
 */
export const readModelOperations = (
  { requests, mailbox }: Pick<ControlServices, 'requests' | 'mailbox'>,
  { adminPath, listOperations }: { readonly adminPath: string; readonly listOperations: ListOperations },
) => {
  const paths = {
    document: (uuid: string, documentId: string) => `${adminPath}/orders/${uuid}/documents/${documentId}`,
    exportFile: (uuid: string) => `${adminPath}/orders/${uuid}/export-file`,
  };
  return defineBehaviours({
    listOrders: async ({ sandbox, owner, query }) => {
      const { limit = SUMMARY_LIMIT, page = 0, ...filters } = query;
      const { shown, total, counts } = await listOrders(
        { sandbox, sellers: owner.sellers },
        { ...filters, page, limit },
      );
      const { status, body } = toListOutcome(shown, { page, limit }, total);
      return { status, body: { ...body, counts } };
    },
    showOrder: async ({ sandbox, owner, path: { uuid } }) => {
      const newestFirst = requests.newestFirst(sandbox.organization);
      return ok(await showOrder({ sandbox, sellers: owner.sellers, paths, newestFirst }, uuid));
    },
    downloadOrderDocument: async ({ sandbox, owner, path: { uuid, documentId } }) =>
      toDownload(await openDocument(sandbox, owner, uuid, documentId)),
    downloadExportFile: async ({ sandbox, owner, path: { uuid } }) =>
      toDownload(await openExportFile(sandbox, owner, uuid)),

    listBuyers: async ({ sandbox, owner, query }) => {
      const { limit = SUMMARY_LIMIT, page = 0, ...filters } = query;
      const { shown, total } = await listBuyers({ sandbox, sellers: owner.sellers }, { ...filters, page, limit });
      return toListOutcome(shown, { page, limit }, total);
    },
    showBuyer: async ({ sandbox, owner, path: { uuid } }) =>
      ok(await showBuyer({ sandbox, sellers: owner.sellers }, uuid)),

    /** What is due next on the clock of a sandbox. */
    listJobs: async ({ sandbox, query: { limit = USUAL_JOBS } }) => ok(await listDueJobs(sandbox, limit)),
    /** Finds the records and requests of a sandbox by what a person has at hand. */
    search: async ({ sandbox, query: { q } }) =>
      ok({ data: await search(sandbox, q, requests.newestFirst(sandbox.organization)) }),
    /** The operations of the API, from its description. */
    listOperations: () => ok(listOperations()),

    // What the API itself does not list.
    listPayments: listOf(listPayments),
    listViesChecks: listOf(listViesChecks),
    listInvitations: listOf(listInvitations),
    listMail: async ({ organization = '', anySandbox }) =>
      ok({ data: await mailsOf(mailbox, organization, anySandbox) }),
  });
};

/** A page of records that the API itself does not list. */
const listOf =
  <Shown>(list: RecordList<Shown>) =>
  async ({ sandbox, origin, query }: RecordPlace & { readonly query: RecordFilters }) => {
    const wanted = readWanted(query);
    const { shown, total } = await list({ sandbox, origin }, { ...query, ...wanted });
    return toListOutcome(shown, wanted, total);
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
