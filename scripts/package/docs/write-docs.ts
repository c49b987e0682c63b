import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lexer } from 'marked';
import type { DocsIndex, DocsPage } from '../../../console/docs/docs-page.ts';
import { packageFile } from '../../../src/edges/files/package-files.ts';
import { toText } from './to-inlines.ts';
import { toParts } from './to-parts.ts';
import { toSections } from './to-sections.ts';

const README = 'README.md';

/** Name of a page that no file in docs/ may have. */
const INDEX = 'index';

const nameOf = (file: string): string => (file === README ? 'readme' : path.basename(file, '.md'));

/** Writes the README and the pages of docs/ as data, which the console shows without a parser. */
export const writeDocs = async (out: string): Promise<void> => {
  const pages = (await readdir(packageFile('docs'))).filter((name) => name.endsWith('.md')).sort();
  const files = [README, ...pages.map((name) => `docs/${name}`)];
  const findPage = (file: string): string | undefined => (files.includes(file) ? nameOf(file) : undefined);
  const read = async (file: string): Promise<DocsPage> => {
    const parts = toParts(lexer(await readFile(packageFile(file), 'utf8')), { file, findPage });
    const [first] = parts;
    if (typeof first !== 'object' || first.tag !== 'h2') throw new Error(`${file} does not begin with a heading`);
    return { name: nameOf(file), title: toText(first.parts ?? []), parts };
  };
  const all = await Promise.all(files.map(read));
  const index: DocsIndex = {
    pages: all.map(({ name, title }) => ({ name, title })),
    sections: all.flatMap(toSections),
  };
  await mkdir(out, { recursive: true });
  await Promise.all(
    [...all.map((page) => [page.name, page] as const), [INDEX, index] as const].map(([name, content]) =>
      writeFile(path.join(out, `${name}.json`), JSON.stringify(content)),
    ),
  );
};
