import type { UnderWay } from '../edges/peers/under-way.ts';
import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import type { Handle } from '../edges/http/routes.ts';
import type { Control } from './control-services.ts';
import type { Identity } from './identity.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { ServerFacts } from './mock.ts';
import type { Observers } from './observers.ts';
import type { Persistence } from './persistence.ts';

export interface FaceParts {
  readonly facts: ServerFacts;
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly scenarios: OpenedScenarios;
  readonly persistence: Persistence;
  readonly control: Control;
  readonly identity: Identity | undefined;
  readonly handle: Handle;
  readonly underWay: UnderWay;
}
