import { afterAll, describe, expect, test } from '@jest/globals';
import { runCommand } from '../../../src/commands/run-command.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createTestTerminal } from '../../support/test-terminal.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { openBrowser } from '../console/browser.ts';

const OPERATOR = 'the-operator-of-this-server';

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: OPERATOR });

const runAs = async (token: string, ...args: readonly string[]) => {
  const terminal = createTestTerminal({ VATMOCK_TOKEN: token });
  const code = await runCommand(['visitors', ...args, '--url', started.mock.url], terminal);
  return { code, lines: terminal.lines, complaints: terminal.complaints.join('\n') };
};

const run = (...args: readonly string[]) => runAs(OPERATOR, ...args);

describe('vatmock visitors', () => {
  test('creates a link, lists it without its secret, extends and revokes it', async () => {
    expect((await run()).lines[0]).toContain('There are no visitor links.');
    const created = await run('create', 'Spring demo', '--uses', 'many', '--expires-in', 'PT2H');
    expect(created).toMatchObject({ code: 0, complaints: '' });
    const [sentence = '', url = ''] = created.lines;
    expect(sentence).toContain('admits visitors each to a new sandbox, until 2026-11-20T11:00:00.000Z.');
    const visitor = openBrowser(started);
    const secret = new URL(url).hash.slice(1);
    expect((await visitor.signIn({ link: secret })).status).toBe(200);

    const [, id = ''] = /\((vl_\w+)\)/.exec(sentence) ?? [];
    const { lines } = await run('list');
    expect(lines[1]).toMatch(new RegExp(`^${id}  open +1 +1 +2026-11-20T11:00:00.000Z  Spring demo$`));
    expect(lines.join('\n')).not.toContain(secret);

    expect((await run('extend', id, '--expires-in', 'P1D')).lines[0]).toContain('until 2026-11-21T09:00:00.000Z.');
    expect((await run('revoke', id)).code).toBe(0);
    expect((await visitor.session()).body.kind).toBe('nobody');
    expect((await run('list')).lines[1]).toContain('revoked');
    expect(await run('extend', id)).toMatchObject({ code: 1, complaints: expect.stringContaining('which is final') });
  });

  test('sends what the options say', async () => {
    const link = async (...options: readonly string[]): Promise<unknown> => {
      const name = `One ${options.join(' ')}`;
      expect(await run('create', name, ...options)).toMatchObject({ code: 0, complaints: '' });
      const { body } = await createAdminClient(started)('GET', '/visitor-links', { token: OPERATOR });
      return (body.data as { name: string }[]).find((one) => one.name === name);
    };
    expect(await link('--note', 'Hall 4', '--permission', 'watch', '--copies', 'shared')).toMatchObject({
      ...{ note: 'Hall 4', permission: 'watch', copies: 'shared', uses: 'once', start: 'fixtures' },
      expiresAt: '2026-11-27T09:00:00.000Z',
    });
    const made = await started.mock.createSandbox();
    await started.mock.snapshot('empty', made.id);
    expect(await link('--start', `snapshot:${made.id}/empty`)).toMatchObject({
      start: { snapshot: { sandbox: made.id, snapshot: 'empty' } },
    });
    expect(await link('--start', `sandbox:${made.id}`)).toMatchObject({
      start: { sandbox: made.id },
      copies: 'shared',
    });
  });

  test.each([
    [['create'], 'needs a name'],
    [['create', 'One', 'Two'], 'unexpected "Two"'],
    [['extend'], 'needs the id of a link'],
    [['invite', 'One'], 'takes list, create, extend, revoke'],
    [['create', 'One', '--uses', 'twice'], '--uses must be once or many'],
    [['create', 'One', '--start', 'snapshots:demo'], '--start must be snapshot:SANDBOX/NAME'],
  ])('%j is an invalid command line', async (args, complaint) => {
    expect(await run(...args)).toMatchObject({ code: 2, complaints: expect.stringContaining(complaint) });
  });

  test('says why the server refuses', async () => {
    const unknown = await run('create', 'One', '--start', 'snapshot:nobody');
    expect(unknown).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('There is no ready-made snapshot "nobody"'),
    });
    expect((await runAs('a-wrong-operator-token', 'list')).code).toBe(1);
  });
});
