import type { SandboxTime } from '../control/clock/sandbox-time.ts';
import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import type { Handle } from '../edges/http/front-door.ts';
import type { HttpServer } from '../edges/http/http-server.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { Mailbox } from '../engine/mail/mailbox.ts';
import type { Closing } from './closing.ts';
import type { Forgetting } from './forgetting.ts';
import type { Identity } from './identity.ts';
import type { Keeping } from './keeping.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Onlookers } from './onlookers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { World } from './world.ts';

export interface FaceParts {
  readonly known: KnownOrganizations;
  readonly onlookers: Onlookers;
  readonly time: SandboxTime;
  readonly scenarios: OpenedScenarios;
  readonly mailbox: Mailbox;
  readonly webhooks: OwnWebhooks;
  readonly forgetting: Forgetting;
  readonly world: World;
  readonly keeping: Keeping;
  readonly identity: Identity | undefined;
  readonly api: Engine;
  readonly handle: Handle;
  readonly server: HttpServer;
  readonly closing: Closing;
}
