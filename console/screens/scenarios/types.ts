import type { ScenarioStatus } from '../../../src/generated/control-schemas.ts';
import type { ScenarioReport, ScenarioValidation } from '../../../src/generated/control-schemas.ts';

/** Lists of names of this server. */
export type Words = Readonly<Record<string, readonly string[] | undefined>>;
export type Diagnostic = ScenarioValidation['diagnostics'][number];
