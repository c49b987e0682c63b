import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import type { OpenedStoryboards } from '../edges/files/storyboard-files.ts';
import type { UnderWay } from '../edges/peers/under-way.ts';
import type { Duty } from './duty.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';

export interface PersistenceParts {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly scenarios: OpenedScenarios;
  readonly storyboards: Pick<OpenedStoryboards, 'load'>;
  readonly webhooks: OwnWebhooks;
  readonly duty: Duty;
  readonly underWay: UnderWay;
}
