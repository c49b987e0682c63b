import { sampleBuyer } from '../../support/sample-order.ts';
import { afterAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { BUYERS, CLIENT as as, OTHER_BUYERS } from './sample-buyer.ts';

const { mock, api, clock } = await closedBy(afterAll).start();

const create = (body: object, path = BUYERS) => api.post(path, body, { as });

test('a new buyer: 201 with its URL and its version', async () => {
  const { status, headers, body } = await create(sampleBuyer({ vatNumber: 'DE136695976' }));
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      vatNumber: 'DE136695976',
      companyName: 'Autohaus Beispiel GmbH',
      address: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        street: 'Hafenstraße 3',
        postCode: '20457',
        city: 'Hamburg',
        country: 'DE',
      },
      kycMode: 'MARKETPLACE_LED',
      status: 'ACTIVE',
      version: 1,
      createdAt: '2026-11-20T09:00:00.000Z',
      updatedAt: '2026-11-20T09:00:00.000Z',
    },
  });
  expect(headers).toMatchObject({ etag: '"1"', location: `${mock.baseUrl}${BUYERS}/${body.uuid}` });
  expect(body.uuid).not.toBe(body.address.uuid);
  expect((await api.get(headers['location']!, { as })).body).toEqual(body);
});

describe('the same VAT number again', () => {
  test('an identical body answers 200 with the buyer, whatever the order of its members', async () => {
    const sent = sampleBuyer({
      vatNumber: 'PL8567346215',
      contacts: [{ firstName: 'Ewa', email: 'ewa@buyer.example' }],
    });
    const first = await create(sent);
    clock.advance(60_000);
    const again = await create(Object.fromEntries(Object.entries(sent).reverse()));
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(again.headers['etag']).toBe('"1"');
    expect(again.headers['location']).toBeUndefined();
  });

  test('no contacts and an empty list of contacts are the same', async () => {
    await create(sampleBuyer({ vatNumber: 'LU15027442' }));
    expect((await create(sampleBuyer({ vatNumber: 'LU15027442', contacts: [] }))).status).toBe(200);
  });

  test.each<[string, object]>([
    ['company name', { companyName: 'Another GmbH' }],
    ['address', { address: { street: 'Hafenstraße 4', postCode: '20457', city: 'Hamburg', country: 'DE' } }],
    ['KYC mode', { kycMode: 'SERVICE_LED' }],
    ['contacts, which no answer shows', { contacts: [{ firstName: 'Ewa' }] }],
  ])('another %s answers 409 with the current buyer, and changes nothing', async (_what, change) => {
    const sent = sampleBuyer({ vatNumber: 'FI20774740' });
    const { uuid } = (await create(sent)).body;
    const refused = await create({ ...sent, ...change });
    expectProblem(refused, mock, {
      status: 409,
      type: 'resource-exists-different-body',
      instance: `/v1${BUYERS}`,
      detail: /FI20774740.*PATCH/,
    });
    const current = (await api.get(`${BUYERS}/${uuid}`, { as })).body;
    expect(refused.body.currentResource).toEqual(current);
    expect(current).toMatchObject({ companyName: 'Autohaus Beispiel GmbH', kycMode: 'MARKETPLACE_LED', version: 1 });
  });

  test('after a PATCH the buyer as it stands counts, not the body that created it', async () => {
    const sent = sampleBuyer({ vatNumber: 'HU12892312' });
    const { uuid } = (await create(sent)).body;
    await api.patch(`${BUYERS}/${uuid}`, { companyName: 'Renamed Kft.' }, { as });
    expect((await create(sent)).status).toBe(409);
    expect((await create({ ...sent, companyName: 'Renamed Kft.' })).body).toMatchObject({ uuid, version: 2 });
  });

  test('of another seller it is another buyer', async () => {
    const sent = sampleBuyer({ vatNumber: 'EE100931558' });
    const first = await create(sent);
    const other = await create({ ...sent, companyName: 'Other' }, OTHER_BUYERS);
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(other.body.uuid).not.toBe(first.body.uuid);
    expect((await api.get(`${OTHER_BUYERS}/${first.body.uuid}`, { as })).status).toBe(404);
  });
});

test('what breaks the schema is listed, and nobody is created', async () => {
  const { status, body } = await create(sampleBuyer({ vatNumber: 'de12', address: { country: 'Germany' } }));
  expect({ status, fields: body.errors.map(({ field }: { field: string }) => field).sort() }).toMatchObject({
    status: 422,
    fields: expect.arrayContaining(['vatNumber', 'address.country']),
  });
  expect((await api.get(`${BUYERS}?vatNumber=DE12`, { as })).body.data).toEqual([]);
});
