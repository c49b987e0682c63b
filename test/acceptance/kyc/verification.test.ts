import { afterAll, describe, expect, test } from '@jest/globals';
import type { components } from '../../../src/index.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';

type Schemas = components['schemas'];

const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const BUYERS = `/partners/${SELLER}/buyers`;
const as = 'api-client-enterprise';
const MINUTE = 60_000;

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as, seller: SELLER });

/** Letters of countries, so that every test has a buyer of its own. */
const COUNTRIES = ['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'EL', 'ES', 'FI', 'FR', 'HR'];

const createBuyer = async (change: object = {}): Promise<string> => {
  const vatNumber = `${COUNTRIES.pop() ?? ''}100`;
  const { body } = succeed(await workflow.createBuyer({ vatNumber, kycMode: 'SERVICE_LED', ...change }));
  clock.advance(10_000);
  return (body as Schemas['Buyer']).uuid;
};
const start = (buyer: string): Promise<ApiAnswer> =>
  api.post(`${BUYERS}/${buyer}/kyc/verifications`, undefined, { as });
const read = async (answer: ApiAnswer): Promise<Schemas['KycVerification']> =>
  (await api.get(answer.headers['location']!, { as })).body as Schemas['KycVerification'];
const isoNow = (): string => new Date(clock.now()).toISOString();

const compliance = async (order: string): Promise<Pick<Schemas['ComplianceRollup'], 'status' | 'blockers'>> => {
  const { status, blockers } = (await workflow.compliance(order)).body as Schemas['ComplianceRollup'];
  return { status, blockers };
};

test('verified one minute after the start; the order on the road becomes valid', async () => {
  const buyer = await createBuyer();
  const order = (await workflow.createOrder(buyer)).body.uuid;
  await workflow.takeToTheRoad(order);
  expect(await compliance(order)).toMatchObject({
    status: 'INCOMPLETE',
    blockers: [{ code: 'KYC_PENDING', message: expect.stringContaining('has not been started') }],
  });
  const before = (await api.get(`${BUYERS}/${buyer}`, { as })).text;

  const started = await start(buyer);
  expect({ status: started.status, body: started.body }).toEqual({
    status: 202,
    body: {
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      buyerUuid: buyer,
      status: 'PENDING',
      startedAt: isoNow(),
      completedAt: null,
    },
  });
  const { sessionId } = started.body;
  expect(started.headers['location']).toBe(`${mock.baseUrl}${BUYERS}/${buyer}/kyc/verifications/${sessionId}`);
  expect((await compliance(order)).blockers).toMatchObject([
    { code: 'KYC_PENDING', message: expect.stringContaining('in progress') },
  ]);

  clock.advance(MINUTE - 1);
  expect(await read(started)).toEqual(started.body);
  clock.advance(1);
  const verified = await read(started);
  expect(verified).toEqual({ ...started.body, status: 'VERIFIED', completedAt: isoNow(), profile: expect.any(Object) });
  // "Produces a profile", which stays as it was verified.
  expect(verified.profile).toMatchObject({ viesResult: 'VALID', amlResult: 'CLEAR', riskLevel: 'LOW' });
  expect(Object.keys(verified.profile as object)).toEqual(
    expect.arrayContaining(['companyName', 'vatNumber', 'address']),
  );
  expect(await compliance(order)).toEqual({ status: 'VALID', blockers: [] });
  // Nothing of it is visible in the buyer.
  expect((await api.get(`${BUYERS}/${buyer}`, { as })).text).toBe(before);
});

describe('a company called Reject', () => {
  test('is rejected with a reason, its order INVALID; under another name it is verified', async () => {
    const buyer = await createBuyer({ companyName: 'Reject Motors GmbH' });
    const order = (await workflow.createOrder(buyer)).body.uuid;
    const started = await start(buyer);
    clock.advance(MINUTE);
    expect(await read(started)).toEqual({
      ...started.body,
      status: 'REJECTED',
      completedAt: isoNow(),
      reason: expect.stringContaining('Reject Motors GmbH'),
    });
    expect((await compliance(order)).status).toBe('INVALID');
    expect((await compliance(order)).blockers).toContainEqual(
      expect.objectContaining({ code: 'KYC_REJECTED', message: expect.stringContaining('Reject Motors GmbH') }),
    );

    succeed(await api.patch(`${BUYERS}/${buyer}`, { companyName: 'Honest Motors GmbH' }, { as }));
    const again = await start(buyer);
    expect(again.status).toBe(202);
    expect(again.body.sessionId).not.toBe(started.body.sessionId);
    expect(JSON.stringify(await compliance(order))).toContain('KYC_PENDING');
    clock.advance(MINUTE);
    expect((await read(again)).status).toBe('VERIFIED');
    expect(JSON.stringify(await compliance(order))).not.toContain('KYC');
    expect((await read(started)).status).toBe('REJECTED');
  });

  test('only as a word: rejection is not hidden in other names', async () => {
    const buyer = await createBuyer({ companyName: 'Unrejectable Cars' });
    const started = await start(buyer);
    clock.advance(MINUTE);
    expect((await read(started)).status).toBe('VERIFIED');
  });
});

describe('when no verification can start', () => {
  const refuse = async (buyer: string, type: string, detail: RegExp): Promise<void> => {
    const instance = `/v1${BUYERS}/${buyer}/kyc/verifications`;
    expectProblem(await start(buyer), mock, { status: 409, type, instance, detail });
  };

  test('Mode A: not before the upgrade', async () => {
    const buyer = await createBuyer({ kycMode: 'MARKETPLACE_LED' });
    await refuse(buyer, 'milestone-not-reached', /MARKETPLACE_LED.*PATCH/);
    succeed(await api.patch(`${BUYERS}/${buyer}`, { kycMode: 'SERVICE_LED' }, { as }));
    expect((await start(buyer)).status).toBe(202);
  });

  test('one is running, or has verified the buyer', async () => {
    const buyer = await createBuyer();
    const started = await start(buyer);
    await refuse(buyer, 'milestone-already-set', new RegExp(`${started.body.sessionId}.*in progress`));
    clock.advance(MINUTE);
    await refuse(buyer, 'milestone-already-set', new RegExp(`was verified at ${isoNow()}`));
  });
});

test('a second verification is the one that runs, that is rejected, and that is over then', async () => {
  const buyer = await createBuyer({ companyName: 'Reject Motors GmbH' });
  const first = await start(buyer);
  clock.advance(MINUTE);
  const before = await read(first);
  const second = await start(buyer);
  expect((await start(buyer)).body.detail).toContain(second.body.sessionId);
  const token = await mock.token(as);
  const body = { buyerUuid: buyer, reason: 'Forged passport.' };
  succeed(
    await api.post(`${mock.url}/__admin/simulators/kyc_rejected/run`, body, {
      as: null,
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  const rejected = await read(second);
  expect(rejected).toMatchObject({ status: 'REJECTED', reason: 'Forged passport.', completedAt: isoNow() });
  clock.advance(MINUTE);
  expect([await read(first), await read(second)]).toEqual([before, rejected]);
});

test('a session belongs to its buyer', async () => {
  const [first, second] = [await createBuyer(), await createBuyer()];
  const { sessionId } = (await start(first)).body;
  const path = `${BUYERS}/${second}/kyc/verifications/${sessionId}`;
  expectProblem(await api.get(path, { as }), mock, {
    status: 404,
    type: 'not-found',
    instance: `/v1${path}`,
    detail: sessionId,
  });
  expect((await api.get(`${BUYERS}/${first}/kyc/verifications/${sessionId}`, { as })).status).toBe(200);
});
