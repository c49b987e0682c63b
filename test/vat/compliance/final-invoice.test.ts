import { describe, expect, test } from '@jest/globals';
import { neededForVerdict } from '../../../src/vat/compliance/judge.ts';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import type { InvoiceRecord, OrderRecord } from '../../../src/vat/orders/order.ts';
import { sampleBuyer, sampleOrderRecord } from '../../support/sample-records.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

const TOTAL = 2_500_000;
const GROSS = TOTAL * 1.21;
const eur = (value: number) => ({ value, currency: 'EUR' });

const request = (change: Partial<Schemas['InvoiceRequest']> = {}): Schemas['InvoiceRequest'] => ({
  invoiceDate: '2026-11-03',
  invoiceNumber: 'R-1',
  vatIncluded: false,
  amount: eur(TOTAL),
  marginScheme: false,
  ...change,
});

const stored = (type: InvoiceRecord['type'], change: Partial<InvoiceRecord> = {}): InvoiceRecord => ({
  ...request({ invoiceNumber: `OLD-${type}` }),
  type,
  status: 'VALID',
  version: 3,
  updatedAt: TEST_NOW,
  ...change,
});

const orderWith = (invoices: readonly InvoiceRecord[], change: Partial<OrderRecord> = {}): OrderRecord =>
  sampleOrderRecord(undefined, { status: 'INVOICE_SUBMITTED', invoices, ...change });

describe('the final invoice against its order', () => {
  const CODES = ['FINAL_INVOICE_AMOUNT_DIFFERS', 'VAT_ON_EXEMPT_INVOICE', 'VAT_MISSING_ON_INVOICE'];
  const faultsOfFinalInvoice = (order: OrderRecord) =>
    neededForVerdict({ order, buyer: sampleBuyer(), documents: [] }).filter(({ code }) => CODES.includes(code));

  const faultsOf = (final: Partial<InvoiceRecord>) =>
    faultsOfFinalInvoice(orderWith([stored('PRELIMINARY', { amount: eur(1) }), stored('FINAL', final)])).map(
      ({ code }) => code,
    );

  test.each<[string, Partial<InvoiceRecord>, readonly string[]]>([
    ['over the total', {}, []],
    ['over one less', { amount: eur(TOTAL - 1) }, ['FINAL_INVOICE_AMOUNT_DIFFERS']],
    ['over one more', { amount: eur(TOTAL + 1) }, ['FINAL_INVOICE_AMOUNT_DIFFERS']],
    ['under the margin scheme with VAT, over the total', { vatIncluded: true, marginScheme: true }, []],
    [
      'under the margin scheme, over more',
      { vatIncluded: true, marginScheme: true, amount: eur(TOTAL + 1) },
      ['FINAL_INVOICE_AMOUNT_DIFFERS'],
    ],
    [
      'under the margin scheme, over less',
      { vatIncluded: true, marginScheme: true, amount: eur(TOTAL - 1) },
      ['FINAL_INVOICE_AMOUNT_DIFFERS'],
    ],
    ['with VAT, although the supply is exempt', { vatIncluded: true, amount: eur(GROSS) }, ['VAT_ON_EXEMPT_INVOICE']],
    [
      'with both wrong, each is said',
      { vatIncluded: true, amount: eur(TOTAL - 1) },
      ['FINAL_INVOICE_AMOUNT_DIFFERS', 'VAT_ON_EXEMPT_INVOICE'],
    ],
    [
      'with VAT, over the total: an amount is net or gross, never both',
      { vatIncluded: true, amount: eur(TOTAL) },
      ['FINAL_INVOICE_AMOUNT_DIFFERS', 'VAT_ON_EXEMPT_INVOICE'],
    ],
  ])('%s', (_what, final, codes) => {
    expect(faultsOf(final)).toEqual(codes);
  });

  test.each<[string, Partial<InvoiceRecord>, readonly string[]]>([
    ['with VAT', { vatIncluded: true, amount: eur(GROSS) }, []],
    ['with the least VAT there is', { vatIncluded: true, amount: eur(TOTAL * 1.15) }, []],
    ['with less', { vatIncluded: true, amount: eur(TOTAL * 1.15 - 1) }, ['FINAL_INVOICE_AMOUNT_DIFFERS']],
    ['without VAT', {}, ['VAT_MISSING_ON_INVOICE']],
    ['under the margin scheme, which states none', { marginScheme: true }, []],
  ])('of a domestic sale %s', (_what, final, codes) => {
    const order = orderWith([stored('FINAL', final)], { sellerVatNumber: sampleBuyer().vatNumber });
    const faults = faultsOfFinalInvoice(order);
    expect(faults.map(({ code }) => code)).toEqual(codes);
    for (const { code, message } of faults)
      if (code === 'VAT_MISSING_ON_INVOICE') expect(message).toMatch(/domestic sale.*Articles 2\(1\)\(a\), 138\(1\)/);
  });

  test.each([
    [
      'whom VIES does not confirm',
      { vies: { ...sampleBuyer().vies, result: 'INVALID' } },
      /is not valid\. VIES does not confirm .*138\(1\)\(b\)/,
    ],
    [
      'whom the service has blocked',
      { status: 'BLOCKED' },
      /The buyer is blocked\. The service asks for more than the Directive/,
    ],
  ] as const)('to a buyer %s: VAT must be applied, whatever the supply would be otherwise', (_what, buyer, why) => {
    const faultsTo = (final: Partial<InvoiceRecord>) =>
      neededForVerdict({
        order: orderWith([stored('FINAL', final)]),
        buyer: { ...sampleBuyer(), ...buyer },
        documents: [],
      }).filter(({ code }) => CODES.includes(code));
    expect(faultsTo({ vatIncluded: true, amount: eur(GROSS) })).toEqual([]);
    expect(faultsTo({})).toEqual([{ code: 'VAT_MISSING_ON_INVOICE', message: expect.stringMatching(why) }]);
  });

  test('the preliminary one may be over an instalment, with VAT', () => {
    const order = orderWith([stored('PRELIMINARY', { amount: eur(1), vatIncluded: true })]);
    expect(faultsOfFinalInvoice(order)).toEqual([]);
  });

  test('the message names both amounts', () => {
    const [fault] = faultsOfFinalInvoice(orderWith([stored('FINAL', { amount: eur(TOTAL - 1) })]));
    expect(fault?.message).toContain('EUR 24,999.99');
    expect(fault?.message).toContain('EUR 25,000.00');
  });
});
