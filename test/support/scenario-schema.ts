import { loadOwnContract } from '../../src/edges/files/load-own-contract.ts';
import { type ScenarioSchema, createScenarioSchema } from '../../src/engine/scenarios/scenario-schema.ts';
import { SCENARIO_TEMPLATES } from '../../src/vat/scenarios/define-scenario.ts';
import { SIMULATORS } from '../../src/vat/simulators/simulators.ts';

/** What scenarios may speak of here: the bundled description and the simulators. */
export const loadScenarioSchema = async (): Promise<ScenarioSchema> =>
  createScenarioSchema({
    contract: await loadOwnContract(),
    simulators: SIMULATORS,
    templates: SCENARIO_TEMPLATES,
  });
