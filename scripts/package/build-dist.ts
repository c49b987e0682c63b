import path from 'node:path';
import { createPreparedFiles } from '../../src/edges/files/prepared-files.ts';
import { bundleMcp } from './bundle-program.ts';
import { bundleConsole } from './bundle-console.ts';
import { readBundledPackages } from './bundled-packages.ts';
import { writeLicences } from './licences.ts';
import { prepareFiles } from './prepare-files.ts';
import { writeSbom } from './sbom.ts';

/**
 * Fills dist/: the program, in the form that `bundle` gives it, the console, what is bundled with its licences, and our YAML
 * files as JSON, which is read much faster.
 */
export const buildDist = async (out: string, bundle: (out: string) => Promise<readonly string[]>): Promise<void> => {
  const files = [await bundle(out), await bundleMcp(out), await bundleConsole(path.join(out, 'console'))];
  await describeBundled(files.flat(), out);
  await prepareFiles(createPreparedFiles([], path.join(out, 'prepared')));
};

/** Writes which packages were bundled, by the files that went into the bundles: for people, and for scanners. */
export const describeBundled = async (files: readonly string[], out: string): Promise<void> => {
  const packages = await readBundledPackages(files);
  await writeLicences(packages, path.join(out, 'THIRD-PARTY-LICENCES.txt'));
  await writeSbom(packages, path.join(out, 'sbom.cdx.json'));
};
