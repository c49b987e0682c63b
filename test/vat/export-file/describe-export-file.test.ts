import { describe, expect, test } from '@jest/globals';
import { describeExportFile } from '../../../src/vat/export-file/describe-export-file.ts';
import { explainDecision, type ExportFileFacts } from '../../../src/vat/export-file/export-file.ts';
import type { Section, Sheet } from '../../../src/vat/sheet/sheet.ts';
import { ORDER, SELLER, sampleFacts, sampleVin, vinOf } from './sample-facts.ts';

type Table = Extract<Section, { readonly kind: 'table' }>;

const sheetOf = (
  change: Partial<ExportFileFacts> = {},
  seller: Parameters<typeof describeExportFile>[1] = SELLER,
): Sheet => describeExportFile({ ...sampleFacts(), ...change }, seller);

const changed = (change: Partial<ExportFileFacts['order']>): Partial<ExportFileFacts> => ({
  order: { ...sampleFacts().order, ...change },
});

const sectionOf = (sheet: Sheet, title: string): Section => {
  const section = sheet.sections.find((one) => one.title === title);
  if (section === undefined) throw new Error(`there is no section ${title}`);
  return section;
};

const tableOf = (sheet: Sheet, title: string): Table => {
  const section = sectionOf(sheet, title);
  if (section.kind !== 'table') throw new Error(`${title} is no table`);
  return section;
};

/** The heads of the columns; those of numbers say that they stand at the right. */
const headOf = ({ columns }: Table): readonly string[] =>
  columns.map(({ title, align }) => (align === undefined ? title : `${title}, ${align}`));

const fieldsOf = (sheet: Sheet, title: string): unknown => {
  const section = sectionOf(sheet, title);
  if (section.kind !== 'fields') throw new Error(`${title} has no fields`);
  return section.groups.map((group) => [group.title, ...group.fields.map(([name, value]) => `${name}: ${value}`)]);
};

test('the page is about one generation for one order', () => {
  const { sections, banner, ...rest } = sheetOf();
  expect(rest).toEqual({
    title: 'Export File',
    subtitle: expect.stringContaining('cross-border'),
    reference: {
      headline: 'Order NL-2026-10-0417',
      lines: ['Version 1', 'Generated 28 Oct 2026, 12:00 UTC'],
    },
    warning: 'This is stub data, not a tax document',
    footer: 'Export File a6c0e5f7-3d18-4b92-8f61-d94b7e2c0a35, version 1  |  Order NL-2026-10-0417',
    information: {
      id: 'a6c0e5f7-3d18-4b92-8f61-d94b7e2c0a35',
      subject: 'Order NL-2026-10-0417, Version 1',
      madeAt: new Date('2026-10-28T12:00:03Z'),
    },
  });
  expect(banner?.headline).toBe('VALID_EXPORT');
  expect(sections.map(({ title }) => title)).toEqual([
    'Why the supply is exempt',
    'Order',
    'Parties',
    'VIES checks',
    'Vehicles (2)',
    'Invoices',
    'Payments',
    'Departure and arrival',
    'Transport and evidence',
    'Documents',
  ]);
});

