import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { LiveState } from '../sandbox/live-state.ts';
import type { ControlCall } from './capsule.ts';
import { type Beginning, type SteeringNotes, UNKNOWN_BEGINNING, createLiveSteering } from './live-steering.ts';
import { bytesOfControl } from './recording.ts';

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
export const createControlNotes = (most: number, memory: MemoryAccount): ControlNotes => {
  const all = new Map<string, SteeringNotes>();
  const bytesOf = (organization: string): number =>
    all.get(organization)?.controls.reduce((sum, call) => sum + bytesOfControl(call), 0) ?? 0;
  /** Counts what a change makes of them. */
  const counted = (organization: string, change: () => void): void => {
    const before = bytesOf(organization);
    change();
    memory.count(bytesOf(organization) - before);
  };
  const notesOf = (organization: string): SteeringNotes =>
    getOrInsert(all, organization, () => toNotes(UNKNOWN_BEGINNING));
  const steering = createLiveSteering((organization) => all.get(organization), notesOf);
  return {
    find: (organization) => all.get(organization),
    add: (organization, call, after) => {
      const own = notesOf(organization);
      const bytes = bytesOfControl(call);
      if (own.controls.length < most && memory.hasRoomFor(bytesOf(organization), bytes)) {
        own.controls.push({ ...call, after });
        memory.count(bytes);
      } else own.isComplete = false;
      steering.changed(organization);
    },
    begin: (organization, beginning) => {
      counted(organization, () => all.set(organization, toNotes(beginning)));
      steering.forget(organization);
      steering.changed(organization);
    },
    replaced: (organization) => {
      notesOf(organization).began = 'replaced';
      steering.changed(organization);
    },
    drop: (organization) => {
      counted(organization, () => all.delete(organization));
      steering.forget(organization);
    },
    live: {
      ...steering.live,
      restore: (owner, captured, parts) => {
        counted(owner.uuid, () => {
          steering.live.restore(owner, captured, parts);
        });
      },
    },
  };
};

const toNotes = (beginning: Beginning): SteeringNotes => ({
  began: 'reset',
  beginning,
  controls: [],
  isComplete: true,
});
