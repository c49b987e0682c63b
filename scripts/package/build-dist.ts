import path from 'node:path';
import { createPreparedFiles } from '../../src/edges/files/prepared-files.ts';
import { bundleMcp, bundleProgram } from './bundle-program.ts';
import { bundleConsole } from './bundle-console.ts';
import { readBundledPackages } from './bundled-packages.ts';
import { writeLicences } from './licences.ts';
import { prepareFiles } from './prepare-files.ts';
import { writeSbom } from './sbom.ts';

/**
 * Fills dist/: the program, the console, what is bundled with its licences, and our YAML files as JSON, which is read much
 * faster.
 */
export const buildDist = async (out: string): Promise<void> => {
  const files = [await bundleProgram(out), await bundleMcp(out), await bundleConsole(path.join(out, 'console'))].flat();
  // Which packages were bundled, by the files that went into the bundles: for people, and for scanners.
  const packages = await readBundledPackages(files);
  await writeLicences(packages, path.join(out, 'THIRD-PARTY-LICENCES.txt'));
  await writeSbom(packages, path.join(out, 'sbom.cdx.json'));
  await prepareFiles(createPreparedFiles([], path.join(out, 'prepared')));
};
