import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventsAbout, readEvents } from '../../support/read-events.ts';
import { activate, playScenario } from '../../support/scenario.ts';
import { startedBy } from '../../support/started-by.ts';
import { type Workflow, createWorkflow, succeed } from '../../support/workflow.ts';

const started = startedBy(beforeEach, afterEach, { delays: 'skip' });
let workflow: Workflow;
beforeEach(() => {
  workflow = createWorkflow(started.api, started.clock);
});

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

const me = () => started.api.get('/me');

test('maintenance ends by itself, and says in how long', async () => {
  await activate(started, 'maintenance');
  expect(await me()).toMatchObject({ status: 503, headers: { 'retry-after': '1800' } });
  started.clock.advance(20 * MINUTE + 500);
  expect(await me()).toMatchObject({ status: 503, headers: { 'retry-after': '600' } });
  started.clock.advance(10 * MINUTE);
  expect((await me()).status).toBe(200);
  expect(await (await started.mock.scenarios()).show('maintenance')).toMatchObject({
    state: 'Open',
    happened: [{ entry: 1, at: '2026-11-20T09:30:00.000Z', failure: null }],
  });
});

test('an event is emitted with the data of the request that entered the state', async () => {
  await activate(started, 'verdict-vat-applicable');
  const { orderUuid } = await workflow.begin();
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ orderUuid, decision: 'VAT_APPLICABLE' });
  started.clock.advance(SECOND);
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ decision: 'VAT_APPLICABLE' });
  const decided = eventsAbout(await readEvents(started.mock, started.api), orderUuid);
  expect(decided).toContainEqual(
    expect.objectContaining({
      type: 'compliance.decision_made',
      data: { orderUuid, decision: 'VAT_APPLICABLE' },
    }),
  );
});

test('what belongs to a state is called off when the state is left', async () => {
  await playScenario(started, {
    steps: [
      { on: 'getOrganization', inState: 'Started', reply: 'pass', moveTo: 'Waiting' },
      { on: 'getOrganization', inState: 'Waiting', reply: 'pass', moveTo: 'Left' },
    ],
    timeline: [{ at: 'PT1M', from: 'Waiting', moveTo: 'Late' }],
  });
  await me();
  await me();
  started.clock.advance(2 * MINUTE);
  await me();
  expect(await (await started.mock.scenarios()).show('played')).toMatchObject({ state: 'Left', happened: [] });
});

test('a circle without time has an end: a second passes before the timeline moves on from where it moved to', async () => {
  await playScenario(started, {
    timeline: [
      { at: 'PT0S', from: 'Started', moveTo: 'Away' },
      { at: 'PT0S', from: 'Away', moveTo: 'Started' },
    ],
  });
  expect(await started.mock.clock.advance({ by: 'PT2S' })).toMatchObject({ complete: true });
  const { happened } = await (await started.mock.scenarios()).show('played');
  expect(happened.map(({ at }) => at.slice(17, 19))).toEqual(['00', '01', '02']);
});

test('what cannot happen is noted, and the rest goes on', async () => {
  await playScenario(started, {
    timeline: [
      { at: 'PT1M', simulate: 'buyer_blocked', target: { buyerUuid: '00000000-0000-4000-8000-000000000000' } },
      { at: 'PT2M', moveTo: 'Over' },
    ],
  });
  started.clock.advance(3 * MINUTE);
  await me();
  const { happened, state } = await (await started.mock.scenarios()).show('played');
  expect(state).toBe('Over');
  expect(happened).toMatchObject([
    { entry: 1, failure: expect.stringContaining('no buyer') },
    { entry: 2, failure: null },
  ]);
});

test('the clock is stopped, or moved to an instant to come', async () => {
  await playScenario(started, { clock: '2026-11-21T09:00:00Z', steps: [{ on: 'getOrganization', delay: 'PT1S' }] });
  started.clock.advance(48 * HOUR);
  const { body } = succeed(await workflow.createBuyer());
  expect(body.createdAt).toBe('2026-11-21T09:00:00.000Z');
});

test('the clock never goes back', async () => {
  const scenarios = await started.mock.scenarios();
  await scenarios.add('scenario: past\nclock: 2020-01-01T00:00:00Z\nsteps:\n  - { on: getOrder, delay: PT1S }\n');
  await expect(scenarios.activate('past')).rejects.toThrow('never goes back');
  expect(await scenarios.show('past')).toMatchObject({ active: false });
});
