import { toDownloadPath } from '../documents/document.ts';
import { findAuthorized } from '../api/find-record.ts';
import { show } from '../api/show.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { orders, type OrderRecord } from '../orders/order.ts';
import type { Problem } from '../../kernel/problem.ts';
import { problem } from '../policy/problem.ts';

/** "Compliance rollup: poll the workflow status per order or subscribe to webhooks." */
export const complianceBehaviours = defineBehaviours({
  getOrderCompliance: ({ path, organization, work }) => {
    const { uuid: orderUuid, compliance } = findAuthorized(work, orders, organization, path.uuid);
    const { blockers, warnings } = compliance;
    return {
      status: 200,
      body: {
        orderUuid,
        ...show(compliance, 'status', 'decision'),
        blockers: [...blockers],
        ...(warnings && { warnings: [...warnings] }),
        ...show(compliance, 'viesResult', 'version', 'updatedAt'),
      },
    };
  },
});

/** "Finalization: download the generated Export File (a PDF)." Returns its location. */
export const exportFileBehaviours = defineBehaviours({
  getExportFile: ({ path, organization, work }) => {
    const order = findAuthorized(work, orders, organization, path.uuid);
    if (order.exportFile === undefined) throw notGenerated(order);
    const { exportFile } = order;
    return {
      status: 200,
      body: {
        ...show(exportFile, 'documentId', 'version', 'decision', 'generatedAt'),
        downloadUrl: toDownloadPath(exportFile.documentId, work.publicPath),
      },
    };
  },
});

/** A 404 that lists what the order still needs. Assumption: export-file-shape. */
const notGenerated = ({ uuid, status, compliance }: OrderRecord): Problem => {
  if (status === 'CANCELLED')
    return problem('not-found', {
      detail: `Order ${uuid} was CANCELLED without a final verdict, so it will never have an Export File.`,
      extensions: { orderStatus: status },
    });
  const missing = compliance.blockers.map(({ code, vin }) => (vin === undefined ? code : `${code} (${vin})`));
  return problem('not-found', {
    detail: `Order ${uuid} has no Export File yet: it is ${status} and has no final verdict. ${listMissing(missing)}`,
    extensions: { orderStatus: status, blockers: compliance.blockers },
  });
};

/** Maximum blockers in the message: an order with hundreds of VINs has too many for a sentence; `blockers` has all. */
const MAX_LISTED = 10;

const listMissing = (missing: readonly string[]): string => {
  if (missing.length === 0) return 'Every VIN must be delivered first.';
  const more = missing.length > MAX_LISTED ? `, and ${missing.length - MAX_LISTED} more` : '';
  return `Missing: ${missing.slice(0, MAX_LISTED).join(', ')}${more}.`;
};
