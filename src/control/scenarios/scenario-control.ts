import type { ScenarioFile } from '../../engine/scenarios/scenario-file.ts';
import type { Scenarios } from '../../engine/scenarios/scenarios.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';

/** The scenarios of each sandbox, and the parser for uploaded ones. */
export interface ScenarioControl {
  readonly scenarios: Pick<Scenarios, 'of'>;
  /** Parses and validates an uploaded scenario; throws a `FileError` that locates each fault. */
  readonly read: (text: string, inSlices?: RunInSlices) => Promise<ScenarioFile>;
}
