import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Snapshot } from '../../../src/generated/control-schemas.ts';
import { type Mock, createMock } from '../../../src/index.ts';
import { createApiClient } from '../../support/api-client.ts';
import { openMock } from '../../support/stores/on-named-store.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { type TestClock, createTestClock } from '../../support/test-clock.ts';
import { createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import { type DirectorClient, createDirectorClient, shownBy } from './director.ts';

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

let clock: TestClock;
let mock: Mock;
let director: DirectorClient;

beforeAll(async () => {
  clock = createTestClock();
  mock = await openMock({ clock, seed: '42', delays: 'skip' });
  director = createDirectorClient(mock);
});

afterAll(() => mock.close());

test('an upload is listed, shown, replaced and deleted; a file is not', async () => {
  const { status, body } = await director.upload(OWN);
  expect([status, body.name, body.origin, body.steps, body.chapters]).toEqual([
    201,
    'own',
    'uploaded',
    3,
    ['One', 'Two'],
  ]);
  expect((await director.upload(OWN.replace('My own', 'Mine'))).body.title).toBe('Mine');
  expect((await director.list()).filter(({ origin }) => origin === 'uploaded')).toHaveLength(1);
  expect((await director.call('GET', '/storyboards/own')).body.text).toContain('title: Mine');
  // A reset, which a show begins with, keeps it.
  await director.call('POST', '/reset');
  expect((await director.call('DELETE', '/storyboards/own')).status).toBe(204);
  const gone = await director.call('GET', '/storyboards/ordr-to-export-file');
  expect([gone.status, gone.body.detail]).toEqual([404, expect.stringContaining('order-to-export-file')]);
  expect((await director.upload(OWN.replace('storyboard: own', 'storyboard: vies-says-no'))).status).toBe(409);
  expect((await director.call('DELETE', '/storyboards/vies-says-no')).status).toBe(409);
});

test('a bad upload is refused with line and column', async () => {
  const { status, body } = await director.upload(OWN.replace('call: getOrganization', 'call: getOrganisation'));
  expect([status, body.errors]).toEqual([
    422,
    [{ field: '10:27', message: expect.stringContaining('did you mean "getOrganization"'), rejectedValue: null }],
  ]);
});

test('a proof that fails stops the show, and says what was expected and what was', async () => {
  await director.upload(OWN);
  expect((await director.start('own')).status).toBe('ready');
  const first = await director.next();
  expect([first.status, first.current?.title, first.next?.title]).toEqual(['ready', 'Who we are', 'An hour']);
  const failed = await director.jump(2, 2);
  expect([failed.status, failed.failure]).toEqual([
    'failed',
    'It is noon: expected body /now equals "2026-11-30T12:00:00.000Z", but was "2026-11-30T09:30:00.000Z".',
  ]);
  expect(failed.current?.proof.map(({ holds }) => holds)).toEqual([false, null]);
  expect((await director.call('POST', '/show/next')).status).toBe(409);
  expect((await director.back()).status).toBe('ready');
  expect((await director.jump(1, 1)).played).toBe(1);
  expect((await director.call('PUT', '/show', { storyboard: 'own', chapter: 3 })).body.detail).toContain(
    'has no chapter 3: it has 2',
  );
  expect((await director.call('PUT', '/show', { storyboard: 'own', chapter: 2, step: 9 })).status).toBe(409);
});

test('calls of a step that was taken back are in no journal, finding, coverage or file', async () => {
  const uploaded = await director.upload(`storyboard: twice
title: Twice
clock: 2026-11-30T08:30:00Z
chapters:
  - title: One
    steps:
      - { title: Who, sentence: Who we are., actions: [{ call: getOrganization }] }
      - title: Colour
        sentence: A parameter that does not exist.
        actions: [{ call: findOrders, params: { colour: red }, offContract: true }]
        proof: [{ title: It is found, control: showFindings, body: { /data/0/count: 1 } }]
`);
  expect(uploaded.status).toBe(201);
  const read = async (): Promise<unknown[]> => {
    const calls = (await director.call('GET', '/requests')).body.data as { operationId: string }[];
    const findings = (await director.call('GET', '/findings')).body.data as { rule: string; count: number }[];
    const { exchanges } = (await director.call('GET', '/coverage')).body as { exchanges: number };
    const har = (await director.call('GET', '/leave-behind?format=har')).body as { log: { entries: unknown[] } };
    return [
      calls.map(({ operationId }) => operationId),
      findings.map(({ rule, count }) => `${rule} ${String(count)}`),
      exchanges,
      har.log.entries.length,
    ];
  };
  await director.start('twice');
  await director.next();
  const before = await read();
  expect(before).toEqual([['getOrganization'], [], 1, 1]);
  for (let round = 0; round < 2; round++) {
    expect((await director.next()).failure).toBeNull();
    expect(await read()).toEqual([['findOrders', 'getOrganization'], ['unknown-query-parameter 1'], 2, 2]);
    await director.back();
    expect(await read()).toEqual(before);
  }
});

test('a storyboard begins as the persona that it names, the same each time', async () => {
  const uploaded = await director.upload(`storyboard: trade
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
`);
  expect(uploaded.status).toBe(201);
  const activeNow = async () =>
    ((await director.call('GET', '/state/snapshots')).body.data as readonly Snapshot[]).find(
      ({ persona }) => persona?.isActive,
    )?.name;
  const shown: string[] = [];
  for (let round = 0; round < 2; round++) {
    await director.start('trade');
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
  await director.upload(OWN);
  await director.start('own');
  await director.call('POST', '/reset');
  expect(await director.read()).toBeNull();
  expect((await director.call('POST', '/show/next')).status).toBe(409);
  await director.start('own');
  expect((await director.call('DELETE', '/show')).status).toBe(204);
  expect(await director.read()).toBeNull();
});

test('a storyboard is started at a step of it', async () => {
  await director.upload(OWN);
  await director.call('DELETE', '/show');
  const { status, body } = await director.call('PUT', '/show', { storyboard: 'own', chapter: 2, step: 1 });
  expect([status, body.show.played, body.show.current.title]).toEqual([200, 2, 'An hour']);
  expect((await director.call('PUT', '/show', { storyboard: 'own', step: 1 })).status).toBe(422);
  // Without a place, it begins anew.
  expect((await director.start('own')).played).toBe(0);
});

test('what was just done is recorded, and can be played', async () => {
  await director.call('POST', '/reset');
  const api = createApiClient(mock, clock);
  const workflow = createWorkflow(api, clock);
  const { orderUuid } = await workflow.begin();
  succeed(await workflow.submitInvoice(orderUuid));
  succeed(await workflow.upload(orderUuid, 'INVOICE'));
  clock.advance(3_600_000);
  expect((await workflow.confirmPickup(orderUuid)).status).toBe(409);
  await director.call('POST', '/simulators/vies_check_failed/run', {
    buyerUuid: succeed(await workflow.order(orderUuid)).body.buyerId as string,
  });

  const { status, body } = await director.call('POST', '/storyboards/record', {
    name: 'mine',
    title: 'Mine',
    upload: true,
  });
  expect([status, body.steps]).toEqual([200, 7]);
  expect(body.text).toContain('{{saved.');
  expect(body.text).toContain('by: PT1H');
  expect((await director.validate(body.text as string)).body).toEqual({ valid: true, name: 'mine', diagnostics: [] });
  for (const round of [1, 2]) {
    await director.start('mine');
    const last = await director.jump(1, 7);
    expect([round, last.failure, last.status]).toEqual([round, null, 'finished']);
    expect(shownBy(last)).toContain('vies_check_failed');
  }
  await director.call('POST', '/reset');
  expect((await director.call('POST', '/storyboards/record', { name: 'none', title: 'None' })).status).toBe(409);
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
  const { status, body } = await director.call('POST', '/storyboards/record', { name: 'large', title: 'Large' });
  expect([status, body.remarks]).toEqual([
    200,
    [expect.stringMatching(/^\d calls with large bodies, .* a storyboard may have 131072 bytes\.$/)],
  ]);
  await director.call('DELETE', '/capsule');
  const text = body.text as string;
  expect(text).toContain('LARGE-2');
  expect(text).not.toContain('LARGE-0');
  expect((await director.validate(text)).body).toEqual({ valid: true, name: 'large', diagnostics: [] });
});

test('storyboards of a folder are loaded, and a bad one stops the start', async () => {
  const bad = await createTempFolder({ 'bad/broken.yaml': 'storyboard: broken\n' });
  await expect(createMock({ storyboards: bad.path })).rejects.toThrow(/broken\.yaml:1:1: the file is missing "title"/);
  await bad.remove();
  const folder = await createTempFolder({ 'demos/own.yaml': OWN });
  const other = await createMock({ storyboards: folder.path });
  const found = await createDirectorClient(other).call('GET', '/storyboards/own');
  expect([found.status, found.body.origin]).toEqual([200, 'file']);
  await other.close();
  await folder.remove();
});
