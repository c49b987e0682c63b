import { beforeAll, describe, expect, test } from '@jest/globals';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

let page: string;
beforeAll(async () => {
  page = await readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
});

describe('the tour of CONTRIBUTING.md', () => {
  test('names files that exist', async () => {
    const named = [...page.matchAll(/`((?:src|spec|scenarios|test|scripts|fixtures|bench|docs)\/[\w./-]+)`/g)].map(
      ([, file]) => file!,
    );
    expect(named.length).toBeGreaterThan(50);
    for (const file of named) await expect(access(path.join(ROOT, file))).resolves.toBeUndefined();
  });

  test('names functions that their files export', async () => {
    const steps = [...page.matchAll(/`(src\/[\w./-]+\.ts)` `(\w+)`/g)].map(([, file, name]) => [file!, name!] as const);
    expect(steps.length).toBeGreaterThan(25);
    for (const [file, name] of steps) {
      const text = await readFile(path.join(ROOT, file), 'utf8');
      const exported = [...text.matchAll(/^export const (\w+)/gm)].map(([, found]) => found);
      expect([file, exported]).toEqual([file, expect.arrayContaining([name])]);
    }
  });

  test('answers the ten questions of a stranger', () => {
    const [, questions = ''] = page.split('### Where is ...?');
    const [table = ''] = questions.split('###');
    expect(table.match(/^\| (?:Where|What) .*\?/gm)).toHaveLength(10);
    for (const row of table.match(/^\| (?:Where|What) .*$/gm) ?? [])
      expect(row).toMatch(/`(?:src|spec)\/[\w./-]+\.\w+`/);
  });
});
