import { sampleBuyer } from '../../support/sample-order.ts';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow } from '../../support/workflow.ts';
import { BUYERS, CLIENT as as, OTHER_BUYERS, SELLER } from './sample-buyer.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as, seller: SELLER });

let made = 0;
let path = '';
let created: Record<string, unknown> & { readonly address: object };
beforeEach(async () => {
  // Numbers that VIES does not like are as good as others here.
  created = (await api.post(BUYERS, sampleBuyer({ vatNumber: `DE9${String(++made)}` }), { as })).body;
  path = `${BUYERS}/${String(created['uuid'])}`;
  clock.advance(1000);
});

const patch = (body: object, headers = {}) => api.patch(path, body, { as, headers });
const read = () => api.get(path, { as });

test('a new name: the next version, its ETag and its time', async () => {
  const { status, headers, body } = await patch({ companyName: 'Renamed GmbH' });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...created,
      companyName: 'Renamed GmbH',
      version: 2,
      updatedAt: new Date(clock.now()).toISOString(),
    },
  });
  expect(headers['etag']).toBe('"2"');
  expect((await read()).body).toEqual(body);
});

test('an address replaces the whole one and keeps its uuid', async () => {
  const address = { street: 'ul. Glogowska 112', postCode: '60-243', city: 'Poznan', country: 'PL' };
  expect((await patch({ address })).body.address).toEqual({ ...created.address, ...address });
  expect((await patch({ address: { city: 'Poznan' } })).body.errors.length).toBeGreaterThan(0);
  expect((await read()).body).toMatchObject({ address, version: 2 });
});

test.each<[string, () => object]>([
  ['nothing', () => ({})],
  ['the same name and mode', () => ({ companyName: 'Autohaus Beispiel GmbH', kycMode: 'MARKETPLACE_LED' })],
  ['the same address', () => ({ address: sampleBuyer().address })],
])('%s changes nothing: the same version and the same time', async (_what, body) => {
  const { status, headers, body: answered } = await patch(body());
  expect({ status, etag: headers['etag'], answered }).toEqual({ status: 200, etag: '"1"', answered: created });
});

describe('the KYC mode', () => {
  test('goes from MARKETPLACE_LED to SERVICE_LED, and never back', async () => {
    expect((await patch({ kycMode: 'SERVICE_LED' })).body).toMatchObject({ kycMode: 'SERVICE_LED', version: 2 });
    const refused = await patch({ kycMode: 'MARKETPLACE_LED', companyName: 'Not kept either' });
    expectProblem(refused, mock, {
      status: 422,
      type: 'validation-error',
      instance: `/v1${path}`,
      detail: 'kycMode cannot change from SERVICE_LED to MARKETPLACE_LED',
    });
    expect(refused.body.errors).toEqual([
      {
        field: 'kycMode',
        message: 'cannot change from SERVICE_LED to MARKETPLACE_LED',
        rejectedValue: 'MARKETPLACE_LED',
      },
    ]);
    expect((await patch({ kycMode: 'SERVICE_LED' })).body.version).toBe(2);
    expect((await read()).body.companyName).toBe('Autohaus Beispiel GmbH');
  });

  test('matters to the open orders: they wait for the verification', async () => {
    const { orderUuid, buyerUuid } = await workflow.begin();
    const codes = async (): Promise<string[]> =>
      (await workflow.compliance(orderUuid)).body.blockers.map(({ code }: { code: string }) => code) as string[];
    expect(await codes()).not.toContain('KYC_PENDING');
    await api.patch(`${BUYERS}/${buyerUuid}`, { kycMode: 'SERVICE_LED' }, { as });
    expect(await codes()).toContain('KYC_PENDING');
  });
});

describe('If-Match', () => {
  test('is looked at before the rules, and though nothing would change', async () => {
    expect((await patch({}, { 'if-match': '"7"' })).status).toBe(409);
    await patch({ kycMode: 'SERVICE_LED' });
    expect((await patch({ kycMode: 'MARKETPLACE_LED' }, { 'if-match': '"1"' })).body.type).toMatch(/version-mismatch$/);
  });

  test('whose check of VIES ended is still at its version', async () => {
    const { etag } = (await read()).headers;
    clock.advance(60_000);
    expect((await read()).body).toEqual(created);
    expect((await patch({ companyName: 'A' }, { 'if-match': etag })).status).toBe(200);
  });
});

test('a buyer of another seller, and one that nobody has, are not found', async () => {
  const uuid = String(created['uuid']);
  for (const [other, detail] of [
    [`${OTHER_BUYERS}/${uuid}`, uuid],
    [`${BUYERS}/00000000-0000-4000-8000-000000000001`, '00000000-0000-4000-8000-000000000001'],
  ] as const) {
    const expected = { status: 404, type: 'not-found', instance: `/v1${other}`, detail };
    expectProblem(await api.get(other, { as }), mock, expected);
    expectProblem(await api.patch(other, { companyName: 'A' }, { as }), mock, expected);
    expect((await api.post(`${other}/vies-checks`, undefined, { as })).status).toBe(404);
    expect((await api.post(`${other}/kyc/verifications`, undefined, { as })).status).toBe(404);
  }
});

test('a UUID in upper case names the same buyer', async () => {
  expect((await api.get(`${BUYERS}/${String(created['uuid']).toUpperCase()}`, { as })).body).toEqual(created);
});