describe('the verdict', () => {
  const compliance = (status: 'VALID' | 'INVALID') => ({ ...sampleFacts().order.compliance, status });

  test.each([
    ['VALID_EXPORT', 'VALID', 'good', 'exemption'],
    ['VAT_APPLICABLE', 'VALID', 'caution', ' VALID.'],
    ['VAT_APPLICABLE', 'INVALID', 'bad', ' INVALID.'],
  ] as const)('%s of an order that is %s looks %s', (decision, status, tone, text) => {
    const { banner } = sheetOf({ decision, ...changed({ compliance: compliance(status) }) });
    expect(banner).toEqual({ tone, headline: decision, text: expect.stringContaining(text) });
  });

  test('has the reasons of the rules', () => {
    const notesOf = (change: Partial<ExportFileFacts>, title: string): unknown => {
      const section = sectionOf(sheetOf(change), title);
      return section.kind === 'notes' ? section.notes : undefined;
    };
    expect(notesOf({}, 'Why the supply is exempt')).toEqual(explainDecision(sampleFacts(), 'VALID_EXPORT'));
    const scheme = changed({ invoices: sampleFacts().order.invoices.map((one) => ({ ...one, marginScheme: true })) });
    expect(notesOf({ ...scheme, decision: 'VAT_APPLICABLE' }, 'Why the supply is taxed')).toEqual([
      expect.stringMatching(/margin scheme: .* does not state it .*Directive 2006\/112\/EC, Article 139\(3\)/),
    ]);
  });

  test('explains only what speaks for it', () => {
    const invalid = { ...sampleFacts(), ...changed({ compliance: compliance('INVALID') }) };
    expect(explainDecision(invalid, 'VAT_APPLICABLE')).toEqual([
      expect.stringMatching(/Directive 2006\/112\/EC, Article 138\(1\)\(b\)/),
    ]);
    expect(explainDecision(sampleFacts(), 'VAT_APPLICABLE')).toEqual([]);
  });

  test('names what stood against it', () => {
    const blockers = [
      { code: 'VIES_INVALID', message: 'VIES does not confirm it.' },
      { code: 'CMR_MISSING', message: 'The CMR is missing.', vin: vinOf(0) },
    ];
    const sheet = sheetOf(changed({ compliance: { ...compliance('INVALID'), blockers } }));
    const table = tableOf(sheet, 'Blockers');
    expect(headOf(table)).toEqual(['Code', 'VIN', 'Problem']);
    expect(table.rows).toEqual([
      ['VIES_INVALID', 'all', 'VIES does not confirm it.'],
      ['CMR_MISSING', vinOf(0), 'The CMR is missing.'],
    ]);
  });
});

