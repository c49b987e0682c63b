import type { SandboxTime } from '../control/clock/sandbox-time.ts';
import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { Shows } from '../control/show/shows.ts';
import type { OpenedStoryboards } from '../edges/files/storyboard-files.ts';
import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import type { Handle } from '../edges/http/routes.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { ConsoleAccess } from './console-access.ts';
import type { Duty } from './duty.ts';
import type { Identity } from './identity.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { LiveStates } from './live-states.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { Persistence } from './persistence.ts';
import type { QuotaPlaces } from './quota-places.ts';

export interface ControlParts {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly time: SandboxTime;
  readonly scenarios: OpenedScenarios;
  readonly storyboards: OpenedStoryboards;
  readonly shows: Shows;
  readonly webhooks: OwnWebhooks;
  readonly mailbox: Mailboxes;
  readonly live: LiveStates;
  readonly persistence: Persistence;
  readonly places: QuotaPlaces;
  readonly api: Engine;
  readonly identity: Identity;
  readonly consoleAccess: ConsoleAccess | undefined;
  readonly duty: Duty;
  /** The control API, which is opened later. */
  readonly handleControl: Handle;
}
