import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { VAT_RULES } from '../../../src/vat/compliance/vat-rules.ts';
import { readPdf } from '../../vat/export-file/read-pdf.ts';
import { VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
/** A minute's write budget is 60. */
beforeEach(() => {
  clock.advance(60_000);
});

interface Sale {
  readonly buyer?: object;
  readonly vehicle?: object;
  readonly invoice?: object;
}

/** Takes a sale of the Dutch seller all the way to its verdict. */
const sell = async ({ buyer = {}, vehicle: change = {}, invoice = {} }: Sale): Promise<string> => {
  const { orderUuid } = await workflow.begin([vehicle(VIN, change)], buyer);
  await workflow.takeToTheRoad(orderUuid);
  await workflow.arrive(orderUuid, invoice);
  return orderUuid;
};

const address = (country: string, postCode = '1'): object => ({ street: 'Kai 1', postCode, city: 'Ort', country });

/** From the Netherlands, where the seller is registered. */
const sales: readonly (readonly [string, Sale, string, string])[] = [
  ['to another member state', {}, 'VALID_EXPORT', '138(1)'],
  ['a domestic sale', { buyer: { vatNumber: 'NL100', address: address('NL') } }, 'VAT_APPLICABLE', 'domestic sale'],

  ['the margin scheme', { invoice: { marginScheme: true } }, 'VAT_APPLICABLE', '139(3)'],
  ['a new vehicle: few kilometres', { vehicle: { mileage: 5999 } }, 'VALID_EXPORT', '138(1) and (2)(a)'],

  [
    'to Great Britain',
    { buyer: { vatNumber: 'XI100100', address: address('GB', 'E1 6AN') } },
    'VAT_APPLICABLE',
    '146(1)',
  ],
];

/** At the Dutch rate. */
const WITH_VAT = { vatIncluded: true, amount: { value: 1_512_500, currency: 'EUR' } };

test.each(sales)('%s: the decision, and the Export File says why', async (_what, sale, decision, words) => {
  const isTaxed = decision === 'VAT_APPLICABLE' && sale.invoice === undefined;
  const uuid = await sell(isTaxed ? { ...sale, invoice: WITH_VAT } : sale);
  expect((await workflow.compliance(uuid)).body).toMatchObject({ status: 'VALID', decision, blockers: [] });
  expect((await workflow.order(uuid)).body.status).toBe('COMPLIANCE_VALID');
  const { body } = await api.get(`/orders/${uuid}/export-file`);
  const download = await fetch(`${mock.url}${String(body.downloadUrl)}`, {
    headers: { authorization: `Bearer ${await mock.token()}` },
  });
  const { text } = await readPdf(new Uint8Array(await download.arrayBuffer()));
  expect(text).toContain(decision);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
});

test('what is sold to a buyer whom VIES does not confirm is invoiced with VAT, as the decision says', async () => {
  const [seller, order] = ['3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31', '8e15d0c7-b69f-4a42-9d38-c0f7e2a5b614'];
  const codesAfter = async (invoice: object): Promise<string[]> => {
    const body = { type: 'FINAL', invoiceDate: '2026-11-20', invoiceNumber: '1052', marginScheme: false, ...invoice };
    succeed(await api.post(`/partners/${seller}/orders/${order}/invoice`, body));
    const { decision, blockers } = (await workflow.compliance(order)).body as Schemas['ComplianceRollup'];
    expect(decision).toBe('VAT_APPLICABLE');
    return blockers.map(({ code }) => code);
  };
  const net = { vatIncluded: false, amount: { value: 1_980_000, currency: 'EUR' } };
  const gross = { vatIncluded: true, amount: { value: 2_395_800, currency: 'EUR' } };
  expect(await codesAfter(net)).toEqual(['VIES_INVALID', 'VAT_MISSING_ON_INVOICE', 'INVOICE_DOCUMENT_MISSING']);
  expect(await codesAfter(gross)).toEqual(['VIES_INVALID', 'INVOICE_DOCUMENT_MISSING']);
});

test('the fixture of each rule leads to its decision', async () => {
  const started = await startMock();
  const post = (path: string, body?: unknown) => started.api.post(`${started.mock.url}/__admin${path}`, body);
  const rules = VAT_RULES.filter(({ fixture }) => fixture !== '');
  const given = [...rules.map(({ fixture }) => fixture), 'northern-ireland', 'invoice-corrected'];
  succeed(
    await post('/scenarios', {
      scenario: 'vat',
      given: given.map((fixture) => ({ fixture })),
      steps: [{ on: 'getOrganization', reply: 'pass' }],
    }),
  );
  const made = succeed(await post('/scenarios/vat/activate')).body.given as { fixture: string; orderUuid: string }[];
  const decisions = await Promise.all(
    made.map(async ({ fixture, orderUuid }) => [
      fixture,
      String((await started.api.get(`/orders/${orderUuid}/compliance`)).body.decision),
    ]),
  );
  expect(decisions).toEqual([
    ...rules.map(({ fixture, decision }) => [fixture, decision]),
    ['northern-ireland', 'VALID_EXPORT'],
    ['invoice-corrected', 'VALID_EXPORT'],
  ]);
  await started.stop();
});
