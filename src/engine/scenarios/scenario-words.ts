import type { ScenarioSchema } from './scenario-schema.ts';

/** The names that a scenario may use, for an editor that completes them. */
export interface ScenarioWords {
  readonly operations: readonly string[];
  readonly events: readonly string[];
  readonly problems: readonly string[];
  readonly simulators: readonly string[];
  readonly fixtures: readonly string[];
}

export const wordsOf = async (schema: ScenarioSchema): Promise<ScenarioWords> => ({
  operations: schema.operationIds,
  events: schema.eventTypes,
  problems: [...schema.contract.problems.keys()],
  simulators: [...(schema.simulators?.keys() ?? [])],
  fixtures: (await schema.fixtures?.names()) ?? [],
});
