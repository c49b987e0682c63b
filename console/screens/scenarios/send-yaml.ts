import { call, CONSOLE_HEADERS, fetchSafely, readRefused, toUrl } from '../../server/call.ts';
import { Refusal } from '../../server/refusal.ts';
import type { components } from '../../../src/generated/admin-types.ts';

type Schemas = components['schemas'];

const sendYaml = async (path: string, text: string): Promise<unknown> => {
  const response = await fetchSafely(toUrl(path), {
    method: 'POST',
    headers: { ...CONSOLE_HEADERS, accept: 'application/json', 'content-type': 'application/yaml' },
    body: text,
  });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return response.json();
};

/** The errors of a scenario, as `vatmock validate` finds them. */
export const validate = async (text: string): Promise<Schemas['ScenarioValidation']> =>
  (await sendYaml('/scenarios/validate', text)) as Schemas['ScenarioValidation'];

/** Uploads a scenario; with `activate` it applies to every call at once. */
export const upload = async (text: string, activate: boolean): Promise<string> => {
  const { name } = (await sendYaml('/scenarios', text)) as Schemas['Scenario'];
  if (activate) await call('POST', '/scenarios/{name}/activate', { path: { name } });
  return name;
};
