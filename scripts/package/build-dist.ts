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
  await describeBundled(await bundleAll(out, bundle), out);
  await prepareFiles(createPreparedFiles([], path.join(out, 'prepared')));
};

/** Bundles all that is in dist/, and returns the files that went into it. */
export const bundleAll = async (out: string, bundle: (out: string) => Promise<readonly string[]>) =>
  [await bundle(out), await bundleMcp(out), await bundleConsole(path.join(out, 'console'))].flat();

/** Writes which packages were bundled, by the files that went into the bundles: for people, and for scanners. */
export const describeBundled = async (files: readonly string[], out: string): Promise<void> => {
  const packages = await readBundledPackages(files);
  await writeLicences(packages, path.join(out, 'THIRD-PARTY-LICENCES.txt'));
  await writeSbom(packages, path.join(out, 'sbom.cdx.json'));
};
