import type { Player } from '../control/calls/call.ts';
import { type Director, createDirector } from '../control/show/director.ts';
import { createPlayStep } from '../control/show/play-step.ts';
import { createCheckpoints } from '../control/show/checkpoints.ts';
import type { Personas } from '../control/personas/personas.ts';
import type { States } from '../control/state/states.ts';
import type { ControlParts } from './parts.ts';

/** Plays storyboards through the API and the control API, as a client of the sandbox would. */
export const openDirector = (
  server: ControlParts,
  { states, player, personas }: { readonly states: States; readonly player: Player; readonly personas: Personas },
): Director => {
  const { clock, stateWork, shows, known, persistence, live, observers, storyboards } = server;
  const { sandboxes } = persistence;
  const { clients } = known;
  return createDirector({
    load: storyboards.load,
    shows,
    sandboxes,
    personas,
    checkpoints: createCheckpoints({
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
