import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { jobs } from '../../../src/engine/sandbox/job.ts';
import { type BuyerRecord, buyers, toBuyer, getBuyerOf, isAsRequested } from '../../../src/vat/buyers/buyer.ts';
import { SELLER, sampleBuyer } from '../../support/sample-records.ts';
import {
  OTHER_SELLER,
  type Service,
  type Told,
  UNKNOWN,
  buyerBody,
  createSteps,
  isoOf,
  openService,
} from '../open-service.ts';

let service: Service;
beforeEach(() => {
  service = openService();
});
afterEach(() => service.stop());

const upsert = (change: object = {}, ask: object = {}): Promise<Told> =>
  service.call('upsertBuyer', { body: buyerBody(change), ...ask });
const refused = (change: object = {}) => service.refusal('upsertBuyer', { body: buyerBody(change) });
const read = async (buyerId: string): Promise<unknown> => (await service.call('getBuyer', { path: { buyerId } })).body;
const list = async (query: object = {}, seller = SELLER): Promise<readonly string[]> => {
  const { body } = await service.call('listBuyers', { query: { ...query }, seller });
  return (body.data as { vatNumber: string }[]).map(({ vatNumber }) => vatNumber);
};
const keptOf = (uuid: string): Promise<BuyerRecord> => service.sandbox.read((work) => getBuyerOf(work, uuid));
const jobKinds = async (): Promise<readonly string[]> =>
  (await service.sandbox.read((work) => work.page(jobs, { page: 0, size: 100 }))).values.map(({ kind }) => kind);

describe('a buyer is created', () => {
  test('active, at version 1, its address with a uuid of its own, and VIES is asked', async () => {
    const { status, body } = await upsert();
    const now = isoOf(service.now());
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...buyerBody(),
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        address: { ...buyerBody().address, uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        status: 'ACTIVE',
        version: 1,
        createdAt: now,
        updatedAt: now,
      },
    });
    expect(body.address.uuid).not.toBe(body.uuid);
    expect(Object.keys(body)).not.toContain('contacts');
    expect(await read(String(body.uuid).toUpperCase())).toEqual(body);
    expect(await keptOf(body.uuid)).toMatchObject({
      seller: SELLER,
      contacts: [],
      vies: { result: 'PENDING', checkedAt: null },
      kyc: { status: 'NOT_STARTED' },
    });
    expect(await jobKinds()).toEqual(['vies-check']);
  });

  test('VIES may be assumed to be asked on request only', async () => {
    service.assume('vies-check-on-creation=on-request');
    await upsert();
    expect(await jobKinds()).toEqual([]);
  });

  test('contacts may be assumed to be answered as they were sent', async () => {
    const contacts = [{ firstName: 'Ana', email: 'ana@example.com' }];
    service.assume('buyer-response-contacts=as-sent');
    const { body } = await upsert({ contacts });
    expect(body.contacts).toEqual(contacts);
    const path = { buyerId: body.uuid };
    expect(await read(body.uuid)).toMatchObject({ contacts });
    expect((await upsert({ contacts })).body.contacts).toEqual(contacts);
    expect((await service.call('updateBuyer', { path, body: {} })).body.contacts).toEqual(contacts);
    expect((await service.call('updateBuyer', { path, body: { companyName: 'X' } })).body.contacts).toEqual(contacts);
    expect((await service.call('listBuyers', {})).body.data).toMatchObject([{ contacts }]);
  });
});

describe('a buyer is created again', () => {
  test('with the same body it is 200, and nothing changes', async () => {
    const { body } = await upsert({ contacts: [{ email: 'ana@example.com' }] });
    await service.pass(60_000);
    expect(await upsert({ contacts: [{ email: 'ana@example.com' }] })).toMatchObject({ status: 200, body });
    expect((await keptOf(body.uuid)).version).toBe(1);
  });

  test.each([
    ['another name', { companyName: 'Another Name GmbH' }],
    ['another mode', { kycMode: 'SERVICE_LED' }],
    ['contacts', { contacts: [{ email: 'ana@example.com' }] }],
    ['another street', { address: { ...buyerBody().address, street: 'Hafenstraße 4' } }],
  ])('with %s it is 409 with the buyer as it is, and the way to change it', async (_what, change) => {
    const { body } = await upsert();
    const refusal = await refused(change);
    expect(refusal).toMatchObject({ status: 409, type: 'resource-exists-different-body', currentResource: body });
    for (const word of [SELLER, 'DE100', 'PATCH', body.uuid]) expect(refusal.detail).toContain(word);
  });

  test('as it stands now, not as it was first sent', async () => {
    const { uuid } = (await upsert()).body;
    await service.call('updateBuyer', { path: { buyerId: uuid }, body: { companyName: 'Another Name GmbH' } });
    expect((await upsert({ companyName: 'Another Name GmbH' })).status).toBe(200);
    expect((await refused()).status).toBe(409);
  });

  test('by another seller it is a buyer of its own', async () => {
    const { uuid } = (await upsert()).body;
    const theirs = await upsert({}, { seller: OTHER_SELLER });
    expect(theirs.status).toBe(201);
    expect(theirs.body.uuid).not.toBe(uuid);
    const path = { buyerId: uuid };
    for (const operation of ['getBuyer', 'updateBuyer'] as const)
      expect(await service.refusal(operation, { path, body: {}, seller: OTHER_SELLER })).toMatchObject({
        status: 404,
        detail: expect.stringContaining(String(uuid)),
      });
    expect((await service.refusal('getBuyer', { path: { buyerId: UNKNOWN } })).status).toBe(404);
  });
});

