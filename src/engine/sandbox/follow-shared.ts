import type { Clock } from '../../kernel/clock.ts';
import type { RecordChange } from './change-watch.ts';
import { CLAIMED, type Job, jobs } from './job.ts';
import type { LiveStateCarrier } from './live-state-carrier.ts';
import type { FollowingSandbox } from './sandbox.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import { STATE, type SandboxState, states } from './sandbox-state.ts';
import type { SandboxOwner } from './sandbox-owner.ts';
import type { SharedFollower } from './shared-access.ts';
import type { StoreReader } from './store.ts';

export interface FollowSharedParts {
  readonly carrier: () => LiveStateCarrier;
  /** Of a partition that is no sandbox. */
  readonly otherChanged: (partition: string, changes: readonly RecordChange[] | undefined) => void;
  readonly ownerOf: (sandbox: string) => SandboxOwner | undefined;
  /** A sandbox that is open in this process. */
  readonly sandboxOf: (id: string) => FollowingSandbox | undefined;
  readonly replaced: (id: string) => void;
  readonly changed: (sandbox: FollowingSandbox, changes: readonly RecordChange[]) => void;
  readonly assume: (sandbox: FollowingSandbox, state: SandboxState) => void;
  readonly wall: Clock;
}

/** Milliseconds after which somebody looks after claimed jobs: whoever claimed them may have ended. */
const LEASE = 4000;

/** Carries what other processes have changed into the sandboxes that are open in this one, and what is live back. */
export const followShared = (parts: FollowSharedParts): SharedFollower => {
  const { carrier, ownerOf, sandboxOf, wall } = parts;
  return {
    brought: async (id, news) => {
      if (ownerOf(id) === undefined) parts.otherChanged(id, news.kind === 'changed' ? news.changes : undefined);
      if (news.kind === 'replaced') {
        parts.replaced(id);
        return;
      }
      const sandbox = sandboxOf(id);
      if (sandbox === undefined) return;
      const { changes, reader } = news;
      const collections = new Set(changes.map(({ collection }) => collection));
      if (collections.has(jobs.name) || collections.has(states.name)) await sandbox.takeOver(reader);
      const state = changes.find(({ collection }) => collection === states.name)?.after as SandboxState | undefined;
      if (state !== undefined) parts.assume(sandbox, state);
      parts.changed(sandbox, changes);
    },
    nextDue: async (_id, reader) => {
      const state = (await reader.get(states.name, STATE)) as SandboxState | undefined;
      if (state === undefined) return undefined;
      const [isClaimed] = await reader.find(jobs.name, CLAIMED, 1);
      const lease = isClaimed === undefined ? Infinity : wall.now() + LEASE;
      const due = Math.min(lease, await dueIn(reader, state, wall));
      return due === Infinity ? undefined : due;
    },
    capture: (id) => {
      const owner = ownerOf(id);
      return owner === undefined ? [] : carrier().capture(owner);
    },
    restore: (id, captured, areAll) => {
      const owner = ownerOf(id);
      if (owner === undefined) return;
      if (areAll) carrier().restoreAll(owner, captured);
      else carrier().restore(owner, captured);
    },
  };
};

/** In wall-clock milliseconds; a frozen clock fires only what is due already. */
const dueIn = async (reader: StoreReader, state: SandboxState, wall: Clock): Promise<number> => {
  const job = (await reader.first(jobs.name, 'due')) as Job | undefined;
  if (job === undefined) return Infinity;
  const clock = createSandboxClock(wall, state.clock);
  if (state.clock.kind === 'frozen' && job.dueAt > clock.now()) return Infinity;
  return Math.max(wall.now(), clock.toWallTime(job.dueAt));
};
