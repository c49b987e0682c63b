import type { Player } from '../control/calls/call.ts';
import { type Director, createDirector } from '../control/show/director.ts';
import { createPlayStep } from '../control/show/play-step.ts';
import { createCheckpoints } from '../control/show/checkpoints.ts';
import type { ReadyMade } from '../control/state/ready-made.ts';
import type { States } from '../control/state/states.ts';
import type { ControlParts } from './parts.ts';

/** Plays storyboards through the API and the control API, as a client of the sandbox would. */
export const openDirector = (
  server: ControlParts,
  { states, player, readyMade }: { readonly states: States; readonly player: Player; readonly readyMade: ReadyMade },
): Director => {
  const { clock, stateWork, shows, checkpoints, known, persistence, live, observers } = server;
  const { sandboxes, storyboards } = persistence;
  const { clients } = known;
  return createDirector({
    storyboards,
    shows,
    sandboxes,
    readyMade,
    checkpoints: createCheckpoints({
      checkpoints,
      states,
      sandboxes,
      run: stateWork.run,
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
    clock,
  });
};
