import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextTurn } from '../../../src/edges/system/time.ts';
import type { RunInSlices } from '../../../src/kernel/time-slices.ts';
import { drawExportFile } from '../../../src/vat/export-file/describe-export-file.ts';
import type { ExportFileFacts } from '../../../src/vat/export-file/export-file.ts';
import { type ReadPdf, readColumns, readPdf } from './read-pdf.ts';
import { SELLER, sampleFacts, sampleVin, vinOf } from './sample-facts.ts';
import { runs } from '../../support/long-form.ts';

const draw = async (facts: ExportFileFacts, seller: Parameters<typeof drawExportFile>[1] = SELLER): Promise<ReadPdf> =>
  readPdf(await drawExportFile(facts, seller));

test('a file is filed under its order and dated to its generation', async () => {
  const { info } = await draw(sampleFacts());
  expect(info).toMatchObject({
    Title: 'Export File: Order NL-2026-10-0417, Version 1',
    CreationDate: 'D:20261028120003Z',
    ModDate: 'D:20261028120003Z',
  });
});

/** By the places on the paper: a text under the wrong head would be there as well. */
describe('what stands under which head', () => {
  const sample = sampleFacts([sampleVin(0, { mileage: 9999 }), sampleVin(1, { brand: 'Audi', model: 'A4' })]);
  const facts: ExportFileFacts = {
    ...sample,
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
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${String(index + 1)} of ${String(pages.length)}`);
    if (page.includes('km')) expect(page).toContain('Make and model');
  }
  expect(pages.length).toBeGreaterThan(8);
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
    }),
    { numRuns: runs({ short: 6, long: 25 }) },
  );
});