describe('a VAT number of another country than the address', () => {
  const at = (country: string): object => ({ address: { ...buyerBody().address, country } });

  test('is taken, unless it is assumed to be refused', async () => {
    expect((await upsert({ vatNumber: 'PL100', ...at('DE') })).status).toBe(201);
    service.assume('vat-country-prefix=refused');
    expect(await refused({ vatNumber: 'AT100', ...at('DE') })).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'vatNumber',
          message: 'starts with AT, but the address is in DE',
          rejectedValue: 'AT100',
        },
      ],
    });
  });

  test.each([
    ['DE100', 'DE', true],
    ['EL100', 'GR', true],
    ['XI100', 'GB', true],
    ['GR100', 'GR', true],
    ['EL100', 'EL', false],
    ['EL100', 'DE', false],
  ])('%s in %s', async (vatNumber, country, fits) => {
    service.assume('vat-country-prefix=refused');
    const change = { vatNumber, ...at(country) };
    if (fits) expect((await upsert(change)).status).toBe(201);
    else expect((await refused(change)).status).toBe(422);
  });
});

test('buyers are listed by VAT number, by status, by both, or all of the seller, newest first', async () => {
  for (const vatNumber of ['DE100', 'AT100', 'FR100']) await upsert({ vatNumber });
  await upsert({ vatNumber: 'DE100' }, { seller: OTHER_SELLER });
  await service.sandbox.transact((work) => {
    const all = work.page(buyers, { page: 0, size: 10 });
    const buyer = all.values.find(({ vatNumber }) => vatNumber === 'AT100')!;
    work.update(buyers, buyer, { ...buyer, status: 'BLOCKED' });
  });
  expect(await list()).toEqual(['FR100', 'AT100', 'DE100']);
  expect(await list({ vatNumber: 'DE100' })).toEqual(['DE100']);
  expect(await list({ status: 'ACTIVE' })).toEqual(['FR100', 'DE100']);
  expect(await list({ status: 'BLOCKED' })).toEqual(['AT100']);
  expect(await list({ vatNumber: 'DE100', status: 'BLOCKED' })).toEqual([]);
  expect(await list({}, OTHER_SELLER)).toEqual(['DE100']);
});

describe('a buyer is changed', () => {
  test('by what the PATCH names; the address as a whole, under its uuid', async () => {
    const { body } = await upsert();
    await service.pass(60_000);
    const address = { street: 'Elbchaussee 1', postCode: '22763', city: 'Hamburg', country: 'DE' };
    const changed = await service.call('updateBuyer', { path: { buyerId: body.uuid }, body: { address } });
    expect(changed).toMatchObject({ status: 200 });
    expect(changed.body).toEqual({
      ...body,
      address: { ...address, uuid: body.address.uuid },
      version: 2,
      updatedAt: isoOf(service.now()),
    });
    expect(await read(body.uuid)).toEqual(changed.body);
  });

  test('by nothing that is new: nothing', async () => {
    const { body } = await upsert();
    await service.pass(60_000);
    for (const patch of [{}, { companyName: body.companyName }, { address: buyerBody().address }])
      expect((await service.call('updateBuyer', { path: { buyerId: body.uuid }, body: patch })).body).toEqual(body);
  });

  test('at a version that is old: 409 with the buyer as it is', async () => {
    const { uuid } = (await upsert()).body;
    const ask = { path: { buyerId: uuid }, body: { companyName: 'X' }, ifMatch: '"1"' };
    expect((await service.call('updateBuyer', ask)).status).toBe(200);
    expect(await service.refusal('updateBuyer', ask)).toMatchObject({
      status: 409,
      type: 'version-mismatch',
      currentResource: { uuid, version: 2, companyName: 'X' },
    });
  });

  test('into Mode B, and never back; its orders wait for the verification', async () => {
    const steps = createSteps(service);
    const buyerId = await steps.buyer();
    const order = await steps.order(buyerId);
    const patch = (kycMode: string) => ({ path: { buyerId }, body: { kycMode } });
    await service.call('updateBuyer', patch('SERVICE_LED'));
    const { blockers } = (await service.call('getOrderCompliance', { path: { uuid: order } })).body;
    expect(blockers[0]).toMatchObject({ code: 'KYC_PENDING' });
    expect(await service.refusal('updateBuyer', patch('MARKETPLACE_LED'))).toMatchObject({
      status: 422,
      errors: [{ field: 'kycMode', rejectedValue: 'MARKETPLACE_LED' }],
    });
  });
});

test('a buyer is kept by its uuid, and found by its seller, its VAT number and its status', () => {
  const buyer = sampleBuyer();
  expect(buyers.idOf(buyer)).toBe(buyer.uuid);
  expect(buyers.keysOf(buyer)).toEqual([
    { name: 'seller', text: SELLER },
    { name: 'natural', text: `${SELLER}\n${buyer.vatNumber}` },
    { name: 'status', text: `${SELLER}\nACTIVE` },
  ]);
  expect(Object.keys(toBuyer(buyer))).not.toContain('contacts');
});

test('the uuid of an address is no part of what was requested', () => {
  const buyer = sampleBuyer();
  const { vatNumber, companyName, kycMode, address } = buyer;
  const { uuid: _uuid, ...place } = address;
  expect(isAsRequested(buyer, { vatNumber, companyName, kycMode, address: place })).toBe(true);
  expect(isAsRequested(buyer, { vatNumber, companyName, kycMode, address: place, contacts: [] })).toBe(true);
});

test('a buyer that something names and that there is not is a bug of ours', async () => {
  await expect(keptOf(UNKNOWN)).rejects.toThrow(`there is no buyer ${UNKNOWN}`);
});
