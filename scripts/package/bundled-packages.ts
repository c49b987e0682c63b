import { readFile, readdir } from 'node:fs/promises';
import { packageFile, packageJson } from '../../src/edges/files/package-files.ts';

/** Licences that ask for no more than that they are passed on. */
const ACCEPTED = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0']);

/** Packages whose manifest does not say what their licence file says. */
const UNSAID: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

const OURS = (packageJson('package.json') as { readonly devDependencies: Readonly<Record<string, string>> })
  .devDependencies;

/** Work of others that is published as a part of ours. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier. */
  readonly license: string;
  /** What the licence asks to be passed on. */
  readonly text: string;
  /** Fonts are not on npm. */
  readonly isOnNpm: boolean;
  /** Whether we use it, rather than only a package that we use. */
  readonly isDirect: boolean;
  /** The packages that it uses, as far as they are bundled too. */
  readonly uses: readonly Identified[];
}

export type Identified = Pick<BundledPackage, 'name' | 'version'>;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** `a/node_modules/b/lib/c.js` belongs to the package `a/node_modules/b`. */
const packageOf = (file: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

/**
 * The packages to which bundled files belong, and the fonts, sorted by name and version.
 *
 * @param files from the package's root, as esbuild names them
 * @throws for a package whose licence we do not accept
 */
export const readBundledPackages = async (files: readonly string[]): Promise<readonly BundledPackage[]> => {
  const folders = [...new Set(files.map(packageOf).filter((folder) => folder !== undefined))];
  const installed = new Map(
    await Promise.all(folders.map(async (folder) => [folder, await readManifest(folder)] as const)),
  );
  const packages = await Promise.all(folders.map((folder) => readPackage(folder, installed)));
  // The same version of a package may be installed in several places.
  const different = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  const sorted = [...different.values(), await readFonts()];
  return sorted.sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
};

export const titleOf = ({ name, version, license }: BundledPackage): string => `${name} ${version} (${license})`;

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(packageFile(folder, 'package.json'), 'utf8')) as Manifest;

type Installed = ReadonlyMap<string, Manifest>;

const readPackage = async (folder: string, installed: Installed): Promise<BundledPackage> => {
  const manifest = await readManifest(folder);
  const { name, version, license = UNSAID[name] ?? 'none', author } = manifest;
  if (!ACCEPTED.has(license))
    throw new Error(
      `${name} cannot be bundled: its licence is ${license}, and scripts/package/bundled-packages.ts does not accept it`,
    );
  const files = (await readdir(packageFile(folder))).filter((entry) => /^(?:licen[cs]e|notice|copying)/i.test(entry));
  const texts = await Promise.all(files.sort().map((entry) => readFile(packageFile(folder, entry), 'utf8')));
  const holder = typeof author === 'object' ? author.name : author;
  const text =
    texts.length > 0
      ? texts.map((one) => one.trim()).join('\n\n')
      : `${license}, by ${holder ?? `the authors of ${name}`}`;
  const isDirect = folder === `node_modules/${name}` && name in OURS;
  return { name, version, license, text, isOnNpm: true, isDirect, uses: usesOf(folder, manifest, installed) };
};

const usesOf = (folder: string, manifest: Manifest, installed: Installed): readonly Identified[] =>
  Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    .map((name) => installed.get(placesOf(folder, name).find((place) => installed.has(place)) ?? ''))
    .filter((used) => used !== undefined);

/** Where Node looks for a package: in the nearest `node_modules` above first. */
const placesOf = (folder: string, name: string): readonly string[] => {
  const parents = folder.split('/').map((_, index, parts) => parts.slice(0, parts.length - index).join('/'));
  return [...parents.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`];
};

/** The fonts of the Export File and the console are subsets that we made. */
const readFonts = async (): Promise<BundledPackage> => {
  const [about, licence] = await Promise.all(
    [packageFile('fonts', 'README.md'), packageFile('LICENSE')].map((file) => readFile(file, 'utf8')),
  );
  const text = [about, licence].map((part) => part?.trim()).join('\n\n');
  return { name: 'Open Sans', version: '1.10', license: 'Apache-2.0', text, isOnNpm: false, isDirect: true, uses: [] };
};
