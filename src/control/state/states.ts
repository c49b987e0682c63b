import { problem } from '../../engine/problems/problem.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { SlicedWork } from '../../engine/sandbox/sliced-work.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Snapshot } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { SandboxTime } from '../clock/sandbox-time.ts';
import { type StateRules, checkState } from './check-state.ts';
import type { createDocumentReader } from './read-document.ts';
import type { ReadyMade } from './ready-made.ts';
import { type SnapshotNote, type Snapshots, checkName } from './snapshots.ts';
import {
  RECORD_DEPTH,
  type StateDocument,
  composeState,
  countsOf,
  pack,
  readdress,
  toContents,
  unpack,
} from './state-document.ts';

/** Bytes of a document that is imported at once. */
const SMALL = 65_536;

/** Exports, imports, keeps and restores the state of sandboxes as documents. */
export type States = ReturnType<typeof createStates>;

export const createStates = (
  parts: Omit<StateRules, 'beginning'> & {
    readonly sandboxes: Sandboxes;
    readonly clients: ClientDirectory;
    readonly snapshots: Snapshots;
    readonly readyMade: Pick<ReadyMade, 'list' | 'restore'>;
    readonly time: SandboxTime;
    readonly readDocument: ReturnType<typeof createDocumentReader>;
    /** Large imports and exports. */
    readonly work: SlicedWork;
    /** Maximum bytes of a document; the same for export and import, so every export can be imported. */
    readonly limit: number;
  },
) => {
  const { sandboxes, clients, snapshots, readyMade, time, readDocument, work, limit, ...rules } = parts;

  const read = async (owner: Organization, run: RunInSlices): Promise<StateDocument> =>
    run(composeState(await sandboxes.contentsOf(owner), owner));

  /** Throws 507 if it exceeds the size limit. `wrap` makes the value that is written. */
  const exportState = async (
    owner: Organization,
    wrap: (document: StateDocument) => unknown = (document) => document,
  ) => {
    const { bytes } = await sandboxes.usageOf(owner);
    checkSize(bytes, limit);
    return work.hold(
      owner.sandbox,
      async (run) => {
        const document = await read(owner, run);
        const content = await run(composeContent(wrap(document), RECORD_DEPTH));
        checkSize(content.byteLength, limit);
        return { document, content, bytes };
      },
      bytes,
    );
  };

  const place = async (owner: Organization, document: StateDocument, run: RunInSlices) => {
    const beginning = clients.beginningOf(owner.sandbox) ?? owner;
    await checkState(document, { ...rules, beginning }, work.pauses());
    const contents = await run(toContents(await run(readdress(document, owner.sandbox))));
    const sandbox = await sandboxes.replace(owner, contents);
    return { ...countsOf(document), clock: time.read(sandbox) };
  };

  return {
    export: exportState,
    /** The document alone, of any size: of the present state, or of a snapshot. */
    read: (owner: Organization, snapshot?: string): Promise<StateDocument> =>
      work.hold(owner.sandbox, async (run) =>
        snapshot === undefined ? read(owner, run) : unpack(await snapshots.read(owner, snapshot), run),
      ),
    /** Replaces everything in the sandbox with a state; throws 422 for an invalid one. */
    place: (owner: Organization, document: StateDocument) =>
      work.hold(owner.sandbox, (run) => place(owner, document, run)),
    /** The same with a document as JSON. A small one does not wait for the large ones. */
    import: (owner: Organization, bytes: Uint8Array) => {
      const { byteLength } = bytes;
      const placeRead = async (run: RunInSlices) => place(owner, await run(readDocument(bytes)), run);
      return byteLength <= SMALL ? placeRead(work.run) : work.hold(owner.sandbox, placeRead, byteLength);
    },
    /** The snapshots of a sandbox, oldest first, and the ready-made ones. */
    list: async (owner: Organization): Promise<readonly Snapshot[]> => [
      ...(await snapshots.list(owner)).map(toShown),
      ...(await readyMade.list(owner)),
    ],
    /** Saves the current state; replaces a snapshot of the same name. */
    take: async (owner: Organization, name: string) => {
      checkName(name);
      await snapshots.checkOwn(name);
      const { document, content, bytes } = await exportState(owner);
      const { now, frozen } = document.clock;
      const note = { name, clock: { now: Date.parse(now), frozen }, ...countsOf(document) };
      const { isNew, note: taken } = await snapshots.put(owner, note, await pack(content.body), bytes);
      return { isNew, snapshot: toShown(taken) };
    },
    /** Replaces everything in the sandbox with the snapshot. */
    restore: async (owner: Organization, name: string) => {
      const made = await readyMade.restore(owner, name);
      if (made !== undefined) return made;
      const packed = await snapshots.read(owner, name);
      return work.hold(owner.sandbox, async (run) => place(owner, await unpack(packed, run), run));
    },
  };
};

const toShown = ({ takenAt, clock, ...note }: SnapshotNote): Snapshot => ({
  ...note,
  takenAt: toIsoDateTime(takenAt),
  clock: { now: toIsoDateTime(clock.now), frozen: clock.frozen },
  persona: null,
});

const checkSize = (bytes: number, limit: number): void => {
  if (bytes <= limit) return;
  throw problem(
    'storage-full',
    `The state of this sandbox takes ${bytes} bytes or more, and a document may have ${limit}: raise --limits max-state-bytes, or keep the data folder instead (--data).`,
  );
};
