import { runAtOnce } from '../../kernel/time-slices.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CLAIMED, type Job, jobs } from './job.ts';
import type { LiveStateCarrier } from './live-state-carrier.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import type { SandboxOwner } from './sandbox-owner.ts';
import { STATE, type SandboxState, states } from './sandbox-state.ts';
import { NOTHING_LIVE, type SharedFollower } from './shared-access.ts';
import type { StoreReader } from './store.ts';

export interface FollowSharedParts {
  readonly carrier: () => LiveStateCarrier;
  readonly ownerOf: (sandbox: string) => SandboxOwner | undefined;
  /** Ends what goes on in a sandbox that is about to be left. */
  readonly leaving: (sandbox: string) => Promise<void>;
  /** Closes a sandbox that is open in this process, or is being opened. */
  readonly left: (id: string) => void;
  readonly usedAt: SharedFollower['usedAt'];
  readonly wall: Clock;
}

/** Carries what is live of sandboxes from one home to the next, and closes those whose home is another server. */
export const followShared = ({ carrier, ownerOf, leaving, left, usedAt, wall }: FollowSharedParts): SharedFollower => ({
  nextDue: (collections, reader) =>
    collections.includes(jobs.name) || collections.includes(states.name) ? dueOf(reader, wall) : undefined,
  save: (id, isAll) => {
    const owner = ownerOf(id);
    return owner === undefined ? NOTHING_LIVE : carrier().save(owner, isAll);
  },
  *came(id, texts) {
    const owner = ownerOf(id);
    if (owner !== undefined) yield* carrier().load(owner, texts);
  },
  usedAt,
  leaving,
  left: (id) => {
    left(id);
    const owner = ownerOf(id);
    // What goes on in it, such as a show that plays by itself, goes on at its new home.
    if (owner !== undefined) runAtOnce(carrier().load(owner, NOTHING_LIVE));
  },
});

const dueOf = async (reader: StoreReader, wall: Clock): Promise<number> => {
  const state = (await reader.get(states.name, STATE)) as SandboxState | undefined;
  if (state === undefined) return Infinity;
  const [isClaimed] = reader.find(jobs.name, CLAIMED, 1);
  // Whose home ends has it done by the next one at once.
  return isClaimed === undefined ? dueIn(reader, state, wall) : wall.now();
};

/** In wall-clock milliseconds; a frozen clock fires only what is due already. */
const dueIn = async (reader: StoreReader, state: SandboxState, wall: Clock): Promise<number> => {
  const job = (await reader.first(jobs.name, 'due')) as Job | undefined;
  if (job === undefined) return Infinity;
  const clock = createSandboxClock(wall, state.clock);
  if (state.clock.kind === 'frozen' && job.dueAt > clock.now()) return Infinity;
  return Math.max(wall.now(), clock.toWallTime(job.dueAt));
};
