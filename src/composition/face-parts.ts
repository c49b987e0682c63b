import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import type { Handle } from '../edges/http/front-door.ts';
import type { HttpServer } from '../edges/http/http-server.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { Closing } from './closing.ts';
import type { Control } from './control-services.ts';
import type { Identity } from './identity.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Onlookers } from './onlookers.ts';
import type { World } from './world.ts';

export interface FaceParts {
  readonly known: KnownOrganizations;
  readonly onlookers: Onlookers;
  readonly scenarios: OpenedScenarios;
  readonly world: World;
  readonly control: Control;
  readonly identity: Identity | undefined;
  readonly api: Engine;
  readonly handle: Handle;
  readonly server: HttpServer;
  readonly closing: Closing;
}
