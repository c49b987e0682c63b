import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { EXCEPTIONS } from '../support/stores/exceptions.ts';
import { STORES } from '../support/stores/store-of-this-run.ts';

const ACCEPTANCE = path.resolve(import.meta.dirname, '../acceptance');

/** Whether some of the texts, one after the other, make the title: those of its blocks and its own. */
const isMadeOf = (title: string, texts: readonly string[]): boolean =>
  title === '' || texts.some((text) => title.startsWith(text) && isMadeOf(title.slice(text.length).trimStart(), texts));

const titlesIn = (source: string): readonly string[] =>
  [...source.matchAll(/(?:test|describe)(?:\.each)?\(\s*'([^']+)'/g)].map(([, title = '']) => title);

/** What may stand for `%s`: the keys of tables in the files beside it. */
const casesBeside = async (file: string): Promise<readonly string[]> => {
  const folder = path.join(ACCEPTANCE, path.dirname(file));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return sources.flatMap((source) => [...source.matchAll(/^ *'([^'\n]+)':/gm)].map(([, key = '']) => key));
};

test.each(EXCEPTIONS.map((one) => [one.file, one] as const))(
  'what is left out on some stores exists: %s',
  async (file, { stores, tests = [], because }) => {
    const source = await readFile(path.join(ACCEPTANCE, file), 'utf8');
    const written = titlesIn(source);
    const titles = source.includes("('%s'") ? [...written, ...(await casesBeside(file))] : written;
    expect(tests.filter((title) => !isMadeOf(title, titles))).toEqual([]);
    expect(stores.filter((store) => !STORES.some((known) => known === store))).toEqual([]);
    expect(because).not.toBe('');
  },
);
