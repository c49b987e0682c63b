const CONTENT = 'BT /F1 24 Tf 72 720 Td (A sample document) Tj ET';

const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  `<< /Length ${String(CONTENT.length)} >>\nstream\n${CONTENT}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
];

export const SAMPLE_NAME = 'sample.pdf';

/** A PDF of one page, for an upload without a file at hand. */
export const sampleFile = (): File => {
  let text = '%PDF-1.4\n';
  const places = OBJECTS.map((object, index) => {
    const place = text.length;
    text += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = String(OBJECTS.length + 1);
  const start = String(text.length);
  text += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new File([text], SAMPLE_NAME, { type: 'application/pdf' });
};
