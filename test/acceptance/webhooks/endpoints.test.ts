import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { AS, OTHER_SELLER, SELLER } from './webhook-client.ts';

const NOBODYS = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const UNKNOWN = 'wh_00000000000000000000000000';

const started = await closedBy(afterAll).start();

// An organization has at most 20 webhook endpoints.
beforeEach(() => started.mock.reset('enterprise'));

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> =>
  started.api.call(method, path, { as: AS, body, headers });

const valid = {
  url: 'https://api.veldhuis-autos.example/hooks/vat',
  events: ['compliance.*', 'export_file.generated'],
};

const register = (change: object = {}): Promise<ApiAnswer> => call('POST', '/webhooks', { ...valid, ...change });

test('an organization has at most 20 webhook endpoints which it can exchange for others', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 20; count++) ids.push((await register()).body.id as string);
  const refused = await register();
  expectProblem(refused, started.mock, {
    status: 422,
    type: 'validation-error',
    instance: '/v1/webhooks',
    detail: 'DELETE /webhooks/{id}',
  });
  expect(refused.body.errors).toEqual([
    {
      field: 'url',
      message:
        'cannot be registered: the organization has 20 webhook endpoints, the maximum. Delete one first with DELETE /webhooks/{id}',
      rejectedValue: valid.url,
    },
  ]);
  expect((await call('PATCH', `/webhooks/${ids[0]!}`, { status: 'PAUSED' })).status).toBe(200);
  expect((await register()).status).toBe(422);
  expect((await call('DELETE', `/webhooks/${ids[0]!}`)).status).toBe(204);
  expect((await register()).status).toBe(201);
});

describe('registering a webhook endpoint', () => {
  test('answers 201 with its secret, which is shown never again', async () => {
    const { status, headers, body } = await register({ partnerIds: [SELLER] });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^wh_[0-9A-HJKMNP-TV-Z]{26}$/),
        ...valid,
        partnerIds: [SELLER],
        status: 'ACTIVE',
        version: 1,
        secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
      },
    });
    expect(headers).toMatchObject({
      location: `${started.mock.baseUrl}/webhooks/${body.id as string}`,
      etag: '"1"',
      'x-mock-source': 'stateful',
      'x-ratelimit-category': 'webhook-management',
    });
    const { secret, ...shown } = body;
    const read = await call('GET', `/webhooks/${body.id as string}`);
    expect({ status: read.status, body: read.body }).toEqual({ status: 200, body: shown });
    const listed = await call('GET', '/webhooks');
    expect(listed.body.data).toContainEqual(shown);
    expect(listed.text).not.toContain('whsec_');
    const patched = await call('PATCH', `/webhooks/${body.id as string}`, { status: 'PAUSED' });
    expect(patched.text).not.toContain(secret);
  });

  test.each([
    ['the root wildcard', { events: ['*'] }, 'events[0]', /compliance\.\*.*webhook\.delivery_failed_terminal/],
    ['an unknown type', { events: ['compliance.*', 'order.created'] }, 'events[1]', /compliance\.decision_made/],
    ['an unknown segment', { events: ['order.*'] }, 'events[0]', /kyc\.\*/],
    ['a wildcard inside', { events: ['compliance.status*'] }, 'events[0]', /compliance\.\*/],
    ['no subscription', { events: [] }, 'events', /1/],
    ['an empty list of partners', { partnerIds: [] }, 'partnerIds', /1/],
    ['partners that are no UUIDs', { partnerIds: ['seller'] }, 'partnerIds[0]', /uuid/i],
    ['a secret of one’s own', { secret: 'whsec_x' }, 'secret', /not/],
    ['no URL', { url: undefined }, 'url', /required|missing/],
    ['another scheme', { url: 'ftp://api.veldhuis-autos.example/' }, 'url', /https/],
    ['a URL that is none', { url: 'https://' }, 'url', /./],
    ['a long URL', { url: `https://api.veldhuis-autos.example/${'a'.repeat(2048)}` }, 'url', /2048/],
    ['a URL with a password', { url: 'https://user:pass@api.veldhuis-autos.example/' }, 'url', /password/],
    ['a URL with a fragment', { url: 'https://api.veldhuis-autos.example/#top' }, 'url', /fragment/],
    ['a private address', { url: 'http://192.168.1.10/hook' }, 'url', /this machine or to public addresses/],
    ['the secrets of a cloud', { url: 'http://169.254.169.254/latest/meta-data' }, 'url', /cloud/],
  ])('refuses %s', async (_what, change, field, message) => {
    const answer = await register(change);
    expectProblem(answer, started.mock, {
      status: 422,
      type: 'validation-error',
      instance: '/v1/webhooks',
      detail: /./,
    });
    expect(answer.body.errors).toMatchObject([{ field, message: expect.stringMatching(message) }]);
  });

  test('refuses sellers outside the authorized list', async () => {
    expectProblem(await register({ partnerIds: [SELLER, NOBODYS] }), started.mock, {
      status: 403,
      type: 'forbidden',
      instance: '/v1/webhooks',
      detail: NOBODYS,
    });
  });

  test.each(['http://localhost:3000/hook', 'http://127.0.0.1:1/', 'http://[::1]:8080/hook'])(
    'takes %s, where a developer’s own receiver is',
    async (url) => {
      expect((await register({ url })).status).toBe(201);
    },
  );
});

