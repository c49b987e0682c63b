import { afterAll, describe, expect, test } from '@jest/globals';
import type { components } from '../../../src/index.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow } from '../../support/workflow.ts';

type Schemas = components['schemas'];

const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const BUYERS = `/partners/${SELLER}/buyers`;
const as = 'api-client-enterprise';
const SECOND = 1000;
const MINUTE = 60_000;

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as, seller: SELLER });

/** The buyer with a number: each test has its own. */
const createBuyer = async (vatNumber: string): Promise<string> =>
  ((await workflow.createBuyer({ vatNumber })).body as Schemas['Buyer']).uuid;
const request = (buyer: string): Promise<ApiAnswer> => api.post(`${BUYERS}/${buyer}/vies-checks`, undefined, { as });
const read = async (answer: ApiAnswer): Promise<Schemas['ViesCheck']> =>
  (await api.get(answer.headers['location']!, { as })).body as Schemas['ViesCheck'];
const isoNow = (): string => new Date(clock.now()).toISOString();

/** A check of a number, some time after it was requested. */
const checkOf = async (vatNumber: string, milliseconds: number): Promise<Schemas['ViesCheck']> => {
  const check = await request(await createBuyer(vatNumber));
  clock.advance(milliseconds);
  return read(check);
};

test('a check is accepted at once, PENDING, and answered two seconds later', async () => {
  const buyer = await createBuyer('DE136695976');
  const requestedAt = isoNow();
  const accepted = await request(buyer);
  const pending = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    buyerUuid: buyer,
    vatNumber: 'DE136695976',
    result: 'PENDING',
    requestedAt,
    checkedAt: null,
  };
  expect({ status: accepted.status, body: accepted.body }).toEqual({ status: 202, body: pending });
  expect(accepted.headers['location']).toBe(`${mock.baseUrl}${BUYERS}/${buyer}/vies-checks/${accepted.body.id}`);
  clock.advance(2 * SECOND - 1);
  expect(await read(accepted)).toEqual(accepted.body);
  clock.advance(1);
  expect(await read(accepted)).toEqual({ ...accepted.body, result: 'VALID', checkedAt: isoNow() });
});

describe('what VIES answers', () => {
  test.each([
    ['AT100', 'VALID'],
    ['BE200', 'INVALID'],
    ['PL8567346216', 'INVALID'],
  ])('%s is %s', async (vatNumber, result) => {
    const check = await checkOf(vatNumber, 2 * SECOND);
    expect(check).toMatchObject({ result, checkedAt: isoNow() });
    if (result === 'INVALID') expect(check.reason).toMatch(/\w+ .*\.$/);
    else expect(check).not.toHaveProperty('reason');
  });

  test.each(['DE300', 'FR301', 'HR302', 'HU500', 'IE501', 'IT600', 'LT601'])(
    '%s: unreachable or busy, PENDING for 30 seconds, then UNKNOWN, and asked again every five minutes',
    async (vatNumber) => {
      const check = await request(await createBuyer(vatNumber));
      clock.advance(30 * SECOND - 1);
      expect(await read(check)).toEqual(check.body);
      clock.advance(1);
      const unknown = await read(check);
      expect(unknown).toEqual({
        ...check.body,
        result: 'UNKNOWN',
        checkedAt: isoNow(),
        reason: expect.stringMatching(/^[A-Z_]+: /),
      });
      clock.advance(5 * MINUTE - 1);
      expect(await read(check)).toEqual(unknown);
      clock.advance(1);
      expect(await read(check)).toEqual({ ...unknown, checkedAt: isoNow() });
    },
  );

  test('a VIES that comes back answers the check that waited for it', async () => {
    const buyer = await createBuyer('LV300100');
    clock.advance(30 * SECOND);
    const order: string = (await workflow.createOrder(buyer)).body.uuid;
    expect((await workflow.compliance(order)).body.viesResult).toBe('UNKNOWN');
    clock.advance(5 * MINUTE);
    const { viesResult, blockers } = (await workflow.compliance(order)).body;
    expect(viesResult).toBe('VALID');
    expect(JSON.stringify(blockers)).not.toContain('VIES');
  });

  test('whichever check is answered first, those that waited have their answer too', async () => {
    const buyer = await createBuyer('LU300300100');
    const waiting = await request(buyer);
    clock.advance(30 * SECOND);
    expect(await read(waiting)).toMatchObject({
      result: 'UNKNOWN',
      reason: expect.stringContaining('SERVICE_UNAVAILABLE'),
    });
    const answered = await request(buyer);
    clock.advance(2 * SECOND);
    const valid = { result: 'VALID', checkedAt: isoNow() };
    expect(await read(answered)).toEqual({ ...answered.body, ...valid });
    expect(await read(waiting)).toEqual({ ...waiting.body, ...valid });
    clock.advance(5 * MINUTE);
    expect(await read(waiting)).toEqual({ ...waiting.body, ...valid });
  });
});

describe('what it means for an order', () => {
  const compliance = async (order: string) => {
    const { viesResult, status, blockers } = (await workflow.compliance(order)).body;
    return { viesResult, status, codes: blockers.map(({ code }: { code: string }) => code) };
  };

  test('a buyer is checked on creation, by itself, and its orders hear of it', async () => {
    const buyer = await createBuyer('MT100');
    const order = (await workflow.createOrder(buyer)).body.uuid;
    expect(await compliance(order)).toMatchObject({
      viesResult: 'PENDING',
      codes: expect.arrayContaining(['VIES_PENDING']),
    });
    clock.advance(2 * SECOND);
    expect((await compliance(order)).viesResult).toBe('VALID');
    expect((await compliance(order)).codes).not.toContain('VIES_PENDING');
  });
});

test('a check belongs to its buyer', async () => {
  const [first, second] = [await createBuyer('RO100'), await createBuyer('SI100')];
  const { id } = (await request(first)).body;
  const path = `${BUYERS}/${second}/vies-checks/${id}`;
  expectProblem(await api.get(path, { as }), mock, {
    status: 404,
    type: 'not-found',
    instance: `/v1${path}`,
    detail: id,
  });
  expect((await api.get(`${BUYERS}/${first}/vies-checks/${String(id).toUpperCase()}`, { as })).status).toBe(200);
  expect((await api.get(`${BUYERS}/${first}/vies-checks/${first}`, { as })).status).toBe(404);
});
