import { afterAll, expect, test } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { runCommand } from '../../../src/commands/run-command.ts';
import { API_PROBLEMS } from '../../../src/generated/problems.ts';
import type { ProblemType } from '../../../src/vat/policy/problem.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { failureOf } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createTestTerminal } from '../../support/test-terminal.ts';

/**
 * Read it as a person: this is what one is told, by problem type. The last one is of a response that is lost. It and the
 * first one show what is said of the other checks, too.
 */
const TRANSCRIPT = new URL('explanations.txt', import.meta.url);

const started = await closedBy(afterAll).start({ delays: 'skip' });

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const ORDERS = `/partners/${SELLER}/orders`;

const call = (method: string, path: string, options: object = {}) => started.api.call(method, path, options);

const orderNamed = (externalOrderId: string) => sampleOrder({ externalOrderId });

const createOrder = (order: object, key?: string) =>
  call('POST', ORDERS, { body: order, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) });

const withOrganization = async (
  change: Parameters<StartedMock['mock']['changeOrganization']>[0],
  work: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> => {
  await started.mock.changeOrganization(change);
  const answer = await work();
  await started.mock.changeOrganization({ dpaAccepted: true, capabilities: { allowMultiVinOrders: true } });
  return answer;
};

/** Calls that cause a problem by themselves; the others are sent by a scenario. */
const CALLS: Partial<Record<ProblemType, () => Promise<ApiAnswer>>> = {
  'malformed-request': () => call('POST', ORDERS, { body: '{' }),
  unauthorized: () => call('GET', '/me', { as: null }),
  forbidden: () => call('GET', `/partners/${UNKNOWN}/buyers`),
  'capability-required': () =>
    withOrganization({ capabilities: { allowMultiVinOrders: false } }, () =>
      createOrder(sampleOrder({ vins: [...sampleOrder().vins, ...sampleOrder().vins] })),
    ),
  'dpa-not-accepted': () => withOrganization({ dpaAccepted: false }, () => call('GET', '/me')),
  'not-found': () => call('GET', `${ORDERS}/${UNKNOWN}`),
  'method-not-allowed': () => call('DELETE', '/me'),
  'not-acceptable': () => call('GET', '/me', { headers: { accept: 'text/csv' } }),
  'version-mismatch': () =>
    call('PATCH', `/partners/${SELLER}/buyers/5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254`, {
      body: { companyName: 'X' },
      headers: { 'if-match': '"99"' },
    }),
  'resource-exists-different-body': async () => {
    const order = orderNamed('TOLD-1');
    await createOrder(order);
    return createOrder({ ...order, purchaseDate: '2026-11-03' });
  },
  'milestone-not-reached': async () => {
    const { body } = await createOrder(orderNamed('TOLD-2'));
    return call('POST', '/transport/pickup/confirm', {
      body: { orderUuid: body.uuid as string, pickedUpAt: '2026-11-20T08:00:00Z' },
    });
  },
  'unsupported-media-type': () => call('POST', ORDERS, { body: 'a', headers: { 'content-type': 'text/csv' } }),
  'validation-error': () => call('POST', ORDERS, { body: { ...sampleOrder({ vins: [] }), colour: 'red' } }),
  'idempotency-key-reused': async () => {
    await createOrder(orderNamed('TOLD-3'), 'reused');
    return createOrder(orderNamed('TOLD-4'), 'reused');
  },
};

const scripted = async (type: ProblemType): Promise<ApiAnswer> => {
  const steps = [{ on: 'getOrganization', reply: { problem: type, offContract: true } }];
  const { name } = await (await started.mock.scenarios()).add(JSON.stringify({ scenario: 'refused', steps }));
  return call('GET', '/me', { headers: { 'x-mock-scenario': name } });
};

const explain = async (id: string): Promise<string> => {
  const terminal = createTestTerminal();
  expect(await runCommand(['explain', '--url', started.mock.url, id], terminal)).toBe(0);
  return terminal.lines.join('\n');
};

/** Ids differ from store to store. */
const withoutIds = (text: string): string =>
  text.replaceAll(/(?<=request )[\da-f-]{36}/g, '...').replaceAll(/(?<=trace id )[\da-f]{32}/g, '...');

test('the explanation of each problem type is what a person has read', async () => {
  const parts: string[] = [];
  for (const type of Object.keys(API_PROBLEMS) as ProblemType[]) {
    const { headers, body } = await (CALLS[type] ?? (() => scripted(type)))();
    expect(body.type).toMatch(new RegExp(`/${type}$|^about:blank$`));
    const whole = await explain(String(headers['x-mock-request-id']));
    const [decision = ''] = whole.split(/\n\n(?=\+ passed)/);
    parts.push(`===== ${type}\n\n${parts.length === 0 ? whole : decision}\n`);
  }
  await started.mock.nextCall('createOrder', { fault: 'commit-then-reset' });
  await failureOf(createOrder(orderNamed('TOLD-5')));
  const [lost] = await started.mock.requests.list();
  parts.push(`===== a lost response\n\n${await explain(lost?.id ?? '')}\n`);

  const told = withoutIds(parts.join('\n'));
  const build = new URL('../../../build/', import.meta.url);
  await mkdir(build, { recursive: true });
  // Where the texts have changed, read this one and put it in the place of the transcript.
  await writeFile(new URL('explanations.txt', build), told);
  expect(told).toBe(await readFile(TRANSCRIPT, 'utf8'));
});

test('our own prose is kept, whatever a client sends as its token', async () => {
  const { headers } = await call('GET', '/me', { as: null, headers: { authorization: 'Bearer expired' } });
  const told = await explain(String(headers['x-mock-request-id']));
  expect(told).toContain('Every call needs a bearer token. An expired token, a token from the wrong realm');
  expect(told).not.toContain('[redacted]');
});
