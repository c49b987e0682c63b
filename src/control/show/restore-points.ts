import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Journal } from '../../engine/journal/journal.ts';
import {
  type LiveState,
  type SavedLiveStates,
  loadLiveStates,
  saveLiveStates,
} from '../../engine/sandbox/live-state.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { ExportState } from '../state/state-exchange.ts';
import { parseState } from '../state/snapshots.ts';
import { toContents } from '../state/state-document.ts';
import type { PointContents, RestorePoint, RestorePointStore } from './restore-point.ts';
import type { Show } from './show.ts';
import type { Shows } from './shows.ts';

export interface RestorePoints {
  /** Replaces one of the same `id`. */
  readonly take: (owner: Organization, id: string) => Promise<RestorePoint>;
  /** Undefined if it was dropped. */
  readonly read: (owner: Organization, point: RestorePoint) => Promise<PointContents | undefined>;
  readonly restore: (owner: Organization, contents: PointContents) => Promise<void>;
  /** Drops the oldest points where there are too many bytes of them. */
  readonly makeRoom: (owner: Organization, show: Show) => void;
  /** Drops those of a show that has ended. */
  readonly clear: (owner: Organization) => Promise<void>;
}

interface RestorePointsParts {
  readonly exportState: ExportState;
  readonly sandboxes: Pick<Sandboxes, 'replace' | 'usageOf'>;
  readonly shows: Pick<Shows, 'all'>;
  readonly store: RestorePointStore;
  readonly run: RunInSlices;
  /** What the organization has outside its sandbox. */
  readonly beside: readonly LiveState[];
  readonly journal: Pick<Journal, 'position' | 'undoSince'>;
  /** Bytes that the process has for all points in its memory. */
  readonly memory: number;
}

const MEBIBYTE = 1_048_576;

/**
 * Bytes of the restore points of one show, and of all in the memory of a process. Without its point, a step is restored by
 * playing up to it again.
 */
const RESTORE_LIMITS = { own: 4 * MEBIBYTE, all: 64 * MEBIBYTE };

const compress = promisify(gzip);
const expand = promisify(gunzip);

const QUICKLY = { level: 1 };

export const createRestorePoints = (parts: RestorePointsParts): RestorePoints => {
  const { exportState, sandboxes, shows, store, run, beside, journal } = parts;
  return {
    take: async (owner, id) => {
      const { content } = await exportState(owner);
      const saved = JSON.stringify(saveLiveStates(beside, owner));
      const position = journal.position(owner.uuid);
      const [state, outside] = await Promise.all([compress(content.body, QUICKLY), compress(saved, QUICKLY)]);
      return store.put(owner, id, { state, beside: outside, position });
    },
    read: store.read,
    restore: async (owner, { state, beside: outside, position }) => {
      // The server has written it itself, for this sandbox: there is nothing to validate.
      const document = await run(parseState(await expand(state)));
      await sandboxes.replace(owner, await run(toContents(document)));
      const saved = (await expand(outside)).toString('utf8');
      journal.undoSince(owner.uuid, position);
      loadLiveStates(beside, owner, JSON.parse(saved) as SavedLiveStates);
    },
    makeRoom: ({ sandbox }, show) => {
      while (bytesOf(show) > RESTORE_LIMITS.own) {
        const point = dropOldest(show);
        if (point !== undefined) store.drop(sandbox, point);
      }
      if (!store.isInMemory) return;
      const others = (): number => [...shows.all()].reduce((sum, one) => sum + bytesOf(one), 0);
      while (others() > Math.min(RESTORE_LIMITS.all, parts.memory)) {
        const largest = [...shows.all()].reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
        if (dropOldest(largest) === undefined) return;
      }
    },
    clear: ({ sandbox }) => store.clear(sandbox),
  };
};

const bytesOf = ({ played }: Show): number => played.reduce((sum, { before }) => sum + (before?.bytes ?? 0), 0);

const dropOldest = ({ played }: Show): RestorePoint | undefined => {
  const oldest = played.find(({ before }) => before !== undefined);
  const point = oldest?.before;
  if (oldest !== undefined) oldest.before = undefined;
  return point;
};
