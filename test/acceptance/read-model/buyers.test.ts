import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { readRecord, readRecords } from './read-records.ts';

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);
const workflow = createWorkflow(started.api, started.clock);

const list = readRecords(admin, 'buyers');
const show = readRecord(admin, 'buyers');
const listJobs = readRecords(admin, 'jobs');

test('the newest buyer comes first, with what its VAT number means', async () => {
  const { uuid } = succeed(await workflow.createBuyer({ vatNumber: 'DE100200' })).body as { uuid: string };
  const { data, pagination } = await list();
  expect(data).toHaveLength(pagination.totalElements);
  expect(data[0]).toMatchObject({
    uuid,
    testNumber: { answers: [{ result: 'VALID' }, { result: 'INVALID' }], given: 0 },
    orders: { count: 0, uuids: [] },
    nextJob: { kind: 'vies-check', title: 'VIES check of DE100200' },
  });
  expect(data.some(({ testNumber }) => testNumber === null)).toBe(true);
  expect((await list('?q=de100200')).data.map((buyer) => buyer.uuid)).toEqual([uuid]);
});

test('a buyer has its orders, its checks and what is due next', async () => {
  const { buyerUuid, orderUuid } = await workflow.begin([vehicle(VIN)], { vatNumber: 'FR100' });
  const buyer = await show(buyerUuid);
  expect(buyer).toMatchObject({
    vies: { result: 'VALID' },
    orders: { count: 1, openCount: 1, uuids: [orderUuid] },
    nextJob: { kind: 'vies-recheck', title: 'Daily VIES re-check of FR100' },
    viesCheckCount: 1,
    viesChecks: [{ result: 'VALID' }],
  });
});

test('the simulators that are called possible are, and the others are not', async () => {
  for (const { uuid } of (await list()).data.slice(0, 6)) {
    for (const { name } of (await show(uuid)).simulators) {
      const { possible } = (await show(uuid)).simulators.find((each) => each.name === name)!;
      const { status } = await admin('POST', `/simulators/${name}/run`, { body: { buyerUuid: uuid } });
      expect([name, possible]).toEqual([name, status === 200]);
    }
  }
});

test('VIES is switched off and on by country', async () => {
  const state = async () =>
    succeed(await admin('GET', '/simulators')).body.vies as { all: object; data: { country: string }[] };
  const run = (name: string, body: object) => admin('POST', `/simulators/${name}/run`, { body });
  const stateOf = async (country: string) => (await state()).data.find((each) => each.country === country);
  expect(await stateOf('IT')).toMatchObject({ down: false, until: null });
  succeed(await run('vies_outage', { country: 'IT', duration: 'PT1H' }));
  const down = { country: 'IT', down: true, until: expect.any(String), buyers: expect.any(Number) };
  expect(await stateOf('IT')).toEqual(down);
  succeed(await run('vies_recovery', { country: 'IT' }));
  expect(await stateOf('IT')).toMatchObject({ down: false, until: null });
  succeed(await run('vies_outage', {}));
  expect((await state()).all).toEqual({ down: true, until: null });
  succeed(await run('vies_recovery', {}));
  for (const name of ['vies_outage', 'vies_recovery'])
    expect((await run(name, { country: 'GB' })).body).toMatchObject({
      status: 422,
      detail: expect.stringContaining('country is not covered by VIES: leave it out, or use one of AT, '),
    });
});

test('jobs are listed in the order in which they are due', async () => {
  const { data, now } = await listJobs('?limit=100');
  const times = data.map(({ dueAt }) => dueAt);
  expect(times).toEqual(times.toSorted());
  expect(times.every((time) => time >= now)).toBe(true);
  expect((await listJobs('?limit=3')).data).toEqual(data.slice(0, 3));
  expect(data.every(({ title, kind }) => title !== '' && title !== kind)).toBe(true);
});

test('an attempt to deliver is due like any other job, and names only the host', async () => {
  const url = 'http://127.0.0.1:9/hook?secret=1';
  succeed(await started.api.post('/webhooks', { url, events: ['compliance.*'] }));
  succeed(await admin('POST', '/events', { body: { type: 'compliance.decision_made' } }));
  await started.mock.idle();
  const retry = (await listJobs('?limit=100')).data.find(({ kind }) => kind === 'webhook-attempt');
  expect(retry).toMatchObject({ title: expect.stringMatching(/^Attempt 2 to deliver .* to 127\.0\.0\.1:9$/) });
  expect(await admin('GET', `/deliveries/${retry?.subject?.id ?? ''}`)).toMatchObject({ status: 200 });
});
