import { sampleBuyer } from '../../support/sample-order.ts';
import { afterAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { type NewSandbox, createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);

/** An empty sandbox, in which nothing is due but what the test causes. */
const begin = async (): Promise<NewSandbox & { readonly on: (path: string) => string }> => {
  const sandbox = await createSandbox(admin, { fixtures: false });
  return { ...sandbox, on: (path) => `${path}?sandbox=${sandbox.id}` };
};

const at = (instant: number): string => new Date(instant).toISOString();

/** A buyer whose VAT number is checked a little later on the clock of the sandbox. */
const createBuyer = async (sandbox: NewSandbox, vatNumber = 'DE100') =>
  started.api.post(`/partners/${String(sandbox.sellers[0])}/buyers`, sampleBuyer({ vatNumber }), {
    as: null,
    headers: { authorization: `Bearer ${await tokenOf(sandbox)}`, 'idempotency-key': vatNumber },
  });

test('a clock runs with the wall’s', async () => {
  const { on } = await begin();
  const now = started.clock.now();
  expect((await admin('GET', on('/clock'))).body).toEqual({ now: at(now), frozen: false, offset: 0 });
  started.clock.advance(1500);
  expect((await admin('GET', on('/clock'))).body).toEqual({ now: at(now + 1500), frozen: false, offset: 0 });
});

describe('advancing', () => {
  test('by a duration moves the clock, which runs on from there', async () => {
    const { on } = await begin();
    const now = started.clock.now();
    const { status, body } = await admin('POST', on('/clock/advance'), { body: { by: 'PT72H' } });
    const expected = { now: at(now + 3 * DAY), frozen: false, offset: 3 * DAY };
    expect([status, body]).toEqual([200, { ...expected, fired: [], complete: true }]);
    started.clock.advance(1000);
    expect((await admin('GET', on('/clock'))).body.now).toBe(at(now + 3 * DAY + 1000));
  });

  test('to an instant arrives there to the millisecond, in any time zone', async () => {
    const { on } = await begin();
    const body = { to: '2027-03-01T01:30:00.25+02:00' };
    expect((await admin('POST', on('/clock/advance'), { body })).body).toMatchObject({
      now: '2027-02-28T23:30:00.250Z',
      complete: true,
    });
  });

  test('lets happen what is due on the way, and says what it was', async () => {
    const sandbox = await begin();
    const now = started.clock.now();
    const buyer = (await createBuyer(sandbox)).body;
    const { body } = await admin('POST', sandbox.on('/clock/advance'), { body: { by: 'PT1M' } });
    expect(body.fired).toEqual([{ kind: 'vies-check', dueAt: expect.any(String), events: [] }]);
    const dueAt = Date.parse(body.fired[0].dueAt);
    expect(dueAt).toBeGreaterThan(now);
    expect(dueAt).toBeLessThan(now + 60_000);
    expect(buyer.uuid).toEqual(expect.any(String));
  });

  test('names the events that it caused, which are among those of the sandbox then', async () => {
    const sandbox = await begin();
    await createBuyer(sandbox, 'DE200');
    const { body } = await admin('POST', sandbox.on('/clock/advance'), { body: { by: 'PT1M' } });
    const fired = body.fired.flatMap(({ events }: { events: string[] }) => events);
    expect(fired).toContain('kyc.vies_check_failed');
    const { data } = (await admin('GET', sandbox.on('/events'))).body;
    expect(data.map(({ type }: { type: string }) => type).toReversed()).toEqual(fired);
  });

  test('twice at once adds up', async () => {
    const { on } = await begin();
    const now = started.clock.now();
    await Promise.all(Array.from({ length: 5 }, () => admin('POST', on('/clock/advance'), { body: { by: 'P1D' } })));
    expect((await admin('GET', on('/clock'))).body.now).toBe(at(now + 5 * DAY));
  });

  test('never goes back, and says where it stands', async () => {
    const { on } = await begin();
    succeed(await admin('POST', on('/clock/advance'), { body: { by: 'P1D' } }));
    const answer = await admin('POST', on('/clock/advance'), { body: { to: at(TEST_NOW) } });
    expectProblem(answer, started.mock, {
      status: 422,
      type: 'validation-error',
      instance: '/__admin/clock/advance',
      detail: /^to: the clock is at 2026-11-2\d.* and never goes back/,
    });
    expect(answer.body.errors).toEqual([
      { field: 'to', message: expect.stringContaining('never goes back'), rejectedValue: at(TEST_NOW) },
    ]);
  });

  test.each([
    [{}, '', 'by is required; or to is required'],
    [{ by: 'PT1H', to: '2027-01-01T00:00:00Z' }, '', 'exactly one'],
    [{ by: 'P1M' }, 'by', 'years or months'],

    [{ by: 'P99999D' }, 'by', 'ten years'],

    [{ to: '9999-01-01T00:00:00Z' }, 'to', 'ten years'],

    [{ to: '2030-12-31T23:59:60Z' }, 'to', 'leap'],

    [[], '', 'must be object'],
  ])('refuses %j', async (body, field, message) => {
    const { on } = await begin();
    const before = (await admin('GET', on('/clock'))).body;
    const answer = await admin('POST', on('/clock/advance'), { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual({
      field,
      message: expect.stringContaining(message),
      rejectedValue: expect.anything(),
    });
    expect((await admin('GET', on('/clock'))).body).toEqual(before);
  });

  test('goes no further than years of four digits allow, with all that is computed from it', async () => {
    const late = await startMock({ frozenAt: '9899-12-31T12:00:00Z' });
    try {
      const answer = await createAdminClient(late)('POST', '/clock/advance', { body: { by: 'PT12H' } });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'by', message: expect.stringContaining('year 9900') }] },
      });
    } finally {
      await late.stop();
    }
  });

  test('over years ends early when very much happens on the way, and goes on when asked again', async () => {
    // The fixtures have buyers whose numbers are checked again every day.
    const { id } = await createSandbox(admin);
    const to = '2028-09-01T00:00:00.000Z';
    const path = `/clock/advance?sandbox=${id}`;
    const first = (await admin('POST', path, { body: { to } })).body;
    expect(first.complete).toBe(false);
    expect(first.now < to).toBe(true);
    expect(first.fired.length).toBeGreaterThanOrEqual(10_000);
    expect(first.fired.length).toBeLessThan(20_000);
    let latest = first;
    for (let calls = 0; !latest.complete && calls < 10; calls++)
      latest = (await admin('POST', path, { body: { to } })).body;
    expect([latest.complete, latest.now]).toEqual([true, to]);
  });

  test('others are served meanwhile', async () => {
    const { id } = await createSandbox(admin);
    const isOver = { yet: false };
    const long = admin('POST', `/clock/advance?sandbox=${id}`, { body: { by: 'P300D' } }).then((answer) => {
      isOver.yet = true;
      return answer;
    });
    let served = 0;
    while (!isOver.yet) {
      expect((await started.api.get(`${started.mock.url}/__admin/health`, { as: null })).status).toBe(200);
      served += 1;
    }
    expect((await long).body.complete).toBe(true);
    expect(served).toBeGreaterThan(5);
  });
});

