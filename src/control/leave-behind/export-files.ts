import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { visitAll } from '../../engine/sandbox/visit-all.ts';
import type { Organization } from '../../identity/organization.ts';
import { orders } from '../../vat/orders/order.ts';
import { type OpenedFile, openExportFile } from '../read-model/orders.ts';

/** Export Files in an archive, the latest ones: each that was never read must be drawn. */
const MOST_EXPORT_FILES = 20;

/** An Export File of a sandbox. */
export interface FoundExportFile {
  readonly order: string;
  readonly externalOrderId: string;
  readonly decision: string;
  readonly generatedAt: number;
}

/** The latest Export Files of a sandbox, newest first. */
export const findExportFiles = (sandbox: Sandbox): Promise<readonly FoundExportFile[]> =>
  sandbox.read(async (work) => {
    const found: FoundExportFile[] = [];
    await visitAll(work, orders, {}, ({ uuid, externalOrderId, exportFile }) => {
      if (exportFile === undefined) return;
      const { decision, generatedAt } = exportFile;
      found.push({ order: uuid, externalOrderId, decision, generatedAt });
    });
    return found.sort((one, other) => other.generatedAt - one.generatedAt).slice(0, MOST_EXPORT_FILES);
  });

export const openFound = (sandbox: Sandbox, owner: Organization, { order }: FoundExportFile): Promise<OpenedFile> =>
  openExportFile(sandbox, owner, order);

/** Its name in an archive: sellers choose the ids of their orders, and two may choose the same. */
export const nameInArchive = ({ externalOrderId, order }: FoundExportFile): string =>
  `export-files/${externalOrderId.replaceAll(/[^\w.-]+/g, '_').slice(0, 60)}-${order.slice(0, 8)}.pdf`;
