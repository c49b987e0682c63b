import type { SandboxTime } from '../control/clock/sandbox-time.ts';
import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import type { openOwnFixtures, openOwnStoryboards } from './own-files.ts';
import type { AdmitStranger } from '../engine/rate-limiting/counters.ts';
import type { GuessLimit } from '../identity/guess-limit.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { openPersistence } from './persistence.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What identifies callers, serves the API and controls it is made of. */
export interface Foundation extends RuntimeContext {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly time: SandboxTime;
  readonly scenarios: OpenedScenarios;
  readonly storyboards: Awaited<ReturnType<typeof openOwnStoryboards>>;
  readonly ownFixtures: Awaited<ReturnType<typeof openOwnFixtures>>;
  readonly webhooks: OwnWebhooks;
  readonly persistence: Awaited<ReturnType<typeof openPersistence>>;
  readonly guesses: GuessLimit;
  readonly admitStranger: AdmitStranger;
}
