import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import { formatInstant } from '../sheet/format.ts';
import type { Sheet } from '../sheet/sheet.ts';
import { describeOrder, describeParties, describeRoute } from './describe-parties.ts';
import {
  describeChecks,
  describeDocuments,
  describeInvoices,
  describePayments,
  describeTransport,
  describeVehicles,
} from './describe-tables.ts';
import { describeReasons, describeVerdict } from './describe-verdict.ts';
import type { ExportFileFacts } from './generate-export-file.ts';

/** The Export File as a PDF: equal facts give equal bytes. */
export const drawExportFile = (
  facts: ExportFileFacts,
  seller: CallerSeller,
  inSlices?: RunInSlices,
): Promise<Uint8Array> => drawSheet(describeExportFile(facts, seller), inSlices);

const WARNING = 'This is stub data, not a tax document';

/** Content of an Export File, as a pure function of its inputs. */
export const describeExportFile = (facts: ExportFileFacts, seller: CallerSeller): Sheet => {
  const { order, documentId, version, generatedAt } = facts;
  const subject = `Order ${order.externalOrderId}`;
  const generation = `Version ${String(version)}`;
  return {
    title: 'Export File',
    subtitle: 'EU VAT-compliant cross-border vehicle transaction',
    reference: { headline: subject, lines: [generation, `Generated ${formatInstant(generatedAt)}`] },
    warning: WARNING,
    banner: describeVerdict(facts),
    sections: [
      ...describeReasons(facts),
      describeOrder(facts),
      describeParties(facts, seller),
      describeChecks(facts),
      describeVehicles(facts),
      describeInvoices(facts),
      describePayments(facts),
      describeRoute(facts, seller),
      describeTransport(facts),
      describeDocuments(facts),
    ],
    footer: `Export File ${documentId}, ${generation.toLowerCase()}  |  ${subject}`,
    information: { id: documentId, subject: `${subject}, ${generation}`, madeAt: new Date(generatedAt) },
  };
};
