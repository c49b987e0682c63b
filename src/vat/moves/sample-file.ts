import type { FilePart } from '../../engine/message/decoded-body.ts';

/** A document to upload: a small PDF of one page that says what it stands for. The same words, the same bytes. */
export const sampleFile = (type: string, about: readonly string[]): FilePart => {
  const name = type.toLowerCase().replaceAll('_', '-');
  const heading = type === 'CMR' ? type : `${type.charAt(0)}${type.slice(1).toLowerCase().replaceAll('_', ' ')}`;
  const text = drawPage([`${heading} (sample)`, ...about]);
  return { field: 'file', fileName: `${name}.pdf`, mediaType: 'application/pdf', bytes: Buffer.from(text, 'latin1') };
};

/** Longest line on the page, in characters. */
const LONGEST_LINE = 80;

const drawPage = (lines: readonly string[]): string => {
  const shown = lines.map(
    (line) =>
      `(${line
        .replaceAll(/[^\x20-\x7e]/g, '?')
        .slice(0, LONGEST_LINE)
        .replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`,
  );
  const stream = ['BT /F1 14 Tf 22 TL 60 760 Td', ...shown, 'ET'].join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${String(stream.length)}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length);
    text += `${String(index + 1)} 0 obj${object}endobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = String(objects.length + 1);
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${String(text.length)}\n%%EOF\n`;
};