test('the list has all of them, oldest first', async () => {
  const before = (await call('GET', '/webhooks')).body.data.length as number;
  const ids = [(await register()).body.id, (await register()).body.id];
  const { body } = await call('GET', '/webhooks');
  expect(body.data).toHaveLength(before + 2);
  expect(body.data.slice(-2).map(({ id }: { id: string }) => id)).toEqual(ids);
});

describe('changing a webhook endpoint', () => {
  test('changes what is sent, and nothing else', async () => {
    const { secret, ...created } = (await register({ partnerIds: [SELLER] })).body;
    const path = `/webhooks/${created.id as string}`;
    const change = async (body: object): Promise<unknown> => {
      const answer = await call('PATCH', path, body);
      expect(answer.status).toBe(200);
      expect((await call('GET', path)).body).toEqual(answer.body);
      return answer.body;
    };
    expect(secret).toBeDefined();
    expect(await change({})).toEqual(created);
    expect(await change({ events: ['kyc.*'] })).toEqual({ ...created, events: ['kyc.*'], version: 2 });
    const moved = { ...created, events: ['kyc.*'], url: 'https://other.example/hook' };
    expect(await change({ url: moved.url })).toEqual({ ...moved, version: 3 });
    expect(await change({ partnerIds: [OTHER_SELLER] })).toEqual({ ...moved, partnerIds: [OTHER_SELLER], version: 4 });
    const { partnerIds: _partnerIds, ...wide } = moved;
    expect(await change({ partnerIds: null })).toEqual({ ...wide, version: 5 });
    expect(await change({ status: 'PAUSED' })).toEqual({ ...wide, status: 'PAUSED', version: 6 });
    expect(await change({ status: 'PAUSED' })).toEqual({ ...wide, status: 'PAUSED', version: 6 });
    expect(await change({ status: 'ACTIVE' })).toEqual({ ...wide, version: 7 });
  });

  test.each([
    [{ url: 'http://10.0.0.1/' }, 422],
    [{ url: 'mailto:admin@demo.example' }, 422],
    [{ events: ['*'] }, 422],
    [{ partnerIds: [NOBODYS] }, 403],
    [{ status: 'DELETED' }, 422],
    [{ secret: 'x' }, 422],
  ])('refuses %j', async (body, status) => {
    const { id } = (await register()).body;
    const before = (await call('GET', `/webhooks/${id as string}`)).body;
    expect((await call('PATCH', `/webhooks/${id as string}`, body)).status).toBe(status);
    expect((await call('GET', `/webhooks/${id as string}`)).body).toEqual(before);
  });
});

