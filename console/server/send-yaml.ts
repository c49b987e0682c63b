import { CONSOLE_HEADERS, fetchSafely, readRefused, toUrl } from './call.ts';
import { Refusal } from './refusal.ts';

/** Sends a text that a person wrote to the control API, comments included. */
export const sendYaml = async (path: string, text: string): Promise<unknown> => {
  const response = await fetchSafely(toUrl(path), {
    method: 'POST',
    headers: { ...CONSOLE_HEADERS, accept: 'application/json', 'content-type': 'application/yaml' },
    body: text,
  });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return response.json();
};
