import type { Mock } from '../../../src/index.ts';
import type { ApiClient } from '../../support/api-client.ts';
import type { TestClock } from '../../support/test-clock.ts';
import type { Workflow } from '../../support/workflow.ts';

/** A sandbox that has just been reset, with its switches set. */
export interface Stage {
  readonly mock: Mock;
  readonly api: ApiClient;
  readonly clock: TestClock;
  readonly flow: Workflow;
}

/** What a client does, and what it sees with the switch as we chose it and at the alternative. */
export interface Play {
  readonly observe: (stage: Stage) => Promise<unknown>;
  readonly chosen: unknown;
  readonly switched: unknown;
}
