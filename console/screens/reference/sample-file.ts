export const SAMPLE_NAME = 'sample.pdf';

/** A PDF of one page, whose last lines count the bytes before its parts. */
const SAMPLE = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>
endobj
4 0 obj
<< /Length 48 >>
stream
BT /F1 24 Tf 72 720 Td (A sample document) Tj ET
endstream
endobj
5 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
xref
0 6
0000000000 65535 f\u0020
0000000009 00000 n\u0020
0000000058 00000 n\u0020
0000000115 00000 n\u0020
0000000241 00000 n\u0020
0000000339 00000 n\u0020
trailer
<< /Size 6 /Root 1 0 R >>
startxref
409
%%EOF
`;

/** For an upload without a file at hand. */
export const sampleFile = (): File => new File([SAMPLE], SAMPLE_NAME, { type: 'application/pdf' });
