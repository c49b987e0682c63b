import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { LiveState } from '../sandbox/live-state.ts';
import type { ControlCall } from './capsule.ts';
import { bytesOfControl } from './recording.ts';

/** How a sandbox was used and steered since it began. */
export interface SteeringNotes {
  began: 'reset' | 'replaced';
  /** The release that filled it; undefined if none is known to have. */
  version?: string | undefined;
  /** Number of exchanges. */
  exchanges: number;
  /** `after` is the position of the preceding exchange. */
  controls: (ControlCall & { readonly after: number })[];
  /** Whether all control calls are kept. */
  isComplete: boolean;
}

/** Notes by organization. */
interface ControlNotes {
  readonly find: (organization: string) => Readonly<SteeringNotes> | undefined;
  readonly countExchange: (organization: string) => void;
  /** The control calls come after this position. */
  readonly add: (organization: string, call: ControlCall, after: number) => void;
  /** A release has filled it anew. */
  readonly begin: (organization: string, version: string) => void;
  /** It began with a state from elsewhere. */
  readonly replaced: (organization: string) => void;
  /** Called when the organization is gone. */
  readonly drop: (organization: string) => void;
  readonly live: LiveState;
}

/** `most`: control calls kept of a sandbox. */
export const createControlNotes = (most: number, memory: MemoryAccount): ControlNotes => {
  const all = new Map<string, SteeringNotes>();
  const bytesOf = (organization: string): number =>
    all.get(organization)?.controls.reduce((sum, call) => sum + bytesOfControl(call), 0) ?? 0;
  const notesOf = (organization: string): SteeringNotes => getOrInsert(all, organization, () => toNotes(undefined));
  const set = (organization: string, notes: SteeringNotes | undefined): void => {
    const before = bytesOf(organization);
    if (notes === undefined) all.delete(organization);
    else all.set(organization, notes);
    memory.count(bytesOf(organization) - before);
  };
  return {
    find: (organization) => all.get(organization),
    countExchange: (organization) => {
      notesOf(organization).exchanges += 1;
    },
    add: (organization, call, after) => {
      const own = notesOf(organization);
      const bytes = bytesOfControl(call);
      if (own.controls.length < most && memory.hasRoomFor(bytesOf(organization), bytes)) {
        own.controls.push({ ...call, after });
        memory.count(bytes);
      } else own.isComplete = false;
    },
    begin: (organization, version) => {
      set(organization, toNotes(version));
    },
    replaced: (organization) => {
      notesOf(organization).began = 'replaced';
    },
    drop: (organization) => {
      set(organization, undefined);
    },
    live: {
      name: 'steering',
      save: ({ uuid }) => all.get(uuid),
      load: ({ uuid }, saved) => {
        set(uuid, saved as SteeringNotes | undefined);
      },
    },
  };
};

const toNotes = (version: string | undefined): SteeringNotes => ({
  began: 'reset',
  version,
  exchanges: 0,
  controls: [],
  isComplete: true,
});
