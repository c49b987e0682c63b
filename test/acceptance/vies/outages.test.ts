import { afterAll, afterEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { eventsAbout, readEvents, typesOf } from '../../support/read-events.ts';
import { SELLER, createWorkflow, succeed } from '../../support/workflow.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const DAY = 86_400_000;

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
const admin = `${mock.url}/__admin`;

const run = async (name: string, target: object = {}): Promise<void> => {
  succeed(await api.post(`${admin}/simulators/${name}/run`, target));
};
afterEach(async () => {
  clock.advance(MINUTE);
  await run('vies_recovery');
});

const createBuyer = async (vatNumber: string): Promise<string> =>
  succeed(await workflow.createBuyer({ vatNumber })).body.uuid as string;
const check = async (buyerUuid: string): Promise<string> =>
  succeed(await api.post(`/partners/${SELLER}/buyers/${buyerUuid}/vies-checks`)).headers['location']!;
const resultOf = async (buyerUuid: string): Promise<unknown> =>
  succeed(await api.get(`${admin}/records/buyers/${buyerUuid}`)).body.vies.result;
const countChecks = async (buyerUuid: string): Promise<unknown> =>
  succeed(await api.get(`${admin}/records/vies-checks?buyerUuid=${buyerUuid}`)).body.pagination.totalElements;

test('a buyer with an open order is checked every 24 hours, however many orders it has', async () => {
  const { buyerUuid } = await workflow.begin(undefined, { vatNumber: 'DE100' });
  clock.advance(DAY / 2);
  succeed(await workflow.createOrder(buyerUuid));
  clock.advance(9.75 * DAY);
  expect(await countChecks(buyerUuid)).toBe(11);
});

test('the daily check ends with the last open order, and begins anew with the next', async () => {
  const { buyerUuid, orderUuid } = await workflow.begin(undefined, { vatNumber: 'SE100' });
  succeed(await api.post(`/orders/${orderUuid}/cancel`, {}));
  clock.advance(3 * DAY);
  expect(await countChecks(buyerUuid)).toBe(1);
  expect((await api.get(`${admin}/records/buyers/${buyerUuid}`)).body.nextJob).toBeNull();
  succeed(await workflow.createOrder(buyerUuid));
  clock.advance(DAY + MINUTE);
  expect(await countChecks(buyerUuid)).toBe(2);
});

test('while VIES is down, the check that waits is enough', async () => {
  const { buyerUuid } = await workflow.begin(undefined, { vatNumber: 'PT100' });
  await run('vies_outage');
  clock.advance(3 * DAY);
  expect(await countChecks(buyerUuid)).toBe(2);
});

test('an outage that ends within half a minute is not noticed', async () => {
  await run('vies_outage', { duration: 'PT20S' });
  const buyer = await createBuyer('FI100');
  clock.advance(30 * SECOND);
  expect(await resultOf(buyer)).toBe('VALID');
});

test('an outage takes back no refusal: invalid stays invalid, and is not announced twice', async () => {
  const buyer = await createBuyer('DE200');
  clock.advance(MINUTE);
  await run('vies_outage');
  await check(buyer);
  clock.advance(MINUTE);
  expect(await resultOf(buyer)).toBe('INVALID');
  await run('vies_recovery');
  clock.advance(5 * MINUTE);
  expect(await resultOf(buyer)).toBe('INVALID');
  expect(typesOf(eventsAbout(await readEvents(mock, api), buyer))).toEqual(['kyc.vies_check_failed']);
});

test('an outage uses up none of the answers of a test number', async () => {
  await run('vies_outage');
  const buyer = await createBuyer('DE100200');
  clock.advance(DAY);
  await run('vies_recovery');
  clock.advance(5 * MINUTE);
  expect(await resultOf(buyer)).toBe('VALID');
  await check(buyer);
  clock.advance(2 * SECOND);
  expect(await resultOf(buyer)).toBe('INVALID');
});

test('an outage of one country, of another, and of all', async () => {
  const buyers = [await createBuyer('BE100'), await createBuyer('EL100')];
  /** The code of what VIES answers about a buyer of each country, if it does not confirm the number. */
  const codes = async (): Promise<readonly unknown[]> => {
    const locations = [await check(buyers[0]!), await check(buyers[1]!)];
    clock.advance(30 * SECOND);
    const answers = [await api.get(locations[0]!), await api.get(locations[1]!)];
    return answers.map(({ body }) => body.reason?.split(':')[0] as unknown);
  };
  const [all, one] = ['SERVICE_UNAVAILABLE', 'MS_UNAVAILABLE'];
  expect(await codes()).toEqual([undefined, undefined]);
  await run('vies_outage', { country: 'BE' });
  expect(await codes()).toEqual([one, undefined]);
  await run('vies_outage', { country: 'EL' });
  expect(await codes()).toEqual([one, one]);
  await run('vies_recovery', { country: 'BE' });
  expect(await codes()).toEqual([undefined, one]);
  await run('vies_outage', { country: 'BE' });
  await run('vies_recovery');
  expect(await codes()).toEqual([undefined, undefined]);
  await run('vies_outage');
  expect(await codes()).toEqual([all, all]);
});

test('another outage of the same country takes the place of the former one', async () => {
  const isDown = async (): Promise<readonly unknown[]> => {
    const { data } = succeed(await api.get(`${admin}/simulators`)).body.vies;
    return ['DE', 'EL'].map(
      (country) => data.find((each: { country: string }) => each.country === country).down as unknown,
    );
  };
  await run('vies_outage', { country: 'DE' });
  await run('vies_outage', { country: 'EL' });
  await run('vies_outage', { country: 'DE', duration: 'PT1M' });
  clock.advance(MINUTE - 1);
  expect(await isDown()).toEqual([true, true]);
  clock.advance(1);
  expect(await isDown()).toEqual([false, true]);
});
