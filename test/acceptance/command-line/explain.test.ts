import { afterAll, expect, test } from '@jest/globals';
import { runCommand } from '../../../src/commands/run-command.ts';
import { SELLER } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createTestTerminal } from '../../support/test-terminal.ts';
let refused: string;

const started = await closedBy(afterAll).start();

const run = async (...args: readonly string[]) => {
  const terminal = createTestTerminal();
  const code = await runCommand(['explain', '--url', started.mock.url, ...args], terminal);
  return { code, text: terminal.lines.join('\n'), complaints: terminal.complaints };
};

test('an empty journal says so', async () => {
  expect(await run()).toMatchObject({ code: 1, complaints: [expect.stringContaining('is empty')] });
});

test('without a request it explains the newest refusal: the check that refused, its rule, the smallest change', async () => {
  await started.api.get('/me');
  const answer = await started.api.post(`/partners/${SELLER}/orders`, { externalOrderId: 'A-1' });
  refused = String(answer.headers['x-mock-request-id']);
  await started.api.get('/me');
  const { code, text } = await run();
  expect(code).toBe(0);
  expect(text).toContain(`POST /v1/partners/${SELLER}/orders (createOrder)\n422 validation-error`);
  expect(text).toContain(refused);
  expect(text).toMatch(/\+ passed\s+authenticate\s+the token belongs to api-client-demo/);
  expect(text).toMatch(/x refused\s+validate-request .*\n\s+Rule: \w/);
  // The smallest change comes first, then the check that refused, then the others.
  expect(text).toMatch(
    /request [\da-f-]{36}\n\nIt would have passed with:\n {2}buyerId is required\n(?: {2}.*\n)+\nx refused/,
  );
  expect(text).toMatch(/- not reached: respond$/);
  // No assumption bears on members that are missing.
  expect(text).not.toContain('Assumed:');
});

test('last is the newest request, refused or not', async () => {
  const { code, text } = await run('last');
  expect(code).toBe(0);
  expect(text).toMatch(/^GET \/v1\/me \(getOrganization\)\n200, answered by stateful/);
  expect(text).not.toContain('It would have passed');
});

test('any request by its id, or by the address of its explanation', async () => {
  for (const wanted of [refused, `${started.mock.url}/__admin/requests/${refused}/explain`])
    expect((await run(wanted)).text).toContain('422 validation-error');
});

test('an unknown request is exit code 1, two of them a wrong command line', async () => {
  const { code, complaints } = await run('00000000-0000-4000-8000-000000000000');
  expect({ code, complaints }).toEqual({ code: 1, complaints: [expect.stringMatching(/^vatmock: .*404.*journal/)] });
  expect(await run('one', 'two')).toMatchObject({
    code: 2,
    complaints: [expect.stringContaining('explain takes one request')],
  });
});
