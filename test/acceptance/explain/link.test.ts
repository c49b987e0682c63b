import { afterEach, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

let started: StartedMock;
afterEach(() => started.stop());

const explanationIn = (link: string | undefined): string | undefined =>
  /^<([^>]+)>; rel="explain"$/.exec(link ?? '')?.[1];

test('a refusal leads to its explanation, and an answer that is none does not', async () => {
  started = await startMock();
  const { api, mock } = started;
  const refused = await api.call('POST', '/webhooks', { body: { url: 'nowhere' } });
  const url = explanationIn(refused.headers['link']);
  expect(url).toBe(`${mock.url}/__admin/requests/${refused.headers['x-mock-request-id']!}/explain`);
  const { body } = await api.call('GET', url!, { as: null });
  expect(body.answer).toMatchObject({ status: refused.status });
  expect((await api.call('GET', '/me')).headers['link']).toBeUndefined();
});

test.each([
  ['without a token', 'GET', '/me', null, {}],
  ['for an unknown path', 'GET', '/nowhere', null, {}],
  ['that was asked for', 'GET', '/me', undefined, { prefer: 'code=429' }],
] as const)('a refusal %s has one too', async (_which, method, path, as, headers) => {
  started = await startMock();
  const refused = await started.api.call(method, path, { ...(as === null ? { as } : {}), headers });
  const { status } = await started.api.call('GET', explanationIn(refused.headers['link'])!, { as: null });
  expect(status).toBe(200);
});

test('among strangers nothing leads to what nobody may see', async () => {
  started = await startMock({ mode: 'hosted' });
  const refused = await started.api.call('GET', '/me', { as: null });
  expect([refused.status, refused.headers['link']]).toEqual([401, undefined]);
});
