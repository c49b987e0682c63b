import type { Register } from '../assumptions/register.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import type { ExpectationWatch } from './expectations/expectation-watch.ts';
import type { InstallFixtures } from './given.ts';
import type { ScenarioRepository } from './repository.ts';
import type { TimelineActions } from './timeline.ts';

export interface ScenariosParts {
  readonly repository: ScenarioRepository;
  /** The problem types that steps may respond with; by default the engine's own. */
  readonly problems?: ProblemCatalogue;
  readonly happenings: TimelineActions;
  /** Validity of an Idempotency-Key, in milliseconds. */
  readonly idempotencyWindow: number;
  /** Installs fixtures in a sandbox; undefined if there are none. */
  readonly installFixtures?: InstallFixtures;
  /** The switches of sandboxes; undefined if there are none. */
  readonly register?: Pick<Register, 'initial' | 'change' | 'assume'>;
  /**
   * Freezes the clock of a sandbox, now or at a future time; false if it stopped earlier because too much happened
   * until then.
   */
  readonly freeze: (sandbox: Sandbox, at: number | undefined) => Promise<boolean>;
  /** Compares requests with the expectations of active scenarios. */
  readonly expectations: ExpectationWatch;
}
