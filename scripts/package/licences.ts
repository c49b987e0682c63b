import { writeFile } from 'node:fs/promises';
import { type BundledPackage, titleOf } from './bundled-packages.ts';

const RULE = '-'.repeat(80);

/** Writes what is bundled, with versions and licences: nobody sees it in a lock file. */
export const writeLicences = async (packages: readonly BundledPackage[], file: string): Promise<void> => {
  const intro = ['vatmock is published with these packages in it:', '', ...packages.map(titleOf), ''];
  const texts = packages.map((each) => `${RULE}\n${titleOf(each)}\n${RULE}\n\n${each.text}\n`);
  await writeFile(file, [intro.join('\n'), ...texts].join('\n'));
};
