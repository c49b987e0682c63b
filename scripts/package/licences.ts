import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from '../../src/edges/files/package-files.ts';

/** Licences that ask for no more than that they are passed on. */
const ACCEPTED = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0']);

/** Packages whose manifest does not say what their licence file says. */
const UNSAID: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/** `a/node_modules/b/lib/c.js` belongs to the package `a/node_modules/b`. */
const packageOf = (file: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

const RULE = '-'.repeat(80);

/** Writes what is bundled, with versions and licences: nobody sees it in a lock file. */
export const writeLicences = async (bundled: readonly string[], file: string): Promise<void> => {
  const folders = new Set(bundled.map(packageOf).filter((folder) => folder !== undefined));
  const licences = new Map<string, string>();
  for (const folder of folders) {
    const { title, text } = await licenceOf(packageFile(folder));
    licences.set(title, text);
  }
  const sorted = [...licences].sort(([a], [b]) => (a < b ? -1 : 1));
  const titles = sorted.map(([title]) => title);
  const intro = ['vatmock is published with these packages in it:', '', ...titles, ''];
  const texts = sorted.map(([title, text]) => `${RULE}\n${title}\n${RULE}\n\n${text}\n`);
  await writeFile(file, [intro.join('\n'), ...texts].join('\n'));
};

const licenceOf = async (folder: string): Promise<{ readonly title: string; readonly text: string }> => {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license = UNSAID[name] ?? 'none', author } = manifest;
  if (!ACCEPTED.has(license))
    throw new Error(
      `${name} cannot be bundled: its licence is ${license}, and scripts/package/licences.ts does not accept it`,
    );
  const files = (await readdir(folder)).filter((entry) => /^(?:licen[cs]e|notice|copying)/i.test(entry)).sort();
  const texts = await Promise.all(files.map((entry) => readFile(path.join(folder, entry), 'utf8')));
  const holder = typeof author === 'object' ? author.name : author;
  const text =
    texts.length > 0
      ? texts.map((one) => one.trim()).join('\n\n')
      : `${license}, by ${holder ?? `the authors of ${name}`}`;
  return { title: `${name} ${version} (${license})`, text };
};
