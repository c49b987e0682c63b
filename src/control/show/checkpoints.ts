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
import { type StateDocument, pack, toContents, unpack } from '../state/state-document.ts';
import type { States } from '../state/states.ts';

/** What a sandbox was like before a step of a show. */
interface Checkpoint {
  readonly state: StateDocument;
  /** What is kept of the sandbox beside its documents. */
  readonly beside: SavedLiveStates;
  /** Position in the journal. */
  readonly journal: number;
}

const QUICKLY = 1;

export type Checkpoints = ReturnType<typeof createCheckpoints>;

export const createCheckpoints = ({
  states,
  sandboxes,
  run,
  beside,
  journal,
}: {
  readonly states: States;
  readonly sandboxes: Sandboxes;
  readonly run: RunInSlices;
  /** What a step restores beside the documents of the sandbox. */
  readonly beside: readonly LiveState[];
  readonly journal: Journal;
}) => ({
  /** Packed. */
  take: async (owner: Organization): Promise<Uint8Array> => {
    const { content } = await states.export(owner, (state): Checkpoint => ({
      state,
      beside: saveLiveStates(beside, owner),
      journal: journal.position(owner.uuid),
    }));
    return pack(content.body, QUICKLY);
  },
  restore: async (owner: Organization, packed: Uint8Array): Promise<void> => {
    // The server has written it itself, for this sandbox: there is nothing to validate.
    const checkpoint = await unpack<Checkpoint>(packed, run);
    await sandboxes.replace(owner, await run(toContents(checkpoint.state)), () => {
      journal.undoSince(owner.uuid, checkpoint.journal);
      loadLiveStates(beside, owner, checkpoint.beside);
    });
  },
});
