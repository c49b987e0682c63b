import type { components } from '../../../src/generated/admin-types.ts';

type Schemas = components['schemas'];

export type Scenario = Schemas['Scenario'];
export type ScenarioReport = Schemas['ScenarioReport'];
/** Lists of names of this server. */
export type Words = Readonly<Record<string, readonly string[] | undefined>>;
export type Diagnostic = Schemas['ScenarioValidation']['diagnostics'][number];
