import { afterAll, expect, test } from '@jest/globals';
import { readYamlHere } from '../../../src/edges/files/located-file.ts';
import type { Snapshot } from '../../../src/generated/control-schemas.ts';
import { type ScenarioReport, createMock } from '../../../src/index.ts';
import { createApiClient } from '../../support/api-client.ts';
import { openMock } from '../../support/stores/on-named-store.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import { createDirectorClient, shownBy } from './director.ts';

const OWN = `storyboard: own
title: My own
clock: 2026-11-30T08:30:00Z
chapters:
  - title: One
    steps:
      - title: Who we are
        sentence: One call says who we are.
        look: traffic
        actions: [{ call: getOrganization }]
  - title: Two
    steps:
      - title: An hour
        sentence: An hour passes.
        actions: [{ control: advanceClock, body: { by: PT1H } }]
        proof: [{ title: It is half past nine, control: getClock, body: { /now: '2026-11-30T09:30:00.000Z' } }]
      - title: Noon
        sentence: This is not true.
        actions: [{ call: getOrganization }]
        proof:
          - { title: It is noon, control: getClock, body: { /now: '2026-11-30T12:00:00.000Z' } }
          - { title: It answers, answer: 1, status: 200 }
`;

const clock = createTestClock();
const mock = await openMock({ clock, seed: '42', delays: 'skip' });
const director = createDirectorClient(mock);

afterAll(() => mock.close());

test('what is sent is played at once, also as JSON, and goes on by its name as long as it is played', async () => {
  expect(await director.play(OWN)).toMatchObject({ storyboard: 'own', title: 'My own', steps: 3, played: 0 });
  expect((await director.next()).current?.title).toBe('Who we are');
  expect(await director.start('own')).toMatchObject({ title: 'My own', played: 0 });
  expect((await director.list()).map(({ name }) => name)).not.toContain('own');
  const json = (await readYamlHere(OWN, 'own')).value as object;
  expect((await director.call('PUT', '/show', { ...json, title: 'Mine' })).body.show.title).toBe('Mine');
  expect(await director.start('vies-says-no')).toMatchObject({ storyboard: 'vies-says-no' });
  const gone = await director.call('PUT', '/show', { storyboard: 'own' });
  expect([gone.status, gone.body.detail]).toEqual([404, expect.stringContaining('Unknown storyboard "own"')]);
  const near = await director.call('GET', '/show?storyboard=ordr-to-export-file');
  expect([near.status, near.body.detail]).toEqual([404, expect.stringContaining('order-to-export-file')]);
});

test('a bad one is refused with line and column, and ends nothing', async () => {
  await director.play(OWN);
  const { status, body } = await director.call('PUT', '/show', OWN.replace('getOrganization', 'getOrganisation'));
  expect([status, body.errors]).toEqual([
    422,
    [{ field: '10:27', message: expect.stringContaining('did you mean "getOrganization"'), rejectedValue: null }],
  ]);
  expect((await director.read()).storyboard).toBe('own');
});

test('a proof that fails stops the show, and says what was expected and what was', async () => {
  expect((await director.play(OWN)).status).toBe('ready');
  const first = await director.next();
  expect([first.status, first.current?.title, first.next?.title]).toEqual(['ready', 'Who we are', 'An hour']);
  const failed = await director.jump(2, 2);
  expect([failed.status, failed.failure]).toEqual([
    'failed',
    'It is noon: expected body /now equals "2026-11-30T12:00:00.000Z", but was "2026-11-30T09:30:00.000Z".',
  ]);
  expect(failed.current?.proof.map(({ holds }) => holds)).toEqual([false, null]);
  // To go there again is to play the step again.
  const again = await director.jump(2, 2);
  expect(shownBy(again)).toBe(shownBy(failed));
  expect(again.current).not.toEqual(failed.current);
  expect((await director.call('POST', '/show/next')).status).toBe(409);
  expect((await director.back()).status).toBe('ready');
  expect((await director.jump(1, 1)).played).toBe(1);
  expect((await director.call('PUT', '/show', { storyboard: 'own', chapter: 3 })).body.detail).toContain(
    'has no chapter 3: it has 2',
  );
  expect((await director.call('PUT', '/show', { storyboard: 'own', chapter: 2, step: 9 })).status).toBe(409);
});

