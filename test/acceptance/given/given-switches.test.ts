import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startedBy } from '../../support/started-by.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';

const started = startedBy(beforeEach, afterEach);
const admin = createAdminClient(started);

const cacheControl = async (): Promise<string | undefined> => (await started.api.get('/me')).headers['cache-control'];

const FIVE_MINUTES = 'private, max-age=300';
const AN_HOUR = 'private, max-age=3600';

const upload = async (scenario: string, assume: object, more: object = {}) =>
  admin('POST', '/scenarios', { body: { scenario, given: [{ assume }], ...more } });

const uploadAndActivate = async (scenario: string, assume: object): Promise<void> => {
  succeed(await upload(scenario, assume));
  succeed(await admin('POST', `/scenarios/${scenario}/activate`));
};

const deactivate = async (scenario: string): Promise<void> => {
  succeed(await admin('POST', `/scenarios/${scenario}/deactivate`));
};

const switched = async (): Promise<readonly string[]> => {
  const { data } = (await admin('GET', '/assumptions?switched=true')).body as {
    readonly data: readonly { readonly id: string; readonly current: string }[];
  };
  return data.map(({ id, current }) => `${id}=${current}`);
};

test('a scenario sets switches of its sandbox from its activation until its end', async () => {
  succeed(await upload('hour', { 'cache-control-value': 'an-hour' }));
  expect(await cacheControl()).toBe(FIVE_MINUTES);
  const { body } = succeed(await admin('POST', '/scenarios/hour/activate'));
  expect(body.assumed).toEqual({ 'cache-control-value': 'an-hour' });
  expect(await cacheControl()).toBe(AN_HOUR);
  // Anew, and with others: what stood before is not forgotten.
  succeed(await admin('POST', '/scenarios/hour/activate'));
  expect(await switched()).toEqual(['cache-control-value=an-hour']);
  await deactivate('hour');
  expect(await cacheControl()).toBe(FIVE_MINUTES);
  expect(await switched()).toEqual([]);
});

test('goes back to what stood before, and not where somebody has moved the switch meanwhile', async () => {
  await started.mock.assume({ 'etag-format': 'weak', 'cache-control-value': 'no-cache' });
  await uploadAndActivate('both', { 'etag-format': 'strong', 'cache-control-value': 'an-hour' });
  expect(await switched()).toEqual(['cache-control-value=an-hour']);
  await started.mock.assume({ 'cache-control-value': 'five-minutes' });
  await deactivate('both');
  expect(await switched()).toEqual(['etag-format=weak']);
});

test('is given fixtures besides, and is found so after a snapshot', async () => {
  const given = [{ assume: { 'cache-control-value': 'an-hour' } }, { fixture: 'order-ready' }];
  succeed(await admin('POST', '/scenarios', { body: { scenario: 'mixed', given } }));
  const { body } = succeed(await admin('POST', '/scenarios/mixed/activate'));
  expect(body.given).toEqual([expect.objectContaining({ fixture: 'order-ready' })]);
  await started.mock.snapshot('mixed');
  await deactivate('mixed');
  await started.mock.restore('mixed');
  expect(await cacheControl()).toBe(AN_HOUR);
  await deactivate('mixed');
  expect(await cacheControl()).toBe(FIVE_MINUTES);
});

test('a reset ends it, and a call that names it is given nothing', async () => {
  await uploadAndActivate('hour', { 'cache-control-value': 'an-hour' });
  await started.mock.reset();
  expect(await switched()).toEqual([]);
  succeed(await upload('named', { 'cache-control-value': 'an-hour' }, { steps: [{ on: '*', reply: 'pass' }] }));
  const named = await started.api.get('/me', { headers: { 'x-mock-scenario': 'named' } });
  expect(named.headers['cache-control']).toBe(FIVE_MINUTES);
});
