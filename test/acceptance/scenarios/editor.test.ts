import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

const admin = (method: string, path: string, body?: string) =>
  started.api.call(method, `${started.mock.url}/__admin${path}`, {
    as: null,
    body,
    headers: { 'content-type': 'application/yaml', 'idempotency-key': undefined },
  });

const GOOD = 'scenario: fails-twice\nsteps:\n  - { on: createOrder, times: 2, reply: { problem: internal-error } }\n';

describe('validation without an upload', () => {
  test('finds nothing in a valid scenario, and does not keep it', async () => {
    const { status, body } = await admin('POST', '/scenarios/validate', GOOD);
    expect([status, body]).toEqual([200, { valid: true, name: 'fails-twice', diagnostics: [] }]);
    expect((await admin('GET', '/scenarios/fails-twice')).status).toBe(404);
  });

  test.each([
    ['a misspelt operation', GOOD.replace('createOrder', 'createOder')],
    ['a wrong member', GOOD.replace('times', 'tmies')],
    ['no YAML', 'scenario: [\n'],
  ])('finds the same errors as an upload: %s', async (_what, text) => {
    const uploaded = await admin('POST', '/scenarios', text);
    const { body } = await admin('POST', '/scenarios/validate', text);
    const errors = (uploaded.body.errors as { field: string; message: string }[]).map(({ field, message }) => ({
      field,
      message,
    }));
    const diagnostics = body.diagnostics as { line: number; column: number; message: string }[];
    expect(uploaded.status).toBe(422);
    expect(body.valid).toBe(false);
    expect(
      diagnostics.map(({ line, column, message }) => ({ field: `${String(line)}:${String(column)}`, message })),
    ).toEqual(errors);
  });

  test('refuses a text that is too long at its first line', async () => {
    const { body } = await admin('POST', '/scenarios/validate', `${GOOD}# ${'x'.repeat(300_000)}\n`);
    expect(body).toMatchObject({ valid: false, diagnostics: [{ line: 1, column: 1 }] });
  });
});

describe('the text of a scenario', () => {
  test('is that of its file, with its area', async () => {
    const { body } = await admin('GET', '/scenarios/duplicate-webhooks');
    const text = await readFile('scenarios/webhooks/duplicate-webhooks.yaml', 'utf8');
    expect(body).toMatchObject({ name: 'duplicate-webhooks', origin: 'file', area: 'webhooks', text });
  });

  test('of an upload can be uploaded again', async () => {
    expect((await admin('POST', '/scenarios', `# a comment\n${GOOD}`)).status).toBe(201);
    const { body } = await admin('GET', '/scenarios/fails-twice');
    expect(body).toMatchObject({ origin: 'uploaded', area: null });
    expect((await admin('POST', '/scenarios', body.text as string)).status).toBe(201);
    expect((await admin('GET', '/scenarios/nothing')).status).toBe(404);
  });
});

test('the schema comes with the names that a scenario may use', async () => {
  const { body } = await admin('GET', '/file-schemas');
  expect(body.scenario).toMatchObject({
    schema: { properties: { scenario: expect.anything() as unknown } },
    words: {
      operations: expect.arrayContaining(['createOrder']) as unknown,
      events: expect.arrayContaining(['compliance.decision_made']) as unknown,
      problems: expect.arrayContaining(['internal-error']) as unknown,
      simulators: expect.arrayContaining([expect.any(String)]) as unknown,
      fixtures: expect.arrayContaining([expect.any(String)]) as unknown,
    },
  });
});
