import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { jobs } from '../../../src/engine/sandbox/job.ts';
import { type BuyerRecord, getBuyerOf } from '../../../src/vat/buyers/buyer.ts';
import { SELLER } from '../../support/sample-records.ts';
import { type Service, type Told, UNKNOWN, buyerBody, isoOf, openService } from '../open-service.ts';

let service: Service;
beforeEach(() => {
  service = openService();
});
afterEach(() => service.stop());

const upsert = (change: object = {}, ask: object = {}): Promise<Told> =>
  service.call('upsertBuyer', { body: buyerBody(change), ...ask });
const refused = (change: object = {}) => service.refusal('upsertBuyer', { body: buyerBody(change) });
const read = async (buyerId: string): Promise<unknown> => (await service.call('getBuyer', { path: { buyerId } })).body;
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

test('a buyer that something names and that there is not is a bug of ours', async () => {
  await expect(keptOf(UNKNOWN)).rejects.toThrow(`there is no buyer ${UNKNOWN}`);
});
