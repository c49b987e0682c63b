import { CONSOLE_HEADERS, fetchSafely, readRefused, toUrl } from './call.ts';
import { Refusal } from './refusal.ts';

/** Saves the answer of a call as a file; a link could not send the console's header. */
export const download = async (path: string, fileName: string): Promise<void> => {
  const response = await fetchSafely(toUrl(path), { headers: CONSOLE_HEADERS });
  if (!response.ok) throw new Refusal(await readRefused(response));
  const url = URL.createObjectURL(await response.blob());
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(url);
};
