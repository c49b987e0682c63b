import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { sampleOrder, sampleBuyer } from '../../support/sample-order.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { type TestClock, createTestClock } from '../../support/test-clock.ts';
import { SELLER, succeed } from '../../support/workflow.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { closedBy } from '../../support/closed-by.ts';

const HOUR = 3_600_000;

const { folderOf, start } = closedBy(afterEach);
let folder: TempFolder;
let clock: TestClock;
let started: StartedMock;
beforeEach(async () => {
  folder = await folderOf();
  clock = createTestClock();
  started = await start({ data: folder.path, clock });
});

/** With so many milliseconds of the wall's time in between. */
const restart = async (milliseconds = 0): Promise<void> => {
  await started.stop();
  clock.advance(milliseconds);
  started = await start({ data: folder.path, clock });
};

const admin = async (method: string, path: string, body?: object): Promise<ApiAnswer> =>
  succeed(await createAdminClient(started)(method, path, body === undefined ? {} : { body }));

const readClock = async (): Promise<unknown> => (await admin('GET', '/clock')).body;

const at = (instant: number): string => new Date(instant).toISOString();

const BUYERS = `/partners/${SELLER}/buyers`;

/** VIES answers for it a little later. */
const createBuyer = async (vatNumber = 'DE100'): Promise<string> => {
  const { body } = succeed(
    await started.api.post(BUYERS, sampleBuyer({ vatNumber }), { headers: { 'idempotency-key': vatNumber } }),
  );
  return (body as { uuid: string }).uuid;
};

/** An order of a buyer: its rollup tells what VIES answered. */
const createOrder = async (buyerId: string): Promise<string> => {
  const { body } = succeed(await started.api.post(`/partners/${SELLER}/orders`, sampleOrder({ buyerId })));
  return (body as { uuid: string }).uuid;
};

const rollupOf = async (uuid: string): Promise<{ viesResult: string; updatedAt: string }> =>
  succeed(await started.api.get(`/orders/${uuid}/compliance`)).body as { viesResult: string; updatedAt: string };

/** Whatever there is to be seen of it. */
const everything = async (): Promise<unknown> =>
  (await Promise.all([BUYERS, '/orders?size=100', '/me'].map((path) => started.api.get(path)))).map(({ text }) => text);

describe('a restart keeps', () => {
  test('whatever there is', async () => {
    const uuid = await createBuyer();
    const before = await everything();
    const { text } = succeed(await started.api.get(`${BUYERS}/${uuid}`));
    await restart();
    expect(await everything()).toEqual(before);
    expect((await started.api.get(`${BUYERS}/${uuid}`)).text).toBe(text);
  });

  test('how far the clock is ahead, and lets it run on', async () => {
    await admin('POST', '/clock/advance', { by: 'P3DT4H' });
    await restart(HOUR);
    const ahead = 76 * HOUR;
    expect(await readClock()).toEqual({ now: at(clock.now() + ahead), frozen: false, offset: ahead });
  });

  test('a frozen clock where it stands', async () => {
    const now = clock.now();
    await admin('POST', '/clock/freeze');
    await restart(HOUR);
    expect(await readClock()).toMatchObject({ now: at(now), frozen: true });
    await admin('POST', '/clock/resume');
    await restart(HOUR);
    expect(await readClock()).toMatchObject({ now: at(now + HOUR), frozen: false });
  });

  test('what is to be done, and does it in time', async () => {
    const uuid = await createOrder(await createBuyer());
    await restart();
    expect(await rollupOf(uuid)).toMatchObject({ viesResult: 'PENDING' });
    const { body } = await admin('POST', '/clock/advance', { by: 'PT1M' });
    expect(body.fired).toContainEqual(expect.objectContaining({ kind: 'vies-check' }));
    expect(await rollupOf(uuid)).toMatchObject({ viesResult: 'VALID' });
    await restart();
    expect(await rollupOf(uuid)).toMatchObject({ viesResult: 'VALID' });
  });

  test('what fell due while nobody was there: it has happened at its own time when somebody looks', async () => {
    const uuid = await createOrder(await createBuyer());
    const createdAt = clock.now();
    await restart(HOUR);
    const { viesResult, updatedAt } = await rollupOf(uuid);
    expect(viesResult).toBe('VALID');
    expect(Date.parse(updatedAt)).toBeGreaterThan(createdAt);
    expect(Date.parse(updatedAt)).toBeLessThan(createdAt + HOUR / 2);
  });

  test('answers for 24 hours, also of a time when there was another server', async () => {
    const uuid = await createBuyer();
    await restart(23 * HOUR);
    expect(await createBuyer()).toBe(uuid);
    const other = started.api.post(BUYERS, { other: 'body' }, { headers: { 'idempotency-key': 'DE100' } });
    expect(await other).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Idempotency-Key') } });
    await restart(2 * HOUR);
    // The key is free; the buyer is there under its VAT number.
    const again = await started.api.post(BUYERS, { other: 'body' }, { headers: { 'idempotency-key': 'DE100' } });
    expect(again.body.type).toMatch(/validation-error$/);
  });
});

test('without a folder nothing is kept', async () => {
  const first = await start({ clock });
  const path = `/partners/${SELLER}/buyers`;
  const { body } = succeed(await first.api.post(path, sampleBuyer()));
  await first.stop();
  const second = await start({ clock });
  expect((await second.api.get(`${path}/${String(body.uuid)}`)).status).toBe(404);
  await second.stop();
});

test('a server that is stopped as soon as it has started stores its signing key, and says nothing of it', async () => {
  const { notices } = started;
  await restart();
  const keys = async (): Promise<unknown> =>
    (await fetch(`${started.mock.url}/auth/realms/integration/protocol/openid-connect/certs`)).json();
  const before = await keys();
  await restart();
  expect([await keys(), notices]).toEqual([before, []]);
});
