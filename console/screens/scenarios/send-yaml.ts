import { call } from '../../server/call.ts';
import { sendYaml } from '../../server/send-yaml.ts';
import type { components } from '../../../src/generated/admin-types.ts';

type Schemas = components['schemas'];

/** The errors of a scenario, as `vatmock validate` finds them. */
export const validate = async (text: string): Promise<Schemas['ScenarioValidation']> =>
  (await sendYaml('/scenarios/validate', text)) as Schemas['ScenarioValidation'];

/** Uploads a scenario; with `activate` it applies to every call at once. */
export const upload = async (text: string, activate: boolean): Promise<string> => {
  const { name } = (await sendYaml('/scenarios', text)) as Schemas['Scenario'];
  if (activate) await call('POST', '/scenarios/{name}/activate', { path: { name } });
  return name;
};
