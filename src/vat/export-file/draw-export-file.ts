import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import { describeExportFile } from './describe-export-file.ts';
import type { ExportFileFacts } from './generate-export-file.ts';

/** The Export File as a PDF: equal facts give equal bytes. */
export const drawExportFile = (
  facts: ExportFileFacts,
  seller: CallerSeller,
  inSlices?: RunInSlices,
): Promise<Uint8Array> => drawSheet(describeExportFile(facts, seller), inSlices);
