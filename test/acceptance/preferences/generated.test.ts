import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { CLIENT, ORDERS } from '../../support/sample-order.ts';
import { ONE_PROCESS, type StartedMock, startMock } from '../../support/start-mock.ts';

const UUID = 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035';
const BUYER = `${ORDERS.replace('/orders', '/buyers')}/${UUID}`;
const DAY = 86_400_000;
const SEEDS = Array.from({ length: 20 }, (_, index) => String(index));

const { start } = closedBy(afterAll);
const first = await start();
const second = await start();

const getDynamic = ({ api }: StartedMock, path: string, prefer = ''): Promise<ApiAnswer> =>
  api.get(path, { as: CLIENT, headers: { prefer: `dynamic=true${prefer}` } });

const getOrder = (started: StartedMock, prefer?: string) => getDynamic(started, `${ORDERS}/${UUID}`, prefer);

test('the same seed gives the same bytes, again and in another server', async () => {
  const { status, text } = await getOrder(first, ', seed=42');
  expect(status).toBe(200);
  expect((await getOrder(first, ', seed=42')).text).toBe(text);
  expect((await getOrder(second, ', seed=42')).text).toBe(text);
});

test('another seed gives another body', async () => {
  const one = await getOrder(first, ', seed=42');
  const other = await getOrder(first, ', seed=43');
  expect(other.text).not.toBe(one.text);
});

test('without a seed each body differs, and another server repeats them, ids and headers too', async () => {
  // Ids of servers that may share a store do not follow from the seed.
  const servers = [
    await startMock(ONE_PROCESS),
    await startMock(ONE_PROCESS),
    await startMock({ ...ONE_PROCESS, seed: 'another' }),
  ];
  const [one = [], same = [], other = []] = await Promise.all(
    servers.map(async (started) => {
      const answers: ApiAnswer[] = [];
      for (let call = 0; call < 3; call++) answers.push(await getOrder(started));
      await started.stop();
      return answers.map(({ text, headers: { date: _date, ...headers } }) => ({ text, headers }));
    }),
  );
  expect(new Set(one.map(({ text }) => text)).size).toBe(3);
  expect(same).toEqual(one);
  expect(other[0]?.text).not.toBe(one[0]?.text);
});

test('a day later the dates have moved on', async () => {
  const started = await startMock();
  const { body: today } = await getOrder(started, ', seed=42');
  started.clock.advance(2 * DAY);
  const { body: later } = await getOrder(started, ', seed=42');
  expect(Date.parse(later.createdAt as string) - Date.parse(today.createdAt as string)).toBe(2 * DAY);
  await started.stop();
});

test.each(SEEDS)('a generated order is one that could be (seed %s)', async (seed) => {
  const { body } = await getOrder(first, `, seed=${seed}`);
  expect(body.vins.length).toBeGreaterThan(0);
  for (const { vin } of body.vins) expect(vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/);
  const now = first.clock.now();
  for (const date of [body.purchaseDate, body.createdAt, body.updatedAt].filter((text) => text !== undefined))
    expect(Math.abs(Date.parse(date as string) - now) / DAY).toBeLessThan(400);
});

test.each(SEEDS)('the VAT number of a generated buyer is of its country (seed %s)', async (seed) => {
  const { body } = await getDynamic(first, BUYER, `, seed=${seed}`);
  const { country } = body.address;
  expect(body.vatNumber.slice(0, 2)).toBe(country === 'GR' ? 'EL' : country);
});
