import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { failureOf } from '../../support/scenario.ts';
import { startedBy } from '../../support/started-by.ts';
import { createTestTerminal } from '../../support/test-terminal.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { runCommand } from '../../../src/commands/run-command.ts';

const started = startedBy(beforeEach, afterEach, { delays: 'skip' });

const statusOfMe = async (): Promise<number> => (await started.api.get('/me')).status;

const post = (body: object) => started.api.post(`${started.mock.url}/__admin/next-calls`, body);

describe('POST /__admin/next-calls', () => {
  test('answers one call with a status and its example, and is over', async () => {
    const { status, body } = await post({ operation: 'getOrganization', status: 429 });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        name: 'next-get-organization',
        teaches: 'What becomes of the next call of getOrganization: status 429.',
        active: true,
        steps: [{ on: 'getOrganization', left: 1 }],
      },
    });
    const { headers, ...refused } = await started.api.get('/me');
    expect(refused).toMatchObject({ status: 429, body: { type: expect.stringMatching(/rate-limited$/) } });
    expect(headers['x-mock-scenario']).toBe('next-get-organization/1');
    const usual = await started.api.get('/me');
    expect(usual.status).toBe(200);
    expect(usual.headers).not.toHaveProperty('x-mock-scenario-exhausted');
    const scenarios = await started.mock.scenarios();
    expect(await scenarios.show('next-get-organization')).toMatchObject({ active: false, origin: 'uploaded' });
  });

  test('breaks a connection, as often as asked', async () => {
    await post({ operation: '*', fault: 'reset', times: 2 });
    expect((await failureOf(statusOfMe())).code).toBe('ECONNRESET');
    expect((await failureOf(statusOfMe())).code).toBe('ECONNRESET');
    expect(await statusOfMe()).toBe(200);
  });

  test('answers the next call, whichever it is', async () => {
    await post({ operation: '*', status: 429 });
    expect(await started.api.get('/me')).toMatchObject({
      status: 429,
      body: { type: expect.stringMatching('/problems/rate-limited$'), status: 429, instance: '/v1/me' },
    });
  });

  test('holds a call back, and answers it as usual', async () => {
    await post({ operation: 'getOrganization', delay: 'PT5S' });
    const { headers, status } = await started.api.get('/me');
    expect({ status, step: headers['x-mock-scenario'] }).toEqual({ status: 200, step: 'next-get-organization/1' });
  });

  test('is one after the other for the same operation; afterwards the name is free', async () => {
    const nameOf = async (status: number): Promise<unknown> =>
      (await post({ operation: 'getOrganization', status })).body.name as unknown;
    expect([await nameOf(429), await nameOf(500)]).toEqual(['next-get-organization', 'next-get-organization-2']);
    expect([await statusOfMe(), await statusOfMe(), await statusOfMe()]).toEqual([429, 500, 200]);
    expect(await nameOf(500)).toBe('next-get-organization');
  });

  test('takes any status where it is said that the description does not matter', async () => {
    await post({ operation: 'getOrganization', status: 418, offContract: true });
    expect(await started.api.get('/me')).toMatchObject({
      status: 418,
      body: { type: 'about:blank', status: 418 },
    });
  });

  test.each([
    [{ operation: 'getOrganisation', status: 429 }, 'operation', 'did you mean "getOrganization"?'],
    [{ operation: 'getOrganization', status: 418 }, 'status', 'getOrganization does not declare 418'],
    [{ operation: 'getOrganization', delay: '5s' }, 'delay', 'write weeks (P2W), or days'],
    [{ operation: 'getOrganization', delay: 'P1D' }, 'delay', 'is too long'],
    [{ operation: 'getOrganization', status: 429, fault: 'commit-then-reset' }, 'fault', 'remove reply'],
    [{ operation: 'getOrganization', times: 2 }, '', 'give status, fault or delay'],
    [{ operation: 'getOrganization', fault: 'rest' }, 'fault', 'reset'],
  ])('%j is refused with its place: %s', async (wish, field, text) => {
    const { status, body } = await post(wish);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field, message: expect.stringContaining(text) }]);
  });
});

test('mock.nextCall does the same, and returns the scenario', async () => {
  const next = await started.mock.nextCall('getOrganization', { status: 500, times: 2 });
  expect(await next.status()).toMatchObject({ active: true, steps: [{ used: 0 }] });
  expect(await statusOfMe()).toBe(500);
  expect(await next.status()).toMatchObject({ active: true, steps: [{ used: 1 }] });
  await next.deactivate();
  expect(await statusOfMe()).toBe(200);
  await expect(started.mock.nextCall('getOrganization', { status: 418 })).rejects.toThrow('does not declare 418');
  await expect(started.mock.nextCall('getOrganization', { statsu: 418 } as object)).rejects.toThrow(
    'did you mean "status"?',
  );
});

describe('vatmock next-call', () => {
  const run = async (...args: readonly string[]) => {
    const terminal = createTestTerminal();
    const code = await runCommand(['next-call', '--url', started.mock.url, ...args], terminal);
    return { code, text: terminal.lines.join('\n'), complaints: terminal.complaints.join('\n') };
  };

  test('says what it did, and how to end it', async () => {
    expect(await run('getOrganization', '--status', '429', '--delay', 'PT2S', '--times', '3')).toEqual({
      code: 0,
      text: 'What becomes of the next 3 calls of getOrganization: status 429, delay PT2S.\nIt is the scenario next-get-organization: "vatmock scenario off next-get-organization" ends it.',
      complaints: '',
    });
    expect(await statusOfMe()).toBe(429);
  });

  test('saves a file that can be played again', async () => {
    const folder = await createTempFolder({});
    const file = folder.file('unavailable.yaml');
    expect((await run('getOrganization', '--fault', 'reset', '--save', file)).text).toContain(`Saved as ${file}.`);
    expect(parse(await readFile(file, 'utf8'))).toEqual({
      scenario: 'next-get-organization',
      teaches: 'What becomes of the next call of getOrganization: fault reset.',
      once: true,
      steps: [{ on: 'getOrganization', times: 1, count: 'attempts', fault: 'CONNECTION_RESET_BY_PEER' }],
    });
    const terminal = createTestTerminal();
    expect(await runCommand(['validate', file], terminal)).toBe(0);
    await folder.remove();
  });

  test.each([
    [['getOrganization'], 2, 'needs --status, --fault or --delay'],
    [[], 2, 'needs an operation'],
    [['a', 'b', '--status', '429'], 2, 'takes one operation, not 2'],
    [['getOrganization', '--fault', 'rest'], 2, 'did you mean "reset"?'],
    [['getOrganization', '--status', 'many'], 2, '--status must be a number, but is "many"'],
    [['getOrganization', '--status', '418'], 1, 'choose one of these, or add --off-contract'],
  ])('%j: exit code %i, %s', async (args, code, text) => {
    expect(await run(...args)).toMatchObject({ code, complaints: expect.stringContaining(text) });
  });
});
