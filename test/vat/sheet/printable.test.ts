import { expect, test } from '@jest/globals';
import { drawSheet } from '../../../src/vat/sheet/draw-sheet.ts';
import { toPrintable } from '../../../src/vat/sheet/printable.ts';
import { readPdf } from '../export-file/read-pdf.ts';

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
