import type { NextCallRequest, ScenarioSchema } from '../../generated/control-schemas.ts';
import type { ScenarioFile } from '../../generated/scenario-file.ts';
import type { Scenario } from '../../engine/scenarios/scenario.ts';
import type { Scenarios } from '../../engine/scenarios/scenarios.ts';
import type { InTurn } from '../../kernel/turns.ts';

/** The scenarios of each sandbox, and the parser for uploaded ones. */
export interface ScenarioControl {
  readonly scenarios: Pick<Scenarios, 'of'>;
  /** Parses and validates an uploaded scenario; throws a `FileError` that locates each fault. */
  readonly read: (text: string, inTurn?: InTurn) => Promise<ScenarioFile>;
  /** The scenario of a next call; throws 422 for what its operation cannot do. */
  readonly toNextCall: (wish: NextCallRequest) => Promise<ScenarioFile>;
  /** The text of a scenario, as YAML. */
  readonly readText: (scenario: Scenario) => Promise<string>;
  /** The JSON Schema of scenario files. */
  readonly schema: () => object;
  readonly words: () => Promise<ScenarioSchema['words']>;
}
