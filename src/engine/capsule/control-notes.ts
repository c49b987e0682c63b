import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { LiveState } from '../sandbox/live-state.ts';
import type { ControlCall } from './capsule.ts';
import { type Beginning, type SteeringNotes, UNKNOWN_BEGINNING, createLiveSteering } from './live-steering.ts';

/** How sandboxes began and were steered, by organization. */
export interface ControlNotes {
  readonly find: (organization: string) => SteeringNotes | undefined;
  /** The control calls come after this position. */
  readonly add: (organization: string, call: ControlCall, after: number) => void;
  readonly begin: (organization: string, beginning: Beginning) => void;
  /** It began with a state from elsewhere. */
  readonly replaced: (organization: string) => void;
  /** Called when the organization is gone. */
  readonly drop: (organization: string) => void;
  /** For other processes. */
  readonly live: LiveState;
}

/** `most`: control calls kept of a sandbox. */
export const createControlNotes = (most: number): ControlNotes => {
  const all = new Map<string, SteeringNotes>();
  const notesOf = (organization: string): SteeringNotes =>
    getOrInsert(all, organization, () => toNotes(UNKNOWN_BEGINNING));
  const steering = createLiveSteering((organization) => all.get(organization), notesOf);
  return {
    find: (organization) => all.get(organization),
    add: (organization, call, after) => {
      const own = notesOf(organization);
      if (own.controls.length < most) own.controls.push({ ...call, after });
      else own.isComplete = false;
      steering.changed(organization);
    },
    begin: (organization, beginning) => {
      all.set(organization, toNotes(beginning));
      steering.forget(organization);
      steering.changed(organization);
    },
    replaced: (organization) => {
      notesOf(organization).began = 'replaced';
      steering.changed(organization);
    },
    drop: (organization) => {
      all.delete(organization);
      steering.forget(organization);
    },
    live: steering.live,
  };
};

const toNotes = (beginning: Beginning): SteeringNotes => ({
  began: 'reset',
  beginning,
  controls: [],
  isComplete: true,
});
