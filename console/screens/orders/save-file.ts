import { CONSOLE_HEADERS, fetchSafely, readRefused } from '../../server/call.ts';
import { Refusal } from '../../server/refusal.ts';

/** Reads a file of the control API. A link could not send the header of the console. */
export const readFile = async (url: string): Promise<Blob> => {
  const response = await fetchSafely(url, { headers: CONSOLE_HEADERS });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return response.blob();
};

/** Saves such a file, whatever is in it: nothing of it is shown in the page. */
export const saveFile = async (url: string, name: string): Promise<void> => {
  const address = URL.createObjectURL(await readFile(url));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(address);
};
