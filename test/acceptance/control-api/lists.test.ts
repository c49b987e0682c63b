import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

import { createAdminClient, succeed } from './admin-client.ts';

/** Lists that grow while a sandbox is used. */
const LISTS = ['/requests', '/events', '/deliveries'] as const;

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);
beforeAll(async () => {
  const { url } = succeed(await admin('GET', '/inbox/shop')).body as { url: string };
  succeed(await started.api.post('/webhooks', { url, events: ['prospect.*'] }, { as: 'api-client-demo' }));
  for (let i = 0; i < 5; i++) {
    succeed(await admin('POST', '/events', { body: { type: 'prospect.submitted' } }));
    succeed(await started.api.get('/me', { as: 'api-client-demo' }));
  }
  await started.mock.idle();
});

interface List {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly page: number; readonly limit: number; readonly totalElements: number };
}

const read = async (path: string): Promise<List> => succeed(await admin('GET', path)).body as List;
const idsIn = ({ data }: List): string[] => data.map(({ id }) => id);

test.each(LISTS)('%s comes in pages by limit and page, newest first', async (list) => {
  const whole = await read(list);
  const total = whole.data.length;
  expect(total).toBeGreaterThanOrEqual(5);
  expect(whole.pagination).toEqual({ page: 0, limit: 100, totalElements: total, totalPages: 1 });

  const pages: List[] = [];
  for (let page = 0; page * 2 < total; page++) pages.push(await read(`${list}?limit=2&page=${String(page)}`));
  expect(pages.flatMap(idsIn)).toEqual(idsIn(whole));
  expect(pages[1]?.pagination).toEqual({
    page: 1,
    limit: 2,
    totalElements: total,
    totalPages: Math.ceil(total / 2),
  });
  expect(idsIn(await read(`${list}?page=1000`))).toEqual([]);
});

test.each(LISTS.flatMap((list) => ['limit=0', 'limit=1001', 'page=-1', 'page=x'].map((query) => [list, query])))(
  '%s refuses %s',
  async (list, query) => {
    const { status, body } = await admin('GET', `${list}?${query}`);
    expect([status, body.errors[0].field]).toEqual([422, query.split('=')[0]]);
  },
);

test('requests are counted by the client that sent them, under one name', async () => {
  const count = async (body: object): Promise<number> =>
    succeed(await admin('POST', '/requests/find', { body })).body.count as number;
  expect(await count({ clientId: 'api-client-demo' })).toBe(6);
  expect((await admin('POST', '/requests/find', { body: { client: 'api-client-demo' } })).status).toBe(422);
  expect(await count({ clientId: 'somebody-else' })).toBe(0);
});
