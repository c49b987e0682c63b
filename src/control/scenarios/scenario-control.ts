import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import type { Scenarios } from '../../engine/scenarios/scenarios.ts';

/** The scenarios of each sandbox, and how one that comes from outside is read. */
export interface ScenarioControl {
  readonly scenarios: Pick<Scenarios, 'of'>;
  /** Parses and validates a scenario from outside; throws a `FileError` that names the place of each fault. */
  readonly read: (text: string) => Promise<ScenarioFile>;
}
