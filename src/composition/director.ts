import type { Player } from '../control/calls/call.ts';
import { type Director, createDirector } from '../control/show/director.ts';
import { createPlayStep } from '../control/show/play-step.ts';
import { createCheckpoints } from '../control/show/checkpoints.ts';
import type { Personas } from '../control/personas/personas.ts';
import type { ExportState } from '../control/state/state-exchange.ts';
import type { ControlParts } from './parts.ts';
import { ALONE } from '../engine/sandbox/shared-access.ts';

/** Plays storyboards through the API and the control API, as a client of the sandbox would. */
export const openDirector = (
  server: ControlParts,
  {
    exportState,
    player,
    personas,
  }: { readonly exportState: ExportState; readonly player: Player; readonly personas: Personas },
): Director => {
  const { clock, stateWork, memory } = server;
  const { shows, known, persistence, live, observers } = server;
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
      player,
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
