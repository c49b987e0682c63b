/** The journal keeps no uploaded files: small ones of the same type take their place. */
const SAMPLES: Readonly<Record<string, string>> = {
  'application/pdf': Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64'),
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/jpeg': '/9j/4AAQSkZJRgABAQEASABIAAD/2Q==',
};

/** In base64. */
export const sampleOf = (mediaType: string): string =>
  SAMPLES[mediaType] ?? Buffer.from('vatmock\n').toString('base64');
