import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';

const { folderOf, start } = closedBy(afterEach);

const started = startedBy(beforeEach, afterEach);

const admin = (method: string, path: string, body?: unknown) =>
  started.api.call(method, `${started.mock.url}/__admin${path}`, { body, as: null });

const cacheControl = async () => (await started.api.get('/me')).headers['cache-control'];

describe('the switchboard', () => {
  test('lists every entry of the register, a page at a time', async () => {
    const { body } = await admin('GET', '/assumptions?limit=2&page=1');
    expect(body.data).toHaveLength(2);
    expect(body.pagination).toMatchObject({ page: 1, limit: 2 });
    expect(body.pagination.totalElements).toBeGreaterThan(100);
    const { data } = (await admin('GET', '/assumptions?limit=1000')).body;
    expect(data.find(({ id }: { id: string }) => id === 'etag-format')).toMatchObject({
      chosen: { id: 'strong' },
      alternatives: expect.arrayContaining([{ id: 'weak', text: 'weak entity tags' }]),
      current: 'strong',
      where: expect.arrayContaining(['updateBuyer']),
    });
  });

  test('is set in part, and goes back', async () => {
    const weak = { 'etag-format': 'weak' };
    expect((await admin('PATCH', '/assumptions', weak)).body).toEqual({ assumed: weak });
    const both = { ...weak, 'cache-control-value': 'an-hour' };
    expect((await admin('PATCH', '/assumptions', { 'cache-control-value': 'an-hour' })).body).toEqual({
      assumed: both,
    });
    const switched = (await admin('GET', '/assumptions?switched=true')).body.data;
    expect(switched.map(({ id, current }: Record<string, unknown>) => [id, current])).toEqual([
      ['etag-format', 'weak'],
      ['cache-control-value', 'an-hour'],
    ]);
    expect(await cacheControl()).toBe('private, max-age=3600');
    expect((await admin('PATCH', '/assumptions', { 'cache-control-value': null })).body).toEqual({ assumed: weak });
    expect(await cacheControl()).toBe('private, max-age=300');
    expect((await admin('PATCH', '/assumptions', { 'etag-format': null })).body).toEqual({ assumed: {} });
  });

  test.each([
    ['an unknown assumption', { 'etag-formt': 'weak' }, 'etag-formt', 'did you mean "etag-format"?'],
    ['an unknown one that is to go back', { 'etag-formt': null }, 'etag-formt', 'did you mean "etag-format"?'],
    ['an unknown alternative', { 'etag-format': 'waek' }, 'etag-format', 'did you mean "weak"?'],
    ['one without a switch', { 'versioning-guarantees': 'semver' }, 'versioning-guarantees', 'cannot be switched'],
  ])('refuses %s, and switches nothing', async (_case, wishes, field, words) => {
    const { status, body } = await admin('PATCH', '/assumptions', { 'cache-control-value': 'an-hour', ...wishes });
    expect([status, body.errors[0].field]).toEqual([422, field]);
    expect(body.detail).toContain(words);
    expect(body.detail).toMatch(/[^.?][.?]$/);
    expect(await cacheControl()).toBe('private, max-age=300');
  });

  test('belongs to one sandbox', async () => {
    await started.mock.assume({ 'cache-control-value': 'an-hour' });
    const other = await started.api.get('/me', { as: 'api-client-enterprise' });
    expect([await cacheControl(), other.headers['cache-control']]).toEqual([
      'private, max-age=3600',
      'private, max-age=300',
    ]);
  });

  test('goes into snapshots and exports, and begins anew with a reset', async () => {
    await started.mock.assume({ 'cache-control-value': 'an-hour' });
    await started.mock.snapshot('switched');
    const exported = (await admin('GET', '/state')).body;
    expect(exported.assumptions).toEqual({ 'cache-control-value': 'an-hour' });
    await started.mock.reset();
    expect(await cacheControl()).toBe('private, max-age=300');
    await started.mock.restore('switched');
    expect(await cacheControl()).toBe('private, max-age=3600');
    await started.mock.reset();
    expect((await admin('PUT', '/state', exported)).status).toBe(200);
    expect(await cacheControl()).toBe('private, max-age=3600');
  });

  test('says in an explanation what was assumed where the text is silent', async () => {
    const explain = async (): Promise<unknown[]> => {
      const answer = await started.api.get('/me');
      const { body } = await admin('GET', `/requests/${String(answer.headers['x-mock-request-id'])}/explain`);
      return body.stages.flatMap(({ assumptions = [] }: { assumptions?: unknown[] }) => assumptions) as unknown[];
    };
    const docs = 'docs/assumptions.md#cache-control-value';
    const id = 'cache-control-value';
    expect(await explain()).toContainEqual({ id, assumed: 'five-minutes', isChosen: true, docs });
    await started.mock.assume({ [id]: 'an-hour' });
    expect(await explain()).toContainEqual({ id, assumed: 'an-hour', isChosen: false, docs });
  });
});

test('an explanation names the values of the category only where the description does not state them', async () => {
  const named = async ({ headers }: ApiAnswer): Promise<unknown> => {
    const { body } = await admin('GET', `/requests/${String(headers['x-mock-request-id'])}/explain`);
    const all = body.stages.flatMap(({ assumptions = [] }: { assumptions?: { id: string }[] }) => assumptions);
    return all.map(({ id }: { id: string }) => id).includes('rate-limit-category-values');
  };
  expect(await named(await started.api.get('/orders/nothing/here'))).toBe(false);
  expect(await named(await started.api.get('/webhooks'))).toBe(true);
});

describe('a server that is started with switches', () => {
  test('has them in every sandbox, after each reset, and where nobody is known', async () => {
    const { mock, api } = await start({
      assume: { 'cache-control-value': 'an-hour', 'rate-limit-category-values': 'upper-case' },
    });
    const cached = async (as: string) => (await api.get('/me', { as })).headers['cache-control'];
    expect(await cached('api-client-enterprise')).toBe('private, max-age=3600');
    expect((await api.post('/webhooks', {}, { as: null })).headers['x-ratelimit-category']).toBe('WEBHOOK_MANAGEMENT');
    await mock.assume({ 'cache-control-value': 'five-minutes' });
    expect(await cached('api-client-demo')).toBe('private, max-age=300');
    expect(await mock.assume({ 'cache-control-value': null })).toMatchObject({ 'cache-control-value': 'an-hour' });
    await mock.assume({ 'cache-control-value': 'five-minutes' });
    await mock.reset();
    expect(await cached('api-client-demo')).toBe('private, max-age=3600');
  });

  test('keeps those of a sandbox with its data', async () => {
    const folder = await folderOf();
    const first = await startMock({ data: folder.path });
    await first.mock.assume({ 'cache-control-value': 'an-hour' });
    await first.stop();
    const second = await start({ data: folder.path });
    expect((await second.api.get('/me')).headers['cache-control']).toBe('private, max-age=3600');
  });

  test.each([
    ['etag-formt=weak', 'assume: there is no assumption "etag-formt": did you mean "etag-format"?'],
    ['etag-format=wek', 'assume: etag-format has no alternative "wek": did you mean "weak"?'],
    ['etag-format', 'assume: "etag-format" is not of the form id=alternative'],
  ])('refuses %s', async (assume, message) => {
    await expect(startMock({ assume })).rejects.toThrow(message);
  });
});