describe('the version of a webhook endpoint', () => {
  test('is the ETag of reads and changes, and If-Match is held against it', async () => {
    const { id } = (await register()).body;
    const path = `/webhooks/${id as string}`;
    const change = (events: readonly string[], ifMatch: string): Promise<ApiAnswer> =>
      call('PATCH', path, { events }, { 'if-match': ifMatch });
    expect((await call('GET', path)).headers['etag']).toBe('"1"');
    expect(await change(['kyc.*'], '"1"')).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    const { status, body, text } = await change(['export_file.*'], '"1"');
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        type: `${started.mock.url}/problems/version-mismatch`,
        currentResource: { id, events: ['kyc.*'], version: 2 },
      },
    });
    expect(text).not.toContain('whsec_');
    expect((await call('GET', path, undefined, { 'if-none-match': '"2"' })).status).toBe(304);
    expect((await call('GET', path, undefined, { 'if-none-match': '"1"' })).status).toBe(200);
  });
});

test('a removed webhook endpoint is gone', async () => {
  const { id } = (await register()).body;
  const removed = await call('DELETE', `/webhooks/${id as string}`);
  expect({ status: removed.status, text: removed.text }).toEqual({ status: 204, text: '' });
  expect((await call('GET', `/webhooks/${id as string}`)).status).toBe(404);
  expect((await call('DELETE', `/webhooks/${id as string}`)).status).toBe(404);
});

describe('an unknown webhook endpoint', () => {
  test.each([
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['GET', '/deliveries', undefined],
    ['POST', '/deliveries/del_00000000000000000000000000/replay', undefined],
    ['POST', '/test', { eventType: 'prospect.submitted', data: {} }],
  ])('%s %s answers 404', async (method, rest, body) => {
    for (const id of [UNKNOWN, 'something-else']) {
      const answer = await call(method, `/webhooks/${id}${rest}`, body);
      expectProblem(answer, started.mock, {
        status: 404,
        type: 'not-found',
        instance: `/v1/webhooks/${id}${rest}`,
        detail: id,
      });
    }
  });

  test('is also one of another organization', async () => {
    const { id } = (await register()).body;
    expect((await started.api.get(`/webhooks/${id as string}`)).status).toBe(404);
    expect((await started.api.get('/webhooks')).body).toEqual({ data: [] });
  });

  test('and a delivery of another webhook endpoint is not found', async () => {
    const [a, b] = [(await register({ url: 'http://127.0.0.1:1/' })).body, (await register()).body];
    const fired = await call('POST', `/webhooks/${a.id as string}/test`, {
      eventType: 'kyc.vies_check_failed',
      data: {},
    });
    const replay = await call('POST', `/webhooks/${b.id as string}/deliveries/${fired.body.id as string}/replay`);
    expect(replay.status).toBe(404);
    await started.mock.idle();
  });
});

test('since is an instant, and refused as what was sent if it is none', async () => {
  const { id } = (await register()).body;
  const since = (text: string) => call('GET', `/webhooks/${id as string}/deliveries?since=${encodeURIComponent(text)}`);
  expect((await since('2026-10-22T00:00+02:00')).status).toBe(200);
  expect(await since('2026-02-30')).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'since', rejectedValue: '2026-02-30' }] },
  });
});

describe('a server that others reach', () => {
  test('sends to public addresses by https only, and to what the operator allows', async () => {
    const { api, stop } = await startMock({ host: '0.0.0.0', webhookAllow: 'receiver:8080' });
    const statusOf = async (url: string): Promise<number> =>
      (await api.post('/webhooks', { url, events: ['kyc.*'] }, { as: AS })).status;
    expect(await statusOf('https://api.veldhuis-autos.example/hook')).toBe(201);
    expect(await statusOf('http://receiver:8080/hook')).toBe(201);
    for (const url of ['http://127.0.0.1:4010/', 'http://localhost/', 'https://[::1]/', 'http://receiver:81/'])
      expect([url, await statusOf(url)]).toEqual([url, 422]);
    await stop();
  });

  test.each([
    [{ webhookAllow: 'http://receiver' }, /webhookAllow: "http:\/\/receiver" is no range/],
    [{ webhookEgress: 'everything' }, /webhookEgress must be one of auto, local, public-only/],
    [{ mode: 'hosted', webhookEgress: 'local' }, /webhookEgress is not allowed in hosted mode/],
    [{ webhookSignature: '/nowhere/profile.yaml' }, /no such file/],
  ])('does not start with %j', async (options, message) => {
    await expect(startMock(options as never)).rejects.toThrow(message);
  });
});
