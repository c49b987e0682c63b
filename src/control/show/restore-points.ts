import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { LiveState } from '../../engine/sandbox/live-state.ts';
import { type SavedLiveStates, restoreLiveStates, saveLiveStates } from '../../engine/sandbox/saved-live-states.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { ExportState } from '../state/read-state.ts';
import { parseState } from '../state/snapshots.ts';
import { toContents } from '../state/state-document.ts';
import type { RestorePoint } from './restore-point.ts';
import type { Show } from './show.ts';
import type { Shows } from './shows.ts';

export interface RestorePoints {
  readonly take: (owner: Organization) => Promise<RestorePoint>;
  readonly restore: (owner: Organization, point: RestorePoint) => Promise<void>;
  /** Drops the oldest points where there are too many bytes of them. */
  readonly makeRoom: (show: Show) => void;
}

export interface RestorePointsParts {
  readonly exportState: ExportState;
  readonly sandboxes: Pick<Sandboxes, 'replace' | 'usageOf'>;
  readonly shows: Pick<Shows, 'all'>;
  readonly run: RunInSlices;
  /** What the organization has outside its sandbox. */
  readonly beside: readonly LiveState[];
  /** Returns a function that restores what was observed of the clients of an organization. */
  readonly saveObserved: (organization: string) => () => void;
}

const MEBIBYTE = 1_048_576;

/** Bytes of the restore points of one show, and of all. Without its point, a step is restored by playing up to it again. */
const RESTORE_LIMITS = { own: 4 * MEBIBYTE, all: 64 * MEBIBYTE };

const compress = promisify(gzip);
const expand = promisify(gunzip);

const QUICKLY = { level: 1 };

export const createRestorePoints = (parts: RestorePointsParts): RestorePoints => {
  const { exportState, sandboxes, shows, run, beside, saveObserved } = parts;
  return {
    take: async (owner) => {
      const { content } = await exportState(owner);
      const saved = JSON.stringify(saveLiveStates(beside, owner));
      const restoreObserved = saveObserved(owner.uuid);
      const [state, outside] = await Promise.all([compress(content.body, QUICKLY), compress(saved, QUICKLY)]);
      return { state, beside: outside, restoreObserved };
    },
    restore: async (owner, { state, beside: outside, restoreObserved }) => {
      // The server has written it itself, for this sandbox: there is nothing to validate.
      const document = await run(parseState(await expand(state)));
      await sandboxes.replace(owner, await run(toContents(document)));
      const saved = (await expand(outside)).toString('utf8');
      restoreLiveStates(beside, owner, JSON.parse(saved) as SavedLiveStates);
      restoreObserved();
    },
    makeRoom: (show) => {
      while (bytesOf(show) > RESTORE_LIMITS.own) dropOldest(show);
      const others = (): number => [...shows.all()].reduce((sum, one) => sum + bytesOf(one), 0);
      while (others() > RESTORE_LIMITS.all) {
        const largest = [...shows.all()].reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
        if (!dropOldest(largest)) return;
      }
    },
  };
};

const bytesOf = ({ played }: Show): number =>
  played.reduce(
    (sum, { before }) => sum + (before === undefined ? 0 : before.state.byteLength + before.beside.byteLength),
    0,
  );

const dropOldest = ({ played }: Show): boolean => {
  const oldest = played.find(({ before }) => before !== undefined);
  if (oldest === undefined) return false;
  oldest.before = undefined;
  return true;
};
