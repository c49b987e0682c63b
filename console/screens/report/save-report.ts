import { CONSOLE_HEADERS, fetchSafely, readRefused, toUrl } from '../../server/call.ts';
import { Refusal } from '../../server/refusal.ts';

const NAMES = { html: 'coverage.html', junit: 'coverage.junit.xml', ctrf: 'coverage.ctrf.json' } as const;

/** Saves the coverage in a format for people or for build servers. A link could not send the header of the console. */
export const saveReport = async (format: keyof typeof NAMES): Promise<void> => {
  const response = await fetchSafely(toUrl('/coverage', { query: { format } }), { headers: CONSOLE_HEADERS });
  if (!response.ok) throw new Refusal(await readRefused(response));
  const url = URL.createObjectURL(await response.blob());
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = NAMES[format];
  anchor.click();
  URL.revokeObjectURL(url);
};
