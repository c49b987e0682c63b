import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Kept, expectJson, expectText } from './match-transcript.ts';
import { type StartedMock, startMock } from '../support/start-mock.ts';
import { type Step, parseCurl, parseTranscript } from './transcript.ts';

const FOLDER = import.meta.dirname;
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

/** Each transcript is played to a server that has just started. */
let started: StartedMock;
beforeEach(async () => {
  started = await startMock();
});
afterEach(() => started.stop());

const play = async ({ command, expected, line }: Step, kept: Kept): Promise<void> => {
  const { method, url, headers, body } = parseCurl(command, Object.fromEntries(kept));
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  const place = (what: string): string => `line ${String(line)}: ${what}`;
  expect([line, answer.status, text.slice(0, 500)]).toEqual([line, expected.status, text.slice(0, 500)]);
  // The body first: a header may name what it brings.
  if (/^[[{]/.test(expected.body)) expectJson(JSON.parse(text), JSON.parse(expected.body), place('body'), kept);
  else if (expected.body.endsWith('...')) expect(text.startsWith(expected.body.replace(/\s*\.\.\.$/, ''))).toBe(true);
  else expectText(text.trim(), expected.body, place('body'), kept);
  for (const [name, value] of Object.entries(expected.headers))
    expectText(answer.headers.get(name), value, place(name), kept);
};

describe.each(files)('%s', (file) => {
  test('reads the same when played', async () => {
    const { mock } = started;
    const kept: Kept = new Map([
      ['URL', mock.url],
      ['API', mock.baseUrl],
      ['TOKEN_URL', mock.tokenUrl],
      ['TOKEN', await mock.token()],
      ['SELLER', '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31'],
    ]);
    const steps = parseTranscript(readFileSync(path.join(FOLDER, file), 'utf8'));
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) await play(step, kept);
  });
});
