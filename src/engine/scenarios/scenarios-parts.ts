import type { Register } from '../assumptions/register.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import type { ExpectationWatch } from './expectations/expectation-watch.ts';
import type { InstallFixtures } from './given.ts';
import type { ScenarioRepository } from './repository.ts';
import type { Happenings } from './timeline.ts';

export interface ScenariosParts {
  readonly repository: ScenarioRepository;
  /** The problem types that steps may answer with; by default the engine's own. */
  readonly problems?: ProblemCatalogue;
  readonly happenings: Happenings;
  /** How long an Idempotency-Key is valid. Milliseconds. */
  readonly idempotencyWindow: number;
  /** Puts a fixture into a sandbox; undefined where there are none to give. */
  readonly installFixtures?: InstallFixtures;
  /** The switches of sandboxes; undefined where there are none. */
  readonly register?: Pick<Register, 'initial' | 'change' | 'assume'>;
  /** Stops the clock of a sandbox, now or at an instant to come; false when so much happened that it stopped before. */
  readonly freeze: (sandbox: Sandbox, at: number | undefined) => Promise<boolean>;
  /** Holds what comes against what active scenarios expect. */
  readonly expectations: ExpectationWatch;
}
