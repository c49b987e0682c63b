import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { answerOfOutage, endViesOutage, setViesOutage } from '../../../src/vat/vies/vies-check.ts';
import { startCheck } from '../../../src/vat/vies/run-check.ts';
import { DAY, MINUTE, SECOND, type World, openWorld } from './open-world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const resultOf = async (uuid: string): Promise<string> => (await world.buyer(uuid)).vies.result;
const check = async (uuid: string): Promise<unknown> => {
  const buyer = await world.buyer(uuid);
  return world.transact((work) => startCheck(work, buyer));
};

test('an outage that ends within half a minute is not noticed', async () => {
  await world.transact((work) => setViesOutage(work, { until: work.now + 20 * SECOND }));
  const buyer = await world.createBuyer('DE100');
  await world.pass(30 * SECOND);
  expect(await resultOf(buyer.uuid)).toBe('VALID');
});

test('an outage takes back no refusal: invalid stays invalid, and is not announced twice', async () => {
  const buyer = await world.createBuyer('DE200');
  await world.pass(MINUTE);
  await world.transact((work) => setViesOutage(work));
  await check(buyer.uuid);
  await world.pass(MINUTE);
  expect(await resultOf(buyer.uuid)).toBe('INVALID');
  await world.transact((work) => endViesOutage(work));
  await world.pass(5 * MINUTE);
  expect(await resultOf(buyer.uuid)).toBe('INVALID');
  expect((await world.events()).map(({ type }) => type)).toEqual(['kyc.vies_check_failed']);
});

test('an outage uses up none of the answers of a test number', async () => {
  await world.transact((work) => setViesOutage(work));
  const buyer = await world.createBuyer('DE100200');
  await world.pass(DAY);
  await world.transact((work) => endViesOutage(work));
  await world.pass(5 * MINUTE);
  expect(await resultOf(buyer.uuid)).toBe('VALID');
  await check(buyer.uuid);
  await world.pass(2 * SECOND);
  expect(await resultOf(buyer.uuid)).toBe('INVALID');
});

/** What VIES answers instead, for a number of each of two countries. */
const instead = (): Promise<readonly (string | undefined)[]> =>
  world.transact((work) => {
    const answers = [answerOfOutage(work, 'DE100'), answerOfOutage(work, 'EL100')];
    return answers.map((answer) => (answer === undefined || answer.kind === 'VALID' ? undefined : answer.reason));
  });
const ALL = expect.stringMatching(/^SERVICE_UNAVAILABLE/);
const ONE = expect.stringMatching(/^MS_UNAVAILABLE/);

test('an outage of one country, of another, and of all', async () => {
  expect(await instead()).toEqual([undefined, undefined]);
  await world.transact((work) => setViesOutage(work, { country: 'DE' }));
  expect(await instead()).toEqual([ONE, undefined]);
  await world.transact((work) => setViesOutage(work, { country: 'EL' }));
  expect(await instead()).toEqual([ONE, ONE]);
  await world.transact((work) => endViesOutage(work, 'DE'));
  expect(await instead()).toEqual([undefined, ONE]);
  await world.transact((work) => setViesOutage(work, { country: 'DE' }));
  await world.transact((work) => endViesOutage(work));
  expect(await instead()).toEqual([undefined, undefined]);
  await world.transact((work) => setViesOutage(work));
  expect(await instead()).toEqual([ALL, ALL]);
});

test('another outage of the same country takes the place of the former one', async () => {
  await world.transact((work) => setViesOutage(work, { country: 'DE' }));
  await world.transact((work) => setViesOutage(work, { country: 'EL' }));
  await world.transact((work) => setViesOutage(work, { country: 'DE', until: work.now + MINUTE }));
  await world.pass(MINUTE - 1);
  expect(await instead()).toEqual([ONE, ONE]);
  await world.pass(1);
  expect(await instead()).toEqual([undefined, ONE]);
});
