import { afterAll, expect, jest, test } from '@jest/globals';
import { parseMetrics, valueOf } from '../../support/metrics.ts';
import { closedBy } from '../../support/closed-by.ts';
import { ONE_PROCESS } from '../../support/start-mock.ts';
import { createRequestBuilder } from '../../support/valid-request.ts';
import { createAdminClient, createSandbox, tokenOf } from '../control-api/admin-client.ts';
import { runs } from '../../support/long-form.ts';

// Every operation in each of many sandboxes.
jest.setTimeout(240_000);

const started = await closedBy(afterAll).start({
  ...ONE_PROCESS,
  metricsPort: '0',
  checkAnswers: 'some',
  maxSandboxes: 200,
});
const { mock } = started;

const SANDBOXES = runs({ short: 25, long: 100 });
const MOST_SERIES = 500;

/** Texts that clients choose, of which none may become a label. */
const CHOSEN = /chosen-by-client/;

test('many sandboxes that call everything make at most 500 series, none by what a client chose', async () => {
  const admin = createAdminClient(started);
  const build = createRequestBuilder(mock.contract);
  const { operations } = mock.contract;
  const names: string[] = [];
  for (let number = 0; number < SANDBOXES; number++) {
    const sandbox = await createSandbox(admin, { name: `chosen-by-client ${String(number)}` });
    names.push(sandbox.id, sandbox.clientId, sandbox.organizationUuid);
    const authorization = `Bearer ${await tokenOf(sandbox)}`;
    const [seller = ''] = sandbox.sellers;
    for (const [index, operation] of operations.entries()) {
      const statuses = operation.responses.map(({ status }) => status);
      // Each sandbox asks for another of the statuses that the operation has.
      const status = statuses[(number + index) % (statuses.length + 1)];
      const { method, path, headers, body } = build(operation, {
        authorization,
        'x-request-id': 'chosen-by-client',
        ...(status === undefined ? {} : { prefer: `code=${status}` }),
      });
      const url = `${mock.baseUrl}${path.replace(/partners\/[^/?]+/, `partners/${seller}`)}`;
      await mock.handle(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
    }
    await mock.handle(new Request(`${mock.baseUrl}/chosen-by-client-${String(number)}`, { method: 'PURGE' }));
    await admin('GET', `/chosen-by-client-${String(number)}`);
    for (const path of ['/requests', '/findings', '/coverage', '/clock', '/mail', '/scenarios', '/deliveries'])
      await admin('GET', `${path}?sandbox=${sandbox.id}`);
  }
  // Made of names that no description has.
  expect(started.failures.splice(0)).toEqual([]);
  const text = await (await fetch(mock.metricsUrl ?? '')).text();
  const samples = parseMetrics(text);
  expect(samples.length).toBeGreaterThan(300);
  expect(samples.length).toBeLessThanOrEqual(MOST_SERIES);
  expect(text).not.toMatch(CHOSEN);
  expect(names.filter((name) => text.includes(name))).toEqual([]);
  // What is not kept apart is counted nevertheless.
  const requests = valueOf(samples, 'vatmock_requests_total');
  expect(requests).toBe(started.exchanges.length);
  expect(valueOf(samples, 'vatmock_sandboxes_in_use')).toBeGreaterThanOrEqual(SANDBOXES);
});
