import { toUrl } from '../../server/call.ts';
import { download } from '../../server/download.ts';

const NAMES = { html: 'coverage.html', junit: 'coverage.junit.xml', ctrf: 'coverage.ctrf.json' } as const;

/** Saves the coverage in a format for people or for build servers. */
export const saveReport = (format: keyof typeof NAMES): Promise<void> =>
  download(toUrl('/coverage', { query: { format } }), NAMES[format]);
