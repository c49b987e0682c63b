import { expect, test } from '@jest/globals';
import { createMock } from '../../../src/index.ts';
import { createApiClient } from '../../support/api-client.ts';
import { createTestClock } from '../../support/test-clock.ts';

interface Listed {
  readonly data: readonly { readonly uuid: string }[];
}

/** What the read model tells of the same calls, by path. */
const play = async (): Promise<ReadonlyMap<string, string>> => {
  const clock = createTestClock();
  const mock = await createMock({ clock, seed: '42', delays: 'skip' });
  const read = new Map<string, string>();
  const get = async (path: string): Promise<string> => {
    const answer = await fetch(`${mock.url}/__admin${path}`);
    const text = (await answer.text()).replaceAll(mock.url, 'http://stub.example');
    expect([path, answer.status, text]).toEqual([path, 200, expect.any(String)]);
    read.set(path, text);
    return text;
  };
  try {
    const api = createApiClient(mock, clock);
    await api.post('/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['order.*'] });
    const { data: before } = JSON.parse(await get('/records/orders?status=CREATED')) as Listed;
    const gone = await fetch(`${mock.url}/__admin/orders/${before.at(-1)!.uuid}/goto`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'TRANSPORT_COMPLETED' }),
    });
    read.set('goto', await gone.text());
    const { data: orders } = JSON.parse(await get('/records/orders')) as Listed;
    for (const { uuid } of orders) {
      await get(`/records/orders/${uuid}`);
      await get(`/orders/${uuid}/next`);
    }
    const { data: buyers } = JSON.parse(await get('/records/buyers')) as Listed;
    for (const { uuid } of buyers) await get(`/records/buyers/${uuid}`);
    for (const path of ['/records/orders?q=w', '/records/jobs', '/records?search=wvw', '/simulators', '/description'])
      await get(path);
    return read;
  } finally {
    await mock.close();
  }
};

test('two servers with one seed tell of the same calls in the same bytes', async () => {
  const one = await play();
  const other = await play();
  expect(one.size).toBeGreaterThan(40);
  expect([...other.keys()]).toEqual([...one.keys()]);
  for (const [path, text] of one) expect(`${path}: ${other.get(path) ?? ''}`).toBe(`${path}: ${text}`);
});