test('calls of a step that was taken back are in no journal, finding, coverage, file or verdict of a scenario', async () => {
  await director.play(`storyboard: twice
title: Twice
clock: 2026-11-30T08:30:00Z
chapters:
  - title: One
    steps:
      - title: The scenario
        sentence: A scenario expects two calls.
        actions: [{ control: activateScenario, params: { name: asks } }]
      - { title: Who, sentence: Who we are., actions: [{ call: getOrganization }] }
      - title: Colour
        sentence: The same, and a parameter that does not exist.
        actions: [{ call: findOrders, params: { colour: red }, offContract: true }, { call: getOrganization }]
        proof: [{ title: It is found, control: showFindings, body: { /data/0/count: 1 } }]
`);
  // The start has reset the sandbox, with its scenarios.
  const scenario = {
    scenario: 'asks',
    steps: [{ on: 'getOrder', reply: 'pass' }],
    expect: [{ request: 'getOrganization', times: 2 }],
  };
  expect((await director.call('POST', '/scenarios', scenario)).status).toBe(201);
  const verdict = async (): Promise<unknown[]> => {
    const { body } = await director.call('GET', '/scenarios/asks/verdict');
    const { verdict: told, complete, expectations } = body as ScenarioReport;
    return [told, complete, expectations[0]?.count, expectations[0]?.requests.length];
  };
  const read = async (): Promise<unknown[]> => {
    const calls = (await director.call('GET', '/requests')).body.data as { operationId: string }[];
    const findings = (await director.call('GET', '/findings')).body.data as { rule: string; count: number }[];
    const { exchanges } = (await director.call('GET', '/coverage')).body as { exchanges: number };
    const capsule = (await director.call('GET', '/capsule')).body as { calls: { kind: string }[] };
    return [
      calls.map(({ operationId }) => operationId),
      findings.map(({ rule, count }) => `${rule} ${String(count)}`),
      exchanges,
      capsule.calls.filter(({ kind }) => kind === 'request').length,
      await verdict(),
    ];
  };
  await director.next();
  expect(await verdict()).toEqual(['open', true, 0, 0]);
  await director.next();
  const before = await read();
  expect(before).toEqual([['getOrganization'], [], 1, 1, ['open', true, 1, 1]]);
  for (let round = 0; round < 2; round++) {
    expect((await director.next()).failure).toBeNull();
    const operations = ['getOrganization', 'findOrders', 'getOrganization'];
    expect(await read()).toEqual([operations, ['unknown-query-parameter 1'], 3, 3, ['met', true, 2, 2]]);
    await director.back();
    expect(await read()).toEqual(before);
    // What is recorded does not begin with the sandbox any more.
    const { replay } = (await director.call('GET', '/capsule')).body as { replay: object };
    expect(replay).toMatchObject({ reason: expect.stringContaining('began with a state from elsewhere') });
  }
  // Not asked in between: the next call counts even if nobody has read the report.
  await director.jump(1, 1);
  await director.jump(1, 3);
  expect(await verdict()).toEqual(['met', true, 2, 2]);
});

test('a storyboard begins as the persona that it names, the same each time', async () => {
  const TRADE = `storyboard: trade
title: Trade
clock: 2026-11-30T08:30:00Z
persona: marketplace
chapters:
  - title: One
    steps:
      - title: Who
        sentence: Who we are.
        actions: [{ call: getOrganization }]
        proof:
          - { title: It is the clock of the storyboard, control: getClock, body: { /now: '2026-11-30T08:30:00.000Z' } }
          - { title: The seller is its own, answer: 1, body: { /authorizedPartners/0: '{{seller.uuid}}' } }
      - title: An hour
        sentence: An hour passes.
        actions: [{ control: advanceClock, body: { by: PT1H } }, { call: findOrders }]
`;
  const activeNow = async () =>
    ((await director.call('GET', '/state/snapshots')).body.data as readonly Snapshot[]).find(
      ({ persona }) => persona?.isActive,
    )?.name;
  const shown: string[] = [];
  for (let round = 0; round < 2; round++) {
    await director.play(TRADE);
    expect(await activeNow()).toBe('marketplace');
    for (let step = 0; step < 2; step++) {
      const show = await director.next();
      expect(show.failure).toBeNull();
      shown.push(shownBy(show));
    }
    await director.back();
    expect(shownBy(await director.next())).toBe(shown.at(-1));
  }
  expect(shown.slice(2)).toEqual(shown.slice(0, 2));
  await director.start('vies-says-no');
  expect(await activeNow()).toBeUndefined();
});

