import { beforeAll, describe, expect, test } from '@jest/globals';
import { access, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

let page: string;
beforeAll(async () => {
  page = await readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
});

/** Of a file, or of all files in a folder and below. */
const sourcesOf = async (place: string): Promise<string> => {
  const target = path.join(ROOT, place);
  if (!(await stat(target)).isDirectory()) return readFile(target, 'utf8');
  const files = (await readdir(target, { recursive: true })).filter((name) => name.endsWith('.ts'));
  return (await Promise.all(files.map((name) => readFile(path.join(target, name), 'utf8')))).join('\n');
};

describe('CONTRIBUTING.md', () => {
  test('names files and folders that exist', async () => {
    const named = [...page.matchAll(/`((?:src|spec|console|scenarios|storyboards|test|scripts|docs)\/[\w./-]+)`/g)].map(
      ([, file]) => file!,
    );
    expect(named.length).toBeGreaterThan(30);
    for (const file of named) await expect(access(path.join(ROOT, file))).resolves.toBeUndefined();
  });

  test('names functions and tables that the place beside them exports', async () => {
    const steps = [...page.matchAll(/`(src\/[\w./-]+)` `(\w+)`/g)].map(([, place, name]) => [place!, name!] as const);
    expect(steps.length).toBeGreaterThan(15);
    for (const [place, name] of steps) {
      const exported = [...(await sourcesOf(place)).matchAll(/^export const (\w+)/gm)].map(([, found]) => found);
      expect([place, exported.filter((found) => found === name)]).toEqual([place, [name]]);
    }
  });

  test('answers the ten questions of a stranger', () => {
    const [, questions = ''] = page.split('## Where is ...?');
    const [table = ''] = questions.split('##');
    const rows = table.match(/^\| (?:Where|What) .*$/gm) ?? [];
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(row).toMatch(/\?.*`(?:src|spec)\/[\w./-]+`/);
  });
});
