import type { components } from '../../../src/generated/admin-types.ts';

type Schemas = components['schemas'];

export type Scenario = Schemas['Scenario'];
export type ScenarioReport = Schemas['ScenarioReport'];
export type Words = Schemas['ScenarioSchema']['words'];
export type Diagnostic = Schemas['ScenarioValidation']['diagnostics'][number];
