import type { RecordCollection } from '../../engine/sandbox/collection.ts';
import { uploadedScenarios } from '../../engine/scenarios/repository.ts';
import { MAX_ACTIVE } from '../../engine/scenarios/sandbox-scenarios.ts';
import { scenarioRuns } from '../../engine/scenarios/run.ts';
import { webhookEndpoints, type EndpointChaos } from '../../engine/webhooks/endpoint.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import type { ContentCheck, Surroundings } from './check-state.ts';
import { buyers } from '../../vat/buyers/buyer.ts';
import { type DocumentRecord, documents } from '../../vat/documents/document.ts';
import { exportFileFacts } from '../../vat/export-file/export-file.ts';
import { orders } from '../../vat/orders/order.ts';

/** A check with the type of the records, whose schema has been checked before. */
const checkContentsOf = <T>(
  { name }: RecordCollection<T>,
  check: Omit<ContentCheck<T>, 'collection'>,
): ContentCheck => ({ collection: name, ...check });

/** The checks of the engine's own collections. */
export const engineContents = ({
  checkScenario,
  checkChaos,
  refusalOf,
}: {
  /** All checks of an uploaded scenario. */
  readonly checkScenario: (file: object) => Promise<readonly PathDiagnostic[]>;
  /** All checks of chaos rules that are set by a call; paths begin at the rules. */
  readonly checkChaos: (chaos: EndpointChaos) => readonly PathDiagnostic[];
  /** Why deliveries to a URL are refused; undefined also for those to programs that forward them. */
  readonly refusalOf: (url: string) => string | undefined;
}): ContentCheck[] => [
  checkContentsOf(uploadedScenarios, {
    diagnosticsOf: async ({ name, file }) => [
      ...(file.scenario === name ? [] : [{ path: ['name'], message: 'is not that of its file' }]),
      ...(await checkScenario(file)).map(({ path, message }) => ({ path: ['file', ...path], message })),
    ],
  }),
  checkContentsOf(scenarioRuns, {
    refusalOf: (runs) => {
      const active = runs.filter(({ isActive }) => isActive).length;
      return active > MAX_ACTIVE ? `has ${active} active scenarios, but ${MAX_ACTIVE} are the maximum` : undefined;
    },
  }),
  checkContentsOf(webhookEndpoints, {
    diagnosticsOf: ({ url, chaos }) => {
      const refusal = refusalOf(url);
      return [
        ...(refusal === undefined ? [] : [{ path: ['url'], message: refusal }]),
        ...(chaos === undefined ? [] : checkChaos(chaos)).map(({ path, message }) => ({
          path: ['chaos', ...path],
          message,
        })),
      ];
    },
  }),
];

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
