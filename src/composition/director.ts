import type { MakeMoveParts } from '../control/moves/make-move.ts';
import { type Director, createDirector } from '../control/show/director.ts';
import { createMakeCall } from '../control/show/make-call.ts';
import { createPlayStep } from '../control/show/play-step.ts';
import { createRestorePoints } from '../control/show/restore-points.ts';
import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { Shows } from '../control/show/shows.ts';
import type { Handle } from '../edges/http/routes.ts';
import type { Personas } from '../control/personas/personas.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { ExportState } from '../control/state/read-state.ts';
import { ALONE } from '../engine/sandbox/replica.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { Persistence } from './persistence.ts';
import type { Reset } from './reset.ts';

interface DirectorDependencies extends Pick<MakeMoveParts, 'tokenFor'> {
  readonly shows: Shows;
  readonly known: Pick<KnownOrganizations, 'clients'>;
  readonly persistence: Persistence;
  readonly webhooks: OwnWebhooks;
  readonly mailbox: Mailboxes;
  readonly reset: Reset;
  readonly observers: Observers;
  readonly api: Engine;
  /** The control API, which is opened later. */
  readonly handleControl: Handle;
  readonly exportState: ExportState;
  readonly personas: Personas;
}

/** Plays storyboards through the API and the control API, as a client of the sandbox would. */
export const openDirector = (
  { contract, adminContract, clock, after, observer, stateWork, memory }: RuntimeContext,
  parts: DirectorDependencies,
): Director => {
  const {
    shows,
    known,
    persistence,
    webhooks,
    mailbox,
    reset,
    observers,
    api,
    handleControl,
    exportState,
    tokenFor,
    personas,
  } = parts;
  const { sandboxes, storyboards, restorePoints, replication } = persistence;
  const { clients } = known;
  const { clientWatch } = observers;
  const handle = { service: api.handle, control: handleControl };
  const director = createDirector({
    storyboards,
    shows,
    sandboxes,
    personas,
    points: createRestorePoints({
      exportState,
      sandboxes,
      shows,
      store: restorePoints,
      run: stateWork.run,
      memory: memory.shares.shows,
      journal: clientWatch.journal,
      beside: [webhooks.inboxes.live, mailbox.live, observers.expectations.live, clientWatch.watches.live],
    }),
    playStep: createPlayStep({
      contracts: { service: contract, control: adminContract },
      makeCall: createMakeCall({ handle, tokenFor }),
      sandboxes,
      ownerOf: clients.findBySandbox,
      pauses: stateWork.pauses,
    }),
    forget: reset.everything,
    restored: (owner) => {
      reset.budgets(owner);
      observers.recorder.replaced(owner.uuid);
    },
    replica: replication?.replica ?? ALONE,
    keep: ({ sandbox }) => {
      replication?.shared.touch(sandbox);
    },
    clock,
    after,
    observer,
  });
  persistence.onOpened(({ sandbox }) => {
    const owner = clients.findBySandbox(sandbox);
    // Not awaited: what opens it may have its turn at the show.
    if (owner !== undefined) void director.resume(owner);
  });
  return director;
};
