import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from '../support/start-mock.ts';
import { type Step, parseTranscript } from '../support/transcript.ts';

const FOLDER = import.meta.dirname;
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
afterAll(() => started.stop());

/** `<anything in angle brackets>` stands for a text that differs from run to run. */
const isPlaceholder = (expected: unknown): boolean => typeof expected === 'string' && /^<.*>$/.test(expected);

const expectLike = (actual: unknown, expected: unknown, place: string): void => {
  if (isPlaceholder(expected)) expect([place, typeof actual]).toEqual([place, 'string']);
  else if (Array.isArray(expected)) {
    expect([place, (actual as unknown[]).length]).toEqual([place, expected.length]);
    for (const [index, item] of expected.entries())
      expectLike((actual as unknown[])[index], item, `${place}[${String(index)}]`);
  } else if (typeof expected === 'object' && expected !== null) {
    expect([place, Object.keys(actual as object).sort()]).toEqual([place, Object.keys(expected).sort()]);
    for (const [key, member] of Object.entries(expected))
      expectLike((actual as Record<string, unknown>)[key], member, `${place}.${key}`);
  } else expect([place, actual]).toEqual([place, expected]);
};

const play = async ({ request, expected, line }: Step): Promise<void> => {
  const { method, url, headers, body } = request;
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  expect([line, answer.status, text.slice(0, 500)]).toEqual([line, expected.status, text.slice(0, 500)]);
  for (const [name, value] of Object.entries(expected.headers))
    if (!isPlaceholder(value)) expect([line, name, answer.headers.get(name)]).toEqual([line, name, value]);
  if (expected.body === '') expect([line, text]).toEqual([line, '']);
  else if (expected.body.startsWith('{') || expected.body.startsWith('['))
    expectLike(JSON.parse(text), JSON.parse(expected.body), `line ${String(line)}: body`);
  else expect(text).toContain(expected.body);
};

describe.each(files)('%s', (file) => {
  test('reads the same when played', async () => {
    const { mock } = started;
    const variables = {
      URL: mock.url,
      API: mock.baseUrl,
      TOKEN_URL: mock.tokenUrl ?? '',
      TOKEN: await mock.token(),
      SELLER: '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31',
    };
    const steps = parseTranscript(readFileSync(path.join(FOLDER, file), 'utf8'), variables);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) await play(step);
  });
});
