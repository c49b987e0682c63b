import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import { run } from './run.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** The commands of a page, for another server. */
const commandsOf = async (page: string, url: string): Promise<string> => {
  const text = await readFile(path.join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, commands]) => commands!);
  return blocks
    .filter((commands) => !commands.includes('npm '))
    .join('\n')
    .replaceAll('http://127.0.0.1:4010', url);
};

/** Plays what a page tells its reader to copy and paste, and looks in what it prints for these texts, each after the one before. */
export const playPage = async (page: string, url: string, cwd: string, texts: readonly string[]): Promise<void> => {
  const { code, output } = await run('bash', ['-c', await commandsOf(page, url)], { cwd });
  expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
  let rest = output;
  for (const text of texts) {
    expect(rest).toContain(text);
    rest = rest.slice(rest.indexOf(text) + text.length);
  }
};

/** README.md: an order, two violations, the reason, and an answer for the asking. */
export const playReadme = (url: string, cwd: string): Promise<void> =>
  playPage('README.md', url, cwd, [
    'HTTP/1.1 201 Created',
    '"externalOrderId":"NL-2026-11-0001"',
    '"field":"vins[0].vin"',
    '"field":"vins[0].purchaseAmount.currency"',
    '"status": 422',
    'HTTP/1.1 429 Too Many Requests',
  ]);
