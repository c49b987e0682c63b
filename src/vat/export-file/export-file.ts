import { defined } from '../../kernel/defined.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import {
  defineRecords,
  instant,
  key,
  label,
  list,
  object,
  type Reading,
  type TypeOf,
  type UnitOfWork,
} from '../../engine/sdk.ts';
import { membersOf } from '../api/component-schema.ts';
import {
  toDownloadPath,
  archive,
  type DocumentRecord,
  documentSchema,
  documents,
  toFileName,
} from '../documents/document.ts';
import { emit, type Schemas } from '../api/behaviour.ts';
import { buyerSchema } from '../buyers/buyer.ts';
import type { Facts } from '../compliance/verdict-rules.ts';
import { cite, reasonsFor } from '../compliance/vat-rules.ts';
import { type OrderRecord, exportFileMembers, orderSchema, orders } from '../orders/order.ts';
import { type ViesCheckRecord, consultationNumberOf, viesChecks } from '../vies/vies-check.ts';

/** Requests that are listed, the newest: an order may stay open for years, and its buyer is checked every day. */
const MOST_CHECKS = 60;

const viesRequest = object({
  at: instant,
  // The result is that of the check after this request.
  ...membersOf('ViesCheck', 'vatNumber', 'result', 'reason?'),
  'consultationNumber?': label,
});

/** Inputs of an Export File, as they were at its generation: later changes do not affect the page. */
const schema = object({
  ...exportFileMembers,
  order: orderSchema,
  buyer: buyerSchema,
  documents: list(documentSchema),
  /** Requests to VIES about the buyer: those of the last check before the order, and of all since, oldest first. */
  'checks?': { ...list(viesRequest), maxItems: MOST_CHECKS },
});

type ViesRequest = TypeOf<typeof viesRequest>;

export type ExportFileFacts = TypeOf<typeof schema>;

export const exportFileFacts = defineRecords('export-file-facts', schema, ({ documentId }) => documentId);

/**
 * "The Export File is generated and event `export_file.generated` fires", on first generation and on regenerations. A
 * new generation supersedes the previous one, which is set to ARCHIVED: one Export File counts, and the list of
 * documents shows which. Assumption: export-file-generations.
 */
export const generateExportFile = (work: UnitOfWork, order: OrderRecord, facts: Facts): OrderRecord => {
  const { decision } = order.compliance;
  if (decision === null) throw new Error(`order ${order.uuid} has no decision`);
  const version = (order.exportFile?.version ?? 0) + 1;
  if (order.exportFile !== undefined) archive(work, order.exportFile.documentId);
  const document = work.insert<DocumentRecord>(documents, ({ random }) => ({
    id: drawUuid(random),
    seller: order.seller,
    type: 'EXPORT_FILE',
    status: 'ACTIVE',
    fileName: toFileNameOf(order, version),
    contentType: 'application/pdf',
    digest: undefined,
    orderUuid: order.uuid,
    version: 1,
    createdAt: work.now,
    updatedAt: work.now,
  }));
  const exportFile: NonNullable<OrderRecord['exportFile']> = {
    documentId: document.id,
    version,
    decision,
    generatedAt: work.now,
  };
  const generated = work.update(orders, order, { ...order, exportFile });
  const checks = checksOf(work, order);
  work.insert(exportFileFacts, () => ({ ...facts, ...exportFile, checks, order: generated }));
  emit(work, 'export_file.generated', order.seller, {
    orderUuid: order.uuid,
    documentId: document.id,
    version,
    downloadUrl: toDownloadPath(document.id, work.publicPath),
    generatedAt: toIsoDateTime(work.now),
    decision,
  });
  return generated;
};

/** Order ids may be any text; file systems accept less. */
const toFileNameOf = ({ externalOrderId }: OrderRecord, version: number): string => {
  const id = externalOrderId.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_').slice(0, 100);
  return toFileName(`export-file-${id}-v${version}.pdf`, `export-file-v${version}.pdf`);
};

const checksOf = (work: Reading, { buyerId, createdAt }: OrderRecord): readonly ViesRequest[] => {
  const all = work.findAll(viesChecks, key('buyer', buyerId));
  const first = all.findLastIndex(({ requestedAt }) => requestedAt < createdAt);
  return all.slice(Math.max(0, first)).flatMap(requestsOf).slice(-MOST_CHECKS);
};

const requestsOf = (check: ViesCheckRecord): readonly ViesRequest[] => {
  const { requestedAt, checkedAt, vatNumber, result, reason, earlier = [] } = check;
  return [
    ...earlier.map((request) => ({ ...request, vatNumber, reason: 'VIES did not answer.' })),
    {
      at: checkedAt ?? requestedAt,
      vatNumber,
      result,
      ...defined({ reason }),
      ...(result === 'VALID' && { consultationNumber: consultationNumberOf(check) }),
    },
  ];
};

/** The matching rules with their articles, the deciding one first. */
export const explainDecision = ({ order, buyer }: Facts, decision: Schemas['ComplianceDecision']): readonly string[] =>
  reasonsFor({ order, buyer, isValid: order.compliance.status === 'VALID' })
    .filter(({ rule }) => rule.decision === decision)
    .map(({ rule, text }) => `${text} (${cite(rule)}.)`);
