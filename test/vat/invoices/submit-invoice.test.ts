import { describe, expect, test } from '@jest/globals';
import { neededForVerdict } from '../../../src/vat/compliance/judge.ts';
import { submitInvoice } from '../../../src/vat/orders/invoices-and-payments.ts';
import { COMPLIANCE_RULES, type ComplianceRules } from '../../../src/vat/compliance/compliance-rules.ts';
import { ORDER_STEPS } from '../../../src/vat/orders/order-steps.ts';
import type { InvoiceRecord, OrderRecord, OrderStatus } from '../../../src/vat/orders/order.ts';
import { sampleBuyer, sampleOrderRecord } from '../../support/sample-records.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

const LATER = TEST_NOW + 60_000;
const TOTAL = 2_500_000;
const GROSS = TOTAL * 1.21;
const eur = (value: number) => ({ value, currency: 'EUR' });

const request = (change: Partial<Parameters<typeof submitInvoice>[1]> = {}): Parameters<typeof submitInvoice>[1] => ({
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

const typesIn = ({ order }: { readonly order: OrderRecord }): readonly string[] =>
  order.invoices.map(({ type }) => type);

describe('which invoice it is, when the request does not say', () => {
  test.each<[string, readonly InvoiceRecord[], string]>([
    ['the preliminary one is the first', [], 'PRELIMINARY'],
    ['the final one follows it', [stored('PRELIMINARY')], 'FINAL'],
    ['a final one alone does not make it final', [stored('FINAL')], 'PRELIMINARY'],
    ['with both it is the final one again', [stored('PRELIMINARY'), stored('FINAL')], 'FINAL'],
  ])('%s', (_what, invoices, type) => {
    expect(submitInvoice(orderWith(invoices), request(), LATER).type).toBe(type);
  });

  test('what the request says goes before', () => {
    expect(submitInvoice(orderWith([]), request({ type: 'FINAL' }), LATER).type).toBe('FINAL');
    const again = submitInvoice(orderWith([stored('PRELIMINARY')]), request({ type: 'PRELIMINARY' }), LATER);
    expect([again.type, again.isFirst]).toEqual(['PRELIMINARY', false]);
  });
});

describe('at most one of each type', () => {
  test('the first begins as SUBMITTED, at version 1', () => {
    const { order, isFirst } = submitInvoice(orderWith([]), request({ invoiceNumber: 'R-9' }), LATER);
    expect(isFirst).toBe(true);
    expect(order.invoices).toEqual([
      {
        ...request({ invoiceNumber: 'R-9' }),
        type: 'PRELIMINARY',
        status: 'SUBMITTED',
        version: 1,
        updatedAt: LATER,
      },
    ]);
  });

  test('another one takes its place, and keeps its standing until the order is settled', () => {
    const before = orderWith([stored('PRELIMINARY'), stored('FINAL')]);
    const { order, isFirst } = submitInvoice(before, request({ type: 'FINAL', invoiceNumber: 'R-2' }), LATER);
    expect(isFirst).toBe(false);
    expect(order.invoices).toEqual([
      before.invoices[0],
      { ...before.invoices[1], invoiceNumber: 'R-2', status: 'VALID', version: 3, updatedAt: TEST_NOW },
    ]);
  });

  test('the preliminary one stands first, whichever came first', () => {
    expect(typesIn(submitInvoice(orderWith([stored('FINAL')]), request({ type: 'PRELIMINARY' }), LATER))).toEqual([
      'PRELIMINARY',
      'FINAL',
    ]);
    expect(typesIn(submitInvoice(orderWith([stored('PRELIMINARY')]), request({ type: 'FINAL' }), LATER))).toEqual([
      'PRELIMINARY',
      'FINAL',
    ]);
  });
});

test('what an invoice may be assumed to leave out is false', () => {
  const { vatIncluded: _vat, marginScheme: _margin, ...rest } = request();
  const { order } = submitInvoice(orderWith([]), rest as ReturnType<typeof request>, LATER);
  expect(order.invoices[0]).toMatchObject({ vatIncluded: false, marginScheme: false });
  const said = submitInvoice(orderWith([]), request({ vatIncluded: true, marginScheme: true }), LATER);
  expect(said.order.invoices[0]).toMatchObject({ vatIncluded: true, marginScheme: true });
});

describe('where it takes the order', () => {
  test.each<[number, OrderStatus]>([
    [TOTAL, 'INVOICE_SUBMITTED'],
    [1, 'INVOICE_SUBMITTED'],
    [0, 'READY_FOR_PICKUP'],
  ])('a new order over %d minor units', (value, status) => {
    const order = orderWith([], { status: 'CREATED', totalAmount: eur(value) });
    expect(submitInvoice(order, request({ amount: eur(value) }), LATER).order.status).toBe(status);
  });

  test('an order that is further on stays where it is', () => {
    for (const status of Object.keys(ORDER_STEPS.submitInvoice.moves) as OrderStatus[])
      if (status !== 'CREATED')
        expect(submitInvoice(orderWith([], { status }), request(), LATER).order.status).toBe(status);
  });
});

describe('the final invoice against its order', () => {
  const CODES = ['FINAL_INVOICE_AMOUNT_DIFFERS', 'VAT_ON_EXEMPT_INVOICE', 'VAT_MISSING_ON_INVOICE'];
  const faultsOfFinalInvoice = (order: OrderRecord, rules = COMPLIANCE_RULES) =>
    neededForVerdict({ order, buyer: sampleBuyer(), documents: [] }, rules).filter(({ code }) => CODES.includes(code));

  const faultsOf = (final: Partial<InvoiceRecord>, rules: Partial<ComplianceRules['finalInvoice']> = {}) =>
    faultsOfFinalInvoice(orderWith([stored('PRELIMINARY', { amount: eur(1) }), stored('FINAL', final)]), {
      ...COMPLIANCE_RULES,
      finalInvoice: { ...COMPLIANCE_RULES.finalInvoice, ...rules },
    }).map(({ code }) => code);

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

  test('the preliminary one may be over an instalment, with VAT', () => {
    const order = orderWith([stored('PRELIMINARY', { amount: eur(1), vatIncluded: true })]);
    expect(faultsOfFinalInvoice(order)).toEqual([]);
  });

  test('what the rules do not compare is no fault', () => {
    const wrong = { vatIncluded: true, amount: eur(1) };
    expect(faultsOf(wrong, { comparesAmount: false })).toEqual(['VAT_ON_EXEMPT_INVOICE']);
    expect(faultsOf(wrong, { comparesVat: false })).toEqual(['FINAL_INVOICE_AMOUNT_DIFFERS']);
  });

  test('the message names both amounts', () => {
    const [fault] = faultsOfFinalInvoice(orderWith([stored('FINAL', { amount: eur(TOTAL - 1) })]));
    expect(fault?.message).toContain('EUR 24,999.99');
    expect(fault?.message).toContain('EUR 25,000.00');
  });
});
