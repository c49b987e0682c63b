import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, createWorkflow, succeed } from '../../support/workflow.ts';

const { api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
/** A minute's write budget is 60. */
beforeEach(() => {
  clock.advance(60_000);
});

const eur = (value: number): object => ({ value, currency: 'EUR' });
const codesOf = async (uuid: string): Promise<string[]> =>
  ((await workflow.compliance(uuid)).body.blockers as { code: string }[]).map(({ code }) => code);

const arrived = async (invoice: object): Promise<string> => {
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  await workflow.arrive(orderUuid, invoice);
  return orderUuid;
};

describe('an invoice is held against its order', () => {
  test('in another currency it is 422, as a payment is', async () => {
    const { orderUuid } = await workflow.begin();
    const refused = await workflow.submitInvoice(orderUuid, { amount: { value: 1_250_000, currency: 'PLN' } });
    expectRefusal(refused, 422, 'validation-error');
    expect(refused.body.errors).toMatchObject([{ field: 'amount.currency', rejectedValue: 'PLN' }]);
  });

  test.each([
    ['over less', { amount: eur(1_249_999) }, ['FINAL_INVOICE_AMOUNT_DIFFERS']],
    ['over more', { amount: eur(1_250_001) }, ['FINAL_INVOICE_AMOUNT_DIFFERS']],
    [
      'with VAT, although the supply is exempt',
      { vatIncluded: true, amount: eur(1_512_500) },
      ['VAT_ON_EXEMPT_INVOICE'],
    ],
  ])('a final one %s is a blocker, until it is submitted as it should be', async (_what, invoice, codes) => {
    const uuid = await arrived(invoice);
    expect(await codesOf(uuid)).toEqual(codes);
    expect((await workflow.order(uuid)).body.status).toBe('TRANSPORT_COMPLETED');
    succeed(await workflow.submitInvoice(uuid, { type: 'FINAL' }));
    expect((await workflow.compliance(uuid)).body).toMatchObject({ decision: 'VALID_EXPORT', blockers: [] });
  });

  test('where VAT is due, a final one without VAT is a blocker, and one with VAT brings the verdict', async () => {
    const dutch = { vatNumber: 'NL100', address: { street: 'Kade 1', postCode: '1', city: 'Den Haag', country: 'NL' } };
    const { orderUuid } = await workflow.begin(undefined, dutch);
    await workflow.takeToTheRoad(orderUuid);
    await workflow.arrive(orderUuid);
    expect((await workflow.compliance(orderUuid)).body).toMatchObject({
      status: 'INCOMPLETE',
      decision: null,
      blockers: [
        {
          code: 'VAT_MISSING_ON_INVOICE',
          message: expect.stringMatching(/domestic sale.*Articles 2\(1\)\(a\), 138\(1\)/),
        },
      ],
    });
    succeed(await workflow.submitInvoice(orderUuid, { type: 'FINAL', amount: eur(1_512_500), vatIncluded: true }));
    expect((await workflow.compliance(orderUuid)).body).toMatchObject({ decision: 'VAT_APPLICABLE', blockers: [] });
    expect((await workflow.order(orderUuid)).body.status).toBe('COMPLIANCE_VALID');
  });
});

test('a preliminary and a final one: 201 each, 200 in the place of the one before', async () => {
  const { orderUuid } = await workflow.begin();
  const submit = async (invoice: object): Promise<unknown> => {
    const { status, body } = await workflow.submitInvoice(orderUuid, invoice);
    return [status, body.type, body.version] as unknown;
  };
  // A final one alone does not make the next one final: without a type it is preliminary until there is one.
  expect(await submit({ type: 'FINAL' })).toEqual([201, 'FINAL', 1]);
  expect(await submit({})).toEqual([201, 'PRELIMINARY', 1]);
  expect(await submit({ invoiceNumber: 'R-CORRECTED' })).toEqual([200, 'FINAL', 2]);
  expect(await submit({ type: 'PRELIMINARY' })).toEqual([200, 'PRELIMINARY', 2]);
  const { data } = (await api.get(`/partners/${SELLER}/orders/${orderUuid}/invoice`)).body;
  expect(data).toMatchObject([{ type: 'PRELIMINARY' }, { type: 'FINAL', invoiceNumber: 'R-CORRECTED' }]);
  succeed(await api.post(`/orders/${orderUuid}/cancel`, {}));
  expectRefusal(await workflow.submitInvoice(orderUuid), 409, 'milestone-already-set');
});

describe("the documents of an order's invoices", () => {
  test('are of one each, and do not supersede each other', async () => {
    const { orderUuid } = await workflow.begin();
    succeed(await workflow.submitInvoice(orderUuid));
    const types: unknown[] = [];
    for (let count = 0; count < 3; count++)
      types.push(succeed(await workflow.upload(orderUuid, 'INVOICE')).body.invoiceType);
    types.push(succeed(await workflow.upload(orderUuid, 'INVOICE', undefined, 'PRELIMINARY')).body.invoiceType);
    expect(types).toEqual(['PRELIMINARY', 'FINAL', 'FINAL', 'PRELIMINARY']);
  });

  test('are of the final one where there is no other', async () => {
    const { orderUuid } = await workflow.begin();
    succeed(await workflow.submitInvoice(orderUuid, { type: 'FINAL' }));
    expect(await codesOf(orderUuid)).toContain('INVOICE_DOCUMENT_MISSING');
    expect(succeed(await workflow.upload(orderUuid, 'INVOICE')).body.invoiceType).toBe('FINAL');
    expect(await codesOf(orderUuid)).not.toContain('INVOICE_DOCUMENT_MISSING');
  });

  test('no other document is of an invoice: 422', async () => {
    const { orderUuid } = await workflow.begin();
    const refused = await workflow.upload(orderUuid, 'CMR', undefined, 'FINAL');
    expect(refused.body.errors).toMatchObject([{ field: 'invoiceType', rejectedValue: 'FINAL' }]);
  });
});

describe('payments', () => {
  test('more than is outstanding is taken, and the order is paid in full', async () => {
    const { orderUuid } = await workflow.begin();
    succeed(await workflow.submitInvoice(orderUuid));
    expect(await workflow.pay(orderUuid, { amount: eur(2_000_000), reference: 'INV-7' })).toMatchObject({
      status: 201,
      body: { amount: eur(2_000_000), reference: 'INV-7', outstandingAmount: eur(0), orderStatus: 'READY_FOR_PICKUP' },
    });
    expectRefusal(await workflow.pay(orderUuid), 409, 'milestone-already-set');
  });

  test('an order over 0 needs none, and no proof of one', async () => {
    const { buyerUuid } = await workflow.begin();
    const { uuid } = succeed(await workflow.createOrder(buyerUuid, { totalAmount: eur(0) })).body;
    expect(await codesOf(uuid)).not.toContain('PAYMENT_MISSING');
    expect(await codesOf(uuid)).not.toContain('PROOF_OF_PAYMENT_MISSING');
    succeed(await workflow.submitInvoice(uuid, { amount: eur(0) }));
    expect((await workflow.order(uuid)).body.status).toBe('READY_FOR_PICKUP');
    succeed(await workflow.confirmPickup(uuid));
  });
});

test('a cancelled order stays as it was: rollup, transport, and no Export File', async () => {
  const { buyerUuid, orderUuid } = await workflow.begin(undefined, { vatNumber: 'SE100200' });
  await workflow.takeToTheRoad(orderUuid);
  succeed(await api.post(`/orders/${orderUuid}/cancel`, {}));
  const picture = async (): Promise<string[]> =>
    (await Promise.all([workflow.compliance(orderUuid), workflow.transport(orderUuid), workflow.order(orderUuid)])).map(
      ({ text }) => text,
    );
  const before = await picture();
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ status: 'VALID', decision: null, blockers: [] });
  expect((await workflow.transport(orderUuid)).body.status).toBe('IN_TRANSIT');
  succeed(await api.post(`/partners/${SELLER}/buyers/${buyerUuid}/vies-checks`));
  clock.advance(10_000);
  expect(await picture()).toEqual(before);
  expectRefusal(await workflow.confirmDelivery(orderUuid), 409, 'milestone-already-set');
  expectRefusal(await api.get(`/orders/${orderUuid}/export-file`), 404, 'not-found');
});
