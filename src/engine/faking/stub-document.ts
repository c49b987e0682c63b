import { binaryContent, type Content, textContent } from '../../kernel/http.ts';
import { matchesMediaType } from '../../kernel/media-type.ts';

/** One page with a line of ASCII text. */
const onePagePdf = (text: string): string => pdfOf(`BT /F1 18 Tf 72 760 Td (${text}) Tj ET`);

/** A page with the contents of a stream: the minimal PDF that readers open without an error. */
export const pdfOf = (stream: string): string => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = String(objects.length + 1);
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
};

/** A transparent 1x1 PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A white 1x1 JPEG of minimal size. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////' +
    '////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAI' +
    'AQEAAD8AR//Z',
  'base64',
);

const TEXT = 'Stub data, not a real document';

const DOCUMENTS: readonly Content[] = [
  textContent(onePagePdf(TEXT), 'application/pdf'),
  binaryContent(PNG, 'image/png'),
  binaryContent(JPEG, 'image/jpeg'),
  textContent(`${TEXT}\n`, 'text/plain'),
  textContent(`${TEXT}\n`, 'application/octet-stream'),
];

/** A small valid file of a media type or range; undefined for unsupported types. */
export const stubDocument = (mediaType: string): Content | undefined =>
  DOCUMENTS.find((document) => matchesMediaType(mediaType, document.mediaType));

/** Types with a syntax that a client would read: anything else would not be one. */
const HAS_SYNTAX = /[/+]xml$|^multipart\/|^application\/x-www-form-urlencoded$|\*/;

/** The same for any type that a client takes as bytes. */
export const stubBytes = (mediaType: string): Content | undefined =>
  HAS_SYNTAX.test(mediaType) ? undefined : textContent(`${TEXT}\n`, mediaType);
