import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextTurn } from '../../../src/edges/system/timers.ts';
import type { RunInSlices } from '../../../src/kernel/time-slices.ts';
import { drawExportFile } from '../../../src/vat/export-file/describe-export-file.ts';
import type { ExportFileFacts } from '../../../src/vat/export-file/export-file.ts';
import { type ReadPdf, readColumns, readPdf } from './read-pdf.ts';
import { ORDER, SELLER, sampleFacts, sampleVin, vinOf } from './sample-facts.ts';
import { runs } from '../../support/long-form.ts';

const draw = async (facts: ExportFileFacts, seller: Parameters<typeof drawExportFile>[1] = SELLER): Promise<ReadPdf> =>
  readPdf(await drawExportFile(facts, seller));

describe('an order with an exemption', () => {
  let pdf: ReadPdf;
  beforeAll(async () => {
    pdf = await draw(sampleFacts());
  });

  test.each([
    ['the order', 'NL-2026-10-0417', ORDER, '12 Oct 2026', 'EUR 25,000.00', 'Annelies de Vries'],
    ['the decision', 'VALID_EXPORT', 'the VAT exemption applies'],
    ['the seller', "Veldhuis Auto's B.V.", 'NL114933108B01', SELLER.uuid],
    ['the buyer', 'Autohandel Łukasz Kowalski Sp. z o.o.', 'ul. Głogowska 112, 60-243 Poznań, PL', 'PL9540638567'],
    ['what VIES and KYC said', 'VALID, checked 8 Oct 2026, 12:00 UTC', 'SERVICE_LED, VERIFIED'],
    ['the vehicles', vinOf(0), vinOf(1), 'Škoda Octavia', '52,001 km', '15 Mar 2021', 'EUR 12,500.00'],
    ['the invoices', 'PRELIMINARY-0417', 'FINAL-0417', '14 Oct 2026', 'not included'],
    ['the payments', '16 Oct 2026, 09:12 UTC', 'SEPA 0417', 'bank-transfer.pdf', 'Outstanding', 'EUR 0.00'],
    ['the transport', '21 Oct 2026, 08:30 UTC', '24 Oct 2026, 16:05 UTC', 'cmr.pdf', 'pickup.pdf'],
    ['the documents', '00000003-6c3b-4d18-b2a5-c07f1e8d3946', 'DELIVERY_DECLARATION', '27 Oct 2026, 12:00 UTC'],
    ['the generation', 'Version 1', 'Generated 28 Oct 2026, 12:00 UTC', 'a6c0e5f7-3d18-4b92-8f61-d94b7e2c0a35'],
  ])('names %s', (_what, ...texts) => {
    // Lines may break anywhere.
    const flat = pdf.text.replaceAll(/\s+/g, '');
    for (const text of texts) expect(flat).toContain(text.replaceAll(' ', ''));
  });

  test('counts neither what was archived nor earlier Export Files as evidence', () => {
    expect(pdf.text).not.toMatch(/lost-cmr|export-file-v0/);
  });

  test('says on every page what it is not, and which page it is', () => {
    expect(pdf.pages.length).toBeGreaterThan(1);
    for (const [index, page] of pdf.pages.entries()) {
      expect(page).toContain('stub data, not a tax document');
      expect(page).toContain(`Page ${String(index + 1)} of ${String(pdf.pages.length)}`);
    }
  });

  test('is filed under its order and dated to its generation', () => {
    expect(pdf.info).toMatchObject({
      Title: 'Export File: Order NL-2026-10-0417, Version 1',
      CreationDate: 'D:20261028120003Z',
      ModDate: 'D:20261028120003Z',
    });
  });
});

test('an exempt order names its new means of transport, and the article', async () => {
  const { text } = await draw(sampleFacts([sampleVin(0, { mileage: 5000 }), sampleVin(1)]));
  expect(text).toContain('Why the supply is exempt');
  expect(text).toMatch(new RegExp(`New means of transport, supplied to another member state: ${vinOf(0)}\\.`));
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Directive 2006/112/EC, Articles 138(1) and (2)(a), 2(2)(b).');
});