describe('the order', () => {
  const [LEFT, RIGHT] = [
    [
      undefined,
      'External order id: NL-2026-10-0417',
      `Order uuid: ${ORDER}`,
      'Purchase date: 12 Oct 2026',
      'Total amount: EUR 25,000.00',
    ],
    [undefined, 'Status: COMPLIANCE_VALID (compliant)', 'Compliance: VALID', 'Decision: VALID_EXPORT (exempt)'],
  ];

  test('with whom to turn to', () => {
    expect(fieldsOf(sheetOf(), 'Order')).toEqual([
      LEFT,
      [...RIGHT, 'Contact: Annelies de Vries', 'E-mail: annelies@veldhuis.example'],
    ]);
    const responsibleContact = { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.com', phone: '+31 1' };
    expect(fieldsOf(sheetOf(changed({ responsibleContact })), 'Order')).toEqual([
      LEFT,
      [...RIGHT, 'Contact: Ana Sample', 'E-mail: ana@example.com', 'Phone: +31 1'],
    ]);
  });

  test('with nobody to turn to', () => {
    const { responsibleContact: _contact, ...order } = sampleFacts().order;
    expect(fieldsOf(sheetOf({ order }), 'Order')).toEqual([LEFT, RIGHT]);
  });
});

describe('the parties', () => {
  const BUYER = [
    'Buyer',
    'Company: Autohandel Łukasz Kowalski Sp. z o.o.',
    'Address: ul. Głogowska 112, 60-243 Poznań, PL',
    'VAT number: PL9540638567',
    'VIES: VALID, checked 8 Oct 2026, 12:00 UTC',
    'KYC: SERVICE_LED, VERIFIED',
    'Buyer id: 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254',
  ];

  test('as they are known', () => {
    expect(fieldsOf(sheetOf(), 'Parties')).toEqual([
      [
        'Seller',
        "Company: Veldhuis Auto's B.V.",
        'Address: Hoogeweg 41, 3542 AB Utrecht, NL',
        'VAT number: NL114933108B01',
        `Seller id: ${SELLER.uuid}`,
      ],
      BUYER,
    ]);
  });

  test('of a seller without a company only the identifier is known', () => {
    expect(fieldsOf(sheetOf({}, { uuid: SELLER.uuid }), 'Parties')).toEqual([
      ['Seller', 'Company: not known', 'Address: not known', 'VAT number: not known', `Seller id: ${SELLER.uuid}`],
      BUYER,
    ]);
  });

  test('of a buyer in Mode A nothing is verified; VIES may not have answered', () => {
    const buyer = {
      ...sampleFacts().buyer,
      kycMode: 'MARKETPLACE_LED' as const,
      vies: { result: 'PENDING' as const, checkedAt: null },
    };
    const [, fields] = fieldsOf(sheetOf({ buyer }), 'Parties') as readonly string[][];
    expect(fields).toEqual(
      BUYER.map((line) => line.replace(/^VIES: .*/, 'VIES: PENDING').replace(/^KYC: .*/, 'KYC: MARKETPLACE_LED')),
    );
  });
});

test('the vehicles, numbered, with the total', () => {
  const { mileage: _mileage, firstRegistrationDate: _date, ...bare } = sampleVin(1);
  const table = tableOf(sheetOf(changed({ vins: [sampleVin(0), bare] })), 'Vehicles (2)');
  expect(headOf(table)).toEqual([
    'No.',
    'VIN',
    'Make and model',
    'Mileage, right',
    'First registered, right',
    'Purchase amount, right',
  ]);
  expect(table.rows).toEqual([
    ['1', vinOf(0), 'Škoda Octavia', '52,000 km', '15 Mar 2021', 'EUR 12,500.00'],
    ['2', vinOf(1), 'Škoda Octavia', '–', '–', 'EUR 12,500.00'],
  ]);
  expect(table.totals).toEqual([['', '', 'Total amount of the order', '', '', 'EUR 25,000.00']]);
});

test('the invoices', () => {
  const [first, second] = sampleFacts().order.invoices;
  const other = { ...second!, vatIncluded: true, marginScheme: true };
  const table = tableOf(sheetOf(changed({ invoices: [first!, other] })), 'Invoices');
  expect(headOf(table)).toEqual(['Type', 'Number', 'Date', 'Status', 'VAT', 'Margin scheme', 'Amount, right']);
  expect(table.rows).toEqual([
    ['PRELIMINARY', 'PRELIMINARY-0417', '14 Oct 2026', 'VALID', 'not included', 'no', 'EUR 25,000.00'],
    ['FINAL', 'FINAL-0417', '14 Oct 2026', 'VALID', 'included', 'yes', 'EUR 25,000.00'],
  ]);
});

test('the payments, with their proof and what is left', () => {
  const [payment] = sampleFacts().order.payments;
  const { reference: _reference, documentId: _document, ...bare } = payment!;
  const half = { value: 1_000_000, currency: 'EUR' };
  const payments = [
    { ...payment!, amount: half },
    { ...bare, amount: half },
  ];
  const table = tableOf(sheetOf(changed({ payments })), 'Payments');
  expect(headOf(table)).toEqual(['Paid', 'Reference', 'Proof of payment', 'Amount, right']);
  expect(table.rows).toEqual([
    ['16 Oct 2026, 09:12 UTC', 'SEPA 0417', { file: 'bank-transfer.pdf' }, 'EUR 10,000.00'],
    ['16 Oct 2026, 09:12 UTC', '–', '–', 'EUR 10,000.00'],
  ]);
  expect(table.totals).toEqual([
    ['Paid', '', '', 'EUR 20,000.00'],
    ['Outstanding', '', '', 'EUR 5,000.00'],
    ['Overpaid', '', '', 'EUR 0.00'],
  ]);
});

test.each([
  // Paid without the VAT of the invoice, with it, and more than that; then more than an invoice without VAT.
  [2_500_000, 3_025_000, ['EUR 25,000.00', 'EUR 0.00', 'EUR 5,250.00', 'EUR 0.00']],
  [3_025_000, 3_025_000, ['EUR 30,250.00', 'EUR 0.00', 'EUR 0.00', 'EUR 0.00']],
  [3_100_000, 3_025_000, ['EUR 31,000.00', 'EUR 0.00', 'EUR 0.00', 'EUR 750.00']],
  [2_600_000, 2_500_000, ['EUR 26,000.00', 'EUR 0.00', 'EUR 1,000.00']],
])('of %d paid and %d invoiced, what is outstanding and overpaid', (paid, invoiced, expected) => {
  const { payments, invoices } = sampleFacts().order;
  const order = changed({
    payments: payments.map((payment) => ({ ...payment, amount: { value: paid, currency: 'EUR' } })),
    invoices: invoices.map((invoice) => ({ ...invoice, amount: { value: invoiced, currency: 'EUR' } })),
  });
  const { totals = [] } = tableOf(sheetOf(order), 'Payments');
  expect(totals.map((cells) => cells.at(-1))).toEqual(expected);
});

test('each request to VIES, the failed ones too, with the consultation number of a confirmation', () => {
  const check = { at: Date.parse('2026-10-08T12:00:00Z'), vatNumber: 'PL9540638567' };
  const table = tableOf(
    sheetOf({
      checks: [
        { ...check, result: 'UNKNOWN', reason: 'VIES did not answer.' },
        { ...check, result: 'INVALID', reason: 'The number is not registered.' },
        { ...check, result: 'VALID', consultationNumber: 'WAPIAAAAXB1C2D3E' },
      ],
    }),
    'VIES checks',
  );
  expect(headOf(table)).toEqual(['Time', 'VAT number', 'Result', 'Consultation number', 'Reason']);
  expect(table.rows.map((row) => row.slice(2))).toEqual([
    ['UNKNOWN', '–', 'VIES did not answer.'],
    ['INVALID', '–', 'The number is not registered.'],
    ['VALID', 'WAPIAAAAXB1C2D3E', '–'],
  ]);
});

describe('departure and arrival, each with its country', () => {
  const routeOf = (...sheet: Parameters<typeof sheetOf>): readonly string[] =>
    (fieldsOf(sheetOf(...sheet), 'Departure and arrival') as readonly string[][]).map((group) => group[1] ?? '');

  test('the member state of the seller, and the address of the buyer', () => {
    expect(routeOf(changed({ sellerVatNumber: 'NL114933108B01' }))).toEqual([
      'Country: Netherlands (NL)',
      'Country: Poland (PL)',
    ]);
  });

  test('Northern Ireland by its own name, and a seller that nobody knows', () => {
    const address = { ...sampleFacts().buyer.address, country: 'GB', postCode: 'BT1 1AA' };
    const facts = { ...changed({ sellerVatNumber: 'EL094077783' }), buyer: { ...sampleFacts().buyer, address } };
    expect(routeOf(facts)).toEqual(['Country: Greece (GR)', 'Country: Northern Ireland (XI)']);
    expect(routeOf({}, { uuid: SELLER.uuid })[0]).toBe('Country: not known');
  });
});

test('what contradicts itself, as warnings', () => {
  const warnings = [{ code: 'DELIVERED_LATE', message: 'It arrived late.', vin: vinOf(0) }];
  const { compliance } = sampleFacts().order;
  const sheet = sheetOf(changed({ compliance: { ...compliance, warnings } }));
  expect(tableOf(sheet, 'Warnings').rows).toEqual([['DELIVERED_LATE', vinOf(0), 'It arrived late.']]);
});

test('the transport, with the evidence that counts for each vehicle', () => {
  const { pickup: _pickup, delivery: _delivery, ...waiting } = sampleVin(0);
  const table = tableOf(sheetOf(changed({ vins: [waiting, sampleVin(1)] })), 'Transport and evidence');
  expect(headOf(table)).toEqual(['VIN', 'Picked up', 'Delivered', 'CMR', 'Pickup declaration', 'Delivery declaration']);
  expect(table.rows).toEqual([
    [vinOf(0), '–', '–', { file: 'cmr.pdf' }, { file: 'pickup.pdf' }, '–'],
    [
      vinOf(1),
      '21 Oct 2026, 08:30 UTC',
      '24 Oct 2026, 16:05 UTC',
      { file: 'cmr.pdf' },
      { file: 'pickup.pdf' },
      { file: 'delivery-of-one.pdf' },
    ],
  ]);
});

test('the documents that are evidence: none that was archived, and no Export File', () => {
  const table = tableOf(sheetOf(), 'Documents');
  expect(headOf(table)).toEqual(['Type', 'File and document id', 'VIN', 'Uploaded']);
  expect(table.rows).toEqual(
    [
      ['PROOF_OF_PAYMENT', 'bank-transfer.pdf', 1, 'all'],
      ['CMR', 'cmr.pdf', 3, 'all'],
      ['PICKUP_DECLARATION', 'pickup.pdf', 4, 'all'],
      ['DELIVERY_DECLARATION', 'delivery-of-one.pdf', 5, vinOf(1)],
    ].map(([type, file, index, vin]) => [
      type,
      { file, note: `0000000${String(index)}-6c3b-4d18-b2a5-c07f1e8d3946` },
      vin,
      '27 Oct 2026, 12:00 UTC',
    ]),
  );
});
