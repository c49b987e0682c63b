import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { runCommand } from '../../../src/commands/run-command.ts';
import { activate } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createTestTerminal } from '../../support/test-terminal.ts';

const started = await closedBy(afterAll).start();
beforeEach(() => started.mock.reset());

const begin = (args: readonly string[]) => {
  const terminal = createTestTerminal();
  const [command = '', ...others] = args;
  return { terminal, ended: runCommand([command, '--url', started.mock.url, ...others], terminal) };
};

const run = async (...args: readonly string[]) => {
  const { terminal, ended } = begin(args);
  const code = await ended;
  return { code, lines: terminal.lines, text: terminal.lines.join('\n'), complaints: terminal.complaints.join('\n') };
};

describe('vatmock clock', () => {
  test('reads the clock, moves it and stops it', async () => {
    await run('clock', 'freeze');
    expect((await run('clock')).lines).toEqual(['2026-11-20T09:00:00.000Z (frozen)']);
    expect((await run('clock', '+1d12h')).lines.at(-1)).toBe('2026-11-21T21:00:00.000Z (frozen)');
    expect((await run('clock', 'PT30M')).lines.at(-1)).toBe('2026-11-21T21:30:00.000Z (frozen)');
    expect((await run('clock', '2026-11-22T09:00:00+01:00')).lines.at(-1)).toBe('2026-11-22T08:00:00.000Z (frozen)');
    expect((await run('clock', 'resume')).lines.at(-1)).not.toContain('frozen');
    expect((await run('clock', 'freeze')).lines.at(-1)).toContain('frozen');
  });

  test('names the events that the way has caused, and counts the other jobs', async () => {
    const { text } = await run('clock', '+2d');
    expect(text).toMatch(/^\S+Z {2}kyc-verification: kyc\.verification_completed$/m);
    expect(text).toMatch(/^\d+ jobs caused no event\.$/m);
  });

  test.each([
    [['yesterday'], 2, 'write +3d'],
    [['+'], 2, 'write +3d'],
    [['+1d', '+1h'], 2, 'takes one argument'],
    [['2001-01-01'], 1, 'never goes back'],
  ])('%j: exit code %i, %s', async (args, code, text) => {
    expect(await run('clock', ...args)).toMatchObject({ code, complaints: expect.stringContaining(text) });
  });
});

describe('vatmock scenario', () => {
  test('activates a scenario, ends it, and lists all with their state', async () => {
    expect((await run('scenario', 'on', 'lost-answer')).text).toMatch(
      /^lost-answer now applies to every call to the sandbox\.\nA correct client: Sends the same request again/,
    );
    await activate(started, 'maintenance');
    const { text } = await run('scenario');
    expect(text).toMatch(/^lost-answer +active {2,}A response may be lost/m);
    expect(text).toMatch(/^key-reused +- {2,}A 422/m);
    expect((await run('scenario', 'off', 'lost-answer')).text).toBe('lost-answer is not active.');
    expect((await run('scenario')).text).toMatch(/^lost-answer +- /m);
  });

  test.each([
    [['up', 'lost-answer'], 2, '"up" is neither on nor off'],
    [['on'], 2, 'needs one scenario'],
    [['on', 'lost-answer', 'maintenance'], 2, 'needs one scenario'],
    [['on', 'lost-answr'], 1, 'did you mean "lost-answer"?'],
  ])('%j: exit code %i, %s', async (args, code, text) => {
    expect(await run('scenario', ...args)).toMatchObject({ code, complaints: expect.stringContaining(text) });
  });
});

test('vatmock orders lists orders, or those that a text selects', async () => {
  const { lines } = await run('orders');
  expect(lines.length).toBeGreaterThan(5);
  const [externalOrderId = ''] = lines[0]?.split(/ {2,}/) ?? [];
  expect((await run('orders', externalOrderId)).lines[0]).toBe(lines[0]?.replaceAll(/ {2,}/g, '  '));
  expect((await run('orders', 'nothing of the kind')).text).toBe('No order.');
  expect((await run('orders', 'a', 'b')).code).toBe(2);
});

test('vatmock reset restores the initial state', async () => {
  await activate(started, 'lost-answer');
  expect((await run('reset')).text).toBe('The sandbox is in its initial state.');
  expect(await (await started.mock.scenarios()).show('lost-answer')).toMatchObject({ active: false });
  expect(await run('reset', 'all')).toMatchObject({ code: 2, complaints: expect.stringContaining('--sandbox') });
});

describe('vatmock log', () => {
  test('lists the latest requests, oldest first, with the reason of a refusal', async () => {
    await started.api.get('/me');
    const { headers } = await started.api.get('/orders?size=0');
    const { lines } = await run('log', '--limit', '2');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}200 {2}GET \/v1\/me \(getOrganization\) {2}[\da-f-]{36}$/);
    expect(lines[1]).toMatch(/ {2}422 {2}GET \/v1\/orders \(findOrders\): size: /);
    expect(lines[1]).toContain(String(headers['x-mock-request-id']));
    expect((await run('log', 'follow')).complaints).toContain('did you mean --follow?');
  });

  test('follows new requests until it is stopped', async () => {
    await started.api.get('/me');
    const { terminal, ended } = begin(['log', '--follow']);
    await terminal.says(/getOrganization/);
    await started.api.get('/orders');
    await terminal.says(/findOrders/);
    terminal.stop();
    expect(await ended).toBe(0);
    expect(terminal.complaints).toEqual([]);
  });
});