describe('an order whose VAT is due', () => {
  const facts = sampleFacts([sampleVin(0, { mileage: 5000 }), sampleVin(1)]);
  const applicable: ExportFileFacts = {
    ...facts,
    version: 2,
    decision: 'VAT_APPLICABLE',
    order: { ...facts.order, invoices: facts.order.invoices.map((invoice) => ({ ...invoice, marginScheme: true })) },
  };

  test('says why, when it is valid', async () => {
    const { text } = await draw(applicable);
    expect(text).toContain('VAT must be applied on the final invoice. The compliance status of the order is VALID.');
    expect(text).toContain('The invoice uses the margin scheme.');
    expect(text).toContain('Directive 2006/112/EC, Article 139(3)');
    expect(text).not.toContain('New means of transport');
    expect(text).not.toContain('Blockers');
    expect(text).toContain('Version 2');
  });

  test('lists the blockers, when it is not', async () => {
    const blockers = [
      { code: 'VIES_INVALID', message: 'VIES does not confirm the VAT number PL9540638567.' },
      { code: 'CMR_MISSING', message: 'The signed CMR has not been uploaded.', vin: vinOf(1) },
    ];
    const compliance = { ...facts.order.compliance, status: 'INVALID' as const, blockers };
    const { text } = await draw({ ...applicable, order: { ...applicable.order, compliance } });
    expect(text).toContain('The compliance status of the order is INVALID.');
    expect(text).toMatch(/VIES_INVALID\s+all\s+VIES does not confirm the VAT number PL9540638567\./);
    expect(text).toMatch(new RegExp(`CMR_MISSING\\s+${vinOf(1)}\\s+The signed CMR has not been uploaded\\.`));
  });
});

/** By the places on the paper: a text under the wrong head would be there as well. */
describe('what stands under which head', () => {
  const sample = sampleFacts([sampleVin(0, { mileage: 9999 }), sampleVin(1, { brand: 'Audi', model: 'A4' })]);
  const [preliminary, final] = sample.order.invoices;
  const facts: ExportFileFacts = {
    ...sample,
    order: {
      ...sample.order,
      invoices: [
        { ...preliminary!, invoiceDate: '2026-10-13', vatIncluded: true, status: 'INVALID' },
        { ...final!, marginScheme: true, amount: { value: 2_400_000, currency: 'EUR' } },
      ],
      compliance: {
        ...sample.order.compliance,
        status: 'INVALID',
        blockers: [
          { code: 'CMR_MISSING', message: 'No CMR.', vin: vinOf(1) },
          { code: 'OTHER', message: 'Another.' },
        ],
      },
    },
    decision: 'VAT_APPLICABLE',
    documents: [...sample.documents.slice(0, -1), { ...sample.documents[2]!, id: 'newer', fileName: 'newer.pdf' }],
  };
  const columns = async (title: string, heads: readonly string[]): Promise<Record<string, string>> => {
    const read = await readColumns(await drawExportFile(facts, SELLER), title, heads);
    return Object.fromEntries(Object.entries(read).map(([head, cells]) => [head, cells.join('|')]));
  };

  test('of the vehicles', async () => {
    const heads = ['No.', 'VIN', 'Make and model', 'Mileage', 'First registered', 'Purchase amount'];
    expect(await columns('Vehicles (2)', heads)).toEqual({
      'No.': '1|2',
      VIN: `${vinOf(0)}|${vinOf(1)}`,
      'Make and model': 'Škoda Octavia|Audi A4|Total amount of the order',
      Mileage: '9,999 km|52,001 km',
      'First registered': '15 Mar 2021|15 Mar 2021',
      'Purchase amount': 'EUR 12,500.00|EUR 12,500.00|EUR 25,000.00',
    });
  });

  test('of the invoices', async () => {
    const heads = ['Type', 'Number', 'Date', 'Status', 'VAT', 'Margin scheme', 'Amount'];
    expect(await columns('Invoices', heads)).toEqual({
      Type: 'PRELIMINARY|FINAL',
      Number: 'PRELIMINARY-0417|FINAL-0417',
      Date: '13 Oct 2026|14 Oct 2026',
      Status: 'INVALID|VALID',
      VAT: 'included|not included',
      'Margin scheme': 'no|yes',
      Amount: 'EUR 25,000.00|EUR 24,000.00',
    });
  });

  test('of the payments', async () => {
    expect(await columns('Payments', ['Paid', 'Reference', 'Proof of payment', 'Amount'])).toEqual({
      Paid: '16 Oct 2026, 09:12 UTC|Outstanding|Outstanding by invoice|Overpaid',
      Reference: 'SEPA 0417',
      'Proof of payment': 'bank-transfer.pdf',
      Amount: 'EUR 25,000.00|EUR 25,000.00|EUR 0.00|EUR 0.00|EUR 0.00',
    });
  });

  test('of the transport: each declaration in its own column, and of two of a type the latest', async () => {
    const heads = ['VIN', 'Picked up', 'Delivered', 'CMR', 'Pickup declaration', 'Delivery declaration'];
    const { 'Picked up': pickedUp, Delivered: delivered, ...rest } = await columns('Transport and evidence', heads);
    expect([pickedUp, delivered].map((text) => text?.replaceAll(/[\s|]+/g, ' '))).toEqual([
      '21 Oct 2026, 08:30 UTC 21 Oct 2026, 08:30 UTC',
      '24 Oct 2026, 16:05 UTC 24 Oct 2026, 16:05 UTC',
    ]);
    expect(rest).toEqual({
      VIN: `${vinOf(0)}|${vinOf(1)}`,
      CMR: 'newer.pdf|newer.pdf',
      'Pickup declaration': 'pickup.pdf|pickup.pdf',
      'Delivery declaration': '–|delivery-of-one.pdf',
    });
  });

  test('of the documents', async () => {
    const { Type: types, VIN: vins } = await columns('Documents', ['Type', 'VIN']);
    expect(types).toBe('PROOF_OF_PAYMENT|PICKUP_DECLARATION|DELIVERY_DECLARATION|CMR');
    expect(vins).toBe(`all|all|${vinOf(1)}|all`);
  });

  test('of the blockers', async () => {
    expect(await columns('Blockers', ['Code', 'VIN', 'Problem'])).toEqual({
      Code: 'CMR_MISSING|OTHER',
      VIN: `${vinOf(1)}|all`,
      Problem: 'No CMR.|Another.',
    });
  });
});