test('a reset ends the show, and nothing is played without one', async () => {
  await director.play(OWN);
  await director.call('POST', '/reset');
  expect(await director.read()).toBeNull();
  expect((await director.call('POST', '/show/next')).status).toBe(409);
  await director.play(OWN);
  expect((await director.call('DELETE', '/show')).status).toBe(204);
  expect(await director.read()).toBeNull();
});

test('a storyboard is started at a step of it', async () => {
  await director.call('DELETE', '/show');
  const wish = { storyboard: 'vies-says-no', chapter: 1, step: 2 };
  const { status, body } = await director.call('PUT', '/show', wish);
  expect([status, body.show.played, body.show.current.step]).toEqual([200, 2, 2]);
  expect((await director.call('PUT', '/show', { storyboard: 'vies-says-no', step: 1 })).status).toBe(422);
  expect((await director.call('PUT', '/show', { storyboard: 'vies-says-no', stp: 1 })).status).toBe(422);
  // Without a place, it begins anew.
  expect((await director.start('vies-says-no')).played).toBe(0);
});

const recorded = async (): Promise<string> => {
  const { status, body } = await director.call('GET', '/capsule?format=storyboard');
  expect(status).toBe(200);
  return body as string;
};

test('what was just done is recorded, and can be played', async () => {
  await director.call('POST', '/reset');
  const api = createApiClient(mock, clock);
  const workflow = createWorkflow(api, clock);
  const { orderUuid } = await workflow.begin();
  succeed(await workflow.submitInvoice(orderUuid));
  succeed(await workflow.upload(orderUuid, 'INVOICE'));
  clock.advance(3_600_000);
  expect((await workflow.confirmPickup(orderUuid)).status).toBe(409);
  await director.call('POST', '/scenarios/lost-answer/activate');
  await director.call('POST', '/simulators/vies_check_failed/run', {
    buyerUuid: succeed(await workflow.order(orderUuid)).body.buyerId as string,
  });

  const text = await recorded();
  expect(text).toContain('{{saved.');
  expect(text).toContain('by: PT1H');
  expect(text).toContain('title: Activate scenario');
  for (const round of [1, 2]) {
    expect((await director.play(text)).steps).toBe(8);
    const last = await director.jump(1, 8);
    expect([round, last.failure, last.status]).toEqual([round, null, 'finished']);
    expect(shownBy(last)).toContain('vies_check_failed');
  }
  await director.call('POST', '/reset');
  expect((await director.call('GET', '/capsule?format=storyboard')).status).toBe(409);
});

test('what is too large for one storyboard is left out, and said', async () => {
  await director.call('POST', '/reset');
  // The journal keeps only the beginning of such a body, a recording all of it.
  await director.call('POST', '/capsule/start');
  const flow = createWorkflow(createApiClient(mock, clock), clock);
  const { uuid } = succeed(await flow.createBuyer()).body;
  const vins = Array.from({ length: 300 }, (_, index) => vehicle(`WVWZZZ1KZ6W${String(400_000 + index)}`));
  for (let number = 0; number < 3; number++) {
    const totalAmount = { value: 1_250_000 * vins.length, currency: 'EUR' };
    succeed(await flow.createOrder(uuid, { externalOrderId: `LARGE-${String(number)}`, vins, totalAmount }));
  }
  const text = await recorded();
  expect(text).toMatch(/^# Left out: \d calls with large bodies, .* a storyboard may have 131072 bytes\.\n/);
  await director.call('POST', '/capsule/end');
  expect(text).toContain('LARGE-2');
  expect(text).not.toContain('LARGE-0');
  expect((await director.play(text)).storyboard).toBe('recorded');
});

test('storyboards of a folder are loaded, and a bad one stops the start', async () => {
  const bad = await createTempFolder({ 'bad/broken.yaml': 'storyboard: broken\n' });
  await expect(createMock({ storyboards: bad.path })).rejects.toThrow(/broken\.yaml:1:1: the file is missing "title"/);
  await bad.remove();
  const folder = await createTempFolder({ 'demos/own.yaml': OWN });
  const other = await createMock({ storyboards: folder.path });
  expect(await createDirectorClient(other).textOf('own')).toBe(OWN);
  await other.close();
  await folder.remove();
});
