import { type TokenFor, createComposeCall } from '../control/calls/call.ts';
import { type Director, createDirector } from '../control/show/director.ts';
import { createPlayStep } from '../control/show/play-step.ts';
import { createCheckpoints } from '../control/show/checkpoints.ts';
import type { Shows } from '../control/show/shows.ts';
import type { Handle } from '../edges/http/routes.ts';
import type { Personas } from '../control/personas/personas.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { ExportState } from '../control/state/state-exchange.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { Observers } from './observers.ts';
import type { Persistence } from './persistence.ts';
import type { LiveStates } from './live-states.ts';
import { ALONE } from '../engine/sandbox/shared-access.ts';

interface DirectorDependencies {
  readonly tokenFor: TokenFor;
  readonly shows: Shows;
  readonly known: Pick<KnownOrganizations, 'clients'>;
  readonly persistence: Persistence;
  readonly live: LiveStates;
  readonly observers: Observers;
  readonly api: Engine;
  /** The control API, which is opened later. */
  readonly handleControl: Handle;
  readonly exportState: ExportState;
  readonly personas: Personas;
}

/** Plays storyboards through the API and the control API, as a client of the sandbox would. */
export const openDirector = (
  { contract, adminContract, clock, stateWork, memory }: RuntimeContext,
  parts: DirectorDependencies,
): Director => {
  const { shows, known, persistence, live, observers, api, handleControl, exportState, tokenFor, personas } = parts;
  const { sandboxes, storyboards, checkpoints, replication } = persistence;
  const { clients } = known;
  return createDirector({
    storyboards,
    shows,
    sandboxes,
    personas,
    checkpoints: createCheckpoints({
      exportState,
      sandboxes,
      shows,
      store: checkpoints,
      run: stateWork.run,
      memory: memory.shares.shows,
      journal: observers.journal,
      beside: live.restorable,
    }),
    playStep: createPlayStep({
      compose: { service: createComposeCall(contract), control: createComposeCall(adminContract) },
      handle: { service: api.handle, control: handleControl },
      tokenFor,
      sandboxes,
      ownerOf: clients.findBySandbox,
      pauses: stateWork.pauses,
    }),
    restored: (owner) => {
      live.clearBudgets(owner);
      observers.recorder.replaced(owner.uuid);
    },
    replica: replication?.replica ?? ALONE,
    clock,
  });
};