test('the same facts give the same bytes, other facts others', async () => {
  const bytes = await drawExportFile(sampleFacts(), SELLER);
  expect(Buffer.compare(bytes, await drawExportFile(sampleFacts(), SELLER))).toBe(0);
  const next = await drawExportFile({ ...sampleFacts(), documentId: ORDER }, SELLER);
  expect(Buffer.compare(bytes, next)).not.toBe(0);
});

test('in slices, the same facts give the same bytes', async () => {
  let slices = 0;
  const inSlices: RunInSlices = async (steps) => {
    for (;;) {
      slices += 1;
      const step = steps.next();
      if (step.done === true) return step.value;
      await new Promise<void>((resolve) => nextTurn(resolve));
    }
  };
  const facts = sampleFacts(Array.from({ length: 100 }, (_, index) => sampleVin(index)));
  expect(Buffer.compare(await drawExportFile(facts, SELLER, inSlices), await drawExportFile(facts, SELLER))).toBe(0);
  expect(slices).toBeGreaterThan(200);
});

test('200 vehicles flow over pages: each is there, in order, and every page repeats the heads of the columns', async () => {
  const { pages, text } = await draw(sampleFacts(Array.from({ length: 200 }, (_, index) => sampleVin(index))));
  expect(text).toContain('Vehicles (200)');
  const vins = text.slice(text.indexOf('Vehicles (200)'), text.indexOf('Invoices')).match(/WVWZZZ1JZ3W\d{6}/g);
  expect(vins).toEqual(Array.from({ length: 200 }, (_, index) => vinOf(index)));
  for (const page of pages.filter((candidate) => candidate.includes('km'))) expect(page).toContain('Make and model');
  expect(pages.length).toBeGreaterThan(8);
});

test('a seller of whom only the identifier is known', async () => {
  expect((await draw(sampleFacts(), { uuid: SELLER.uuid })).text).toMatch(/Company\s+not known/);
});

test('letters of the Union are printed; for others it is shown that something stands there', async () => {
  const name = 'Ελληνικά Αυτοκίνητα – Авто Център – Ţīșğő ñçßø 東京 🚗';
  const facts = sampleFacts();
  const { text } = await draw({ ...facts, buyer: { ...facts.buyer, companyName: name } });
  const printed = 'Ελληνικά Αυτοκίνητα – Авто Център – Ţīșğő ñçßø \uFFFD\uFFFD \uFFFD';
  expect(text.replaceAll(/\s+/g, '')).toContain(printed.replaceAll(' ', ''));
});

test('whatever customers write, there is a file', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('x'.repeat(5000), 'word '.repeat(2000), '\n'.repeat(500), ''),
  );
  const sample = sampleFacts();
  await fc.assert(
    fc.asyncProperty(anything, anything, anything, async (first, second, third) => {
      const vins = [sampleVin(0, { brand: first, model: second })];
      const { pages } = await draw({
        ...sample,
        order: { ...sample.order, externalOrderId: second, vins },
        buyer: { ...sample.buyer, companyName: first, address: { ...sample.buyer.address, street: third } },
        documents: sample.documents.map((document) => ({ ...document, fileName: third })),
      });
      expect(pages.length).toBeLessThan(4);
      expect(pages.at(-1)).toContain(`Page ${String(pages.length)} of ${String(pages.length)}`);
    }),
    { numRuns: runs({ short: 6, long: 25 }) },
  );
});
