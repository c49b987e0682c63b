import { expect, test } from '@jest/globals';
import { drawSheet } from '../../../src/vat/sheet/draw-sheet.ts';
import type { Section, Sheet } from '../../../src/vat/sheet/sheet.ts';
import { toPrintable } from '../../../src/vat/sheet/paper.ts';
import { readPdf } from '../export-file/read-pdf.ts';

const sheetOf = (): Sheet => ({
  title: 'Sheet',
  subtitle: '',
  reference: { headline: '', lines: [] },
  warning: '',
  sections: [],
  footer: '',
  information: { id: '', subject: '', madeAt: new Date(0) },
});

const EVERY_CHARACTER = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code));

test('every character that counts as printable is in the fonts, bold and regular', async () => {
  const printable = EVERY_CHARACTER.filter((character) => toPrintable(character) === character && character !== ' ');
  expect(printable.length).toBeGreaterThan(450);
  const lines = Array.from({ length: Math.ceil(printable.length / 30) }, (_, index) =>
    printable.slice(index * 30, index * 30 + 30).join(''),
  );
  const { text } = await readPdf(
    await drawSheet({
      title: 'Characters',
      subtitle: '',
      reference: { headline: '', lines: [] },
      warning: '',
      banner: { tone: 'good', headline: '', text: '' },
      sections: [
        { kind: 'notes', title: 'Regular', notes: lines },
        { kind: 'table', title: 'Bold', columns: [], rows: [], empty: '' },
        ...lines.map((line) => ({ kind: 'fields', title: '', groups: [{ title: line, fields: [] }] }) as const),
      ],
      footer: '',
      information: { id: '', subject: '', madeAt: new Date(0) },
    }),
  );
  // The micro sign and the Greek letter share a glyph.
  const [regular = '', bold = ''] = text.replaceAll('\u03BC', '\u03BC\u00B5').split('Bold');
  expect(printable.filter((character) => !regular.includes(character))).toEqual([]);
  expect(printable.filter((character) => !bold.includes(character))).toEqual([]);
});

test.each([
  ['a\r\nb\tc', 'a b c'],
  ['non\u00A0breaking\u2011hyphen', 'non breaking-hyphen'],
  ['soft\u00ADhyphen and zero\u200Bwidth', 'softhyphen and zerowidth'],
  ['turned \u202Earound', 'turned around'],
  ['Z\u0307', '\u017B'],
  ['汽车 🚗', '\uFFFD\uFFFD \uFFFD'],
  ['\uD800', '\uFFFD'],
])('%j is printed as %j', (text, printed) => {
  expect(toPrintable(text)).toBe(printed);
});

test('the name of a file takes one line, and keeps its beginning and its end', async () => {
  const file = `delivery-declaration-${'x'.repeat(80)}-1050.pdf`;
  const table = (cell: { readonly file: string }): Section => ({
    kind: 'table',
    title: 'Documents',
    columns: [
      { title: 'Narrow', share: 1 },
      { title: 'Wide', share: 5 },
    ],
    rows: [[cell, cell]],
    empty: '',
  });
  const { text } = await readPdf(await drawSheet({ ...sheetOf(), sections: [table({ file })] }));
  expect(text).toMatch(/deliv\S*…\S*\.pdf/);
  expect(text).not.toContain(file);
  const short = await readPdf(await drawSheet({ ...sheetOf(), sections: [table({ file: 'cmr.pdf' })] }));
  expect(short.text.match(/cmr\.pdf/g)).toHaveLength(2);
});
