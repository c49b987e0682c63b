import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { listenToStream } from '../../support/listen-to-stream.ts';
import { startedBy } from '../../support/started-by.ts';
import { claire, createLinks, linkOf } from '../self-service/links.ts';

const started = startedBy(beforeEach, afterEach);

const urlOf = (query = '') => `${started.mock.url}/__admin/stream${query}`;
const listen = (query = '', headers = {}) => listenToStream(urlOf(query), headers);

test('exchanges and events come as they happen, of this sandbox only', async () => {
  const stream = await listen('?sandbox=enterprise');
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  expect(stream.headers['content-length']).toBeUndefined();
  const links = createLinks(started.api);
  await started.api.get('/me', { as: 'api-client-restricted' });
  const { url } = linkOf(await links.invite());
  await links.submitProspect(url, claire);
  const messages = (await stream.waitFor(5)).slice(1);
  expect(messages.map(({ event, data }) => `${event} ${String(data.operationId ?? data.type)}`)).toEqual([
    'exchange createProspectInvitation',
    'event self_service_invitation.used',
    'event prospect.submitted',
    'exchange submitSelfServiceProspect',
  ]);
  const caused = messages.filter(({ event }) => event === 'event').map(({ data }) => data.id as string);
  expect(messages[3]?.data.events.map(({ id }: { id: string }) => id)).toEqual(caused);
  stream.leave();
});

test('a client that does not wait for a late response: the exchange is told again, as lost', async () => {
  const stream = await listen();
  // The first message says that it listens.
  const exchanges = async (count: number) =>
    (await stream.waitFor(count + 1))
      .filter(({ event }) => event === 'exchange')
      .map(({ data }) => data as { readonly id: string; readonly lost: boolean });
  await started.mock.nextCall('getOrganization', { delay: 'PT60S' });
  const authorization = `Bearer ${await started.mock.token('api-client-demo')}`;
  const call = request(`${started.mock.url}/v1/me`, { headers: { authorization } });
  const broken = new Promise((resolve) => call.once('error', resolve));
  call.end();
  const [late] = await exchanges(1);
  call.socket?.resetAndDestroy();
  await broken;
  const [, lost] = await exchanges(2);
  expect([late?.lost, lost]).toEqual([false, { ...late, lost: true }]);
  expect(await started.mock.requests.list()).toMatchObject([{ id: late?.id, lost: true }]);
  const { body } = await started.api.get(`${started.mock.url}/__admin/requests/${String(late?.id)}/explain`);
  expect(JSON.stringify(body)).toContain('it never reached the client');
  stream.leave();
});

test('HEAD answers without a body, and takes no place', async () => {
  for (let i = 0; i < 15; i++) expect((await started.api.call('HEAD', urlOf(), { as: null })).status).toBe(200);
});

test('without a socket it is a stream too', async () => {
  const { body, headers } = await started.mock.handle(new Request(urlOf()));
  expect(headers.get('content-type')).toBe('text/event-stream');
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('retry: 2000\n\n');
  expect((await reader?.read())?.value).toMatch(/^event: listening\n/);
  await started.api.get('/me');
  expect((await reader?.read())?.value).toMatch(/^event: exchange\n/);
  await reader?.cancel();
});

test('a listener that does not read holds nobody up', async () => {
  const { body } = await started.mock.handle(new Request(urlOf()));
  for (let i = 0; i < 50; i++) expect((await started.api.get('/me')).status).toBe(200);
  await body?.cancel();
});