describe('freezing', () => {
  test('stops the clock; moving it on leaves it frozen; resuming lets it go on from there', async () => {
    const { on } = await begin();
    const now = started.clock.now();
    expect((await admin('POST', on('/clock/freeze'))).body).toMatchObject({ now: at(now), frozen: true, fired: [] });
    started.clock.advance(HOUR);
    expect((await admin('GET', on('/clock'))).body).toEqual({ now: at(now), frozen: true, offset: -HOUR });
    const moved = (await admin('POST', on('/clock/advance'), { body: { by: 'P2D' } })).body;
    expect(moved).toMatchObject({ now: at(now + 2 * DAY), frozen: true });
    expect((await admin('POST', on('/clock/resume'))).body).toMatchObject({ now: at(now + 2 * DAY), frozen: false });
    started.clock.advance(HOUR);
    expect((await admin('GET', on('/clock'))).body.now).toBe(at(now + 2 * DAY + HOUR));
  });

  test('at an instant to come lets happen what is due until there', async () => {
    const sandbox = await begin();
    await createBuyer(sandbox);
    const then = '2026-12-24T18:00:00.000Z';
    const { body } = await admin('POST', sandbox.on('/clock/freeze'), { body: { at: then } });
    expect(body).toMatchObject({ now: then, frozen: true, complete: true });
    expect(body.fired.map(({ kind }: { kind: string }) => kind)).toEqual(['vies-check']);
  });

  test('a frozen clock is no reason to miss what is due when it is moved', async () => {
    const sandbox = await begin();
    succeed(await admin('POST', sandbox.on('/clock/freeze')));
    await createBuyer(sandbox);
    started.clock.advance(DAY);
    expect((await admin('POST', sandbox.on('/clock/advance'), { body: { by: 'PT0S' } })).body.fired).toEqual([]);
    expect((await admin('POST', sandbox.on('/clock/advance'), { body: { by: 'PT1M' } })).body.fired).toHaveLength(1);
  });

  test.each([
    ['2026-01-01T00:00:00Z', 'never goes back'],
    ['9999-01-01T00:00:00Z', 'ten years'],
  ])('at %s is refused, and changes nothing', async (instant, message) => {
    const { on } = await begin();
    const answer = await admin('POST', on('/clock/freeze'), { body: { at: instant } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      { field: 'at', message: expect.stringContaining(message), rejectedValue: instant },
    ]);
    expect((await admin('GET', on('/clock'))).body.frozen).toBe(false);
  });

  test.each(['freeze', 'resume'])('to %s twice is to do it once', async (verb) => {
    const { on } = await begin();
    const first = (await admin('POST', on(`/clock/${verb}`))).body;
    expect((await admin('POST', on(`/clock/${verb}`))).body).toEqual(first);
  });
});

describe('mock.clock', () => {
  test('moves the clock of the first organization, or of the sandbox that is named', async () => {
    const { mock } = started;
    const { id } = await begin();
    const now = (await mock.clock.now()).getTime();
    await mock.clock.freeze();
    expect(await mock.clock.advance({ by: 'P1D' })).toMatchObject({ now: at(now + DAY), frozen: true, complete: true });
    expect((await mock.clock.now('demo')).getTime()).toBe(now + DAY);
    expect((await mock.clock.now(id)).getTime()).toBe(started.clock.now());
    expect(await mock.clock.resume()).toMatchObject({ frozen: false });
    expect(await mock.clock.freeze('2027-01-01T00:00:00Z', id)).toMatchObject({ now: '2027-01-01T00:00:00.000Z' });
    expect((await admin('GET', '/clock')).body.now).toBe(at(now + DAY));
    await mock.reset();
  });

  test('says why something cannot be', async () => {
    const { mock } = started;
    await expect(mock.clock.advance({ to: '2020-01-01T00:00:00Z' })).rejects.toThrow('never goes back');
    await expect(mock.clock.advance({ by: 'P1Y' })).rejects.toThrow('years or months');
    await expect(mock.clock.freeze('soon')).rejects.toThrow('"soon"');
    await expect(mock.clock.now('nowhere')).rejects.toThrow('no sandbox "nowhere"');
  });
});
