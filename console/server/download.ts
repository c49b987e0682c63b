import { CONSOLE_HEADERS, fetchSafely, readRefused } from './call.ts';
import { Refusal } from './refusal.ts';

/** Reads a file of the control API; a link could not send the console's header. */
export const readFile = async (url: string): Promise<Blob> => {
  const response = await fetchSafely(url, { headers: CONSOLE_HEADERS });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return response.blob();
};

/** Saves such a file, whatever is in it: nothing of it is shown in the page. */
export const download = async (url: string, fileName: string): Promise<void> => {
  const address = URL.createObjectURL(await readFile(url));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(address);
};
