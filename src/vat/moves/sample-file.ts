import { pdfOf } from '../../engine/faking/stub-document.ts';
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
  return pdfOf(['BT /F1 14 Tf 22 TL 60 760 Td', ...shown, 'ET'].join('\n'));
};
