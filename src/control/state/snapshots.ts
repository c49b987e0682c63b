import { invalidMember, plainProblem, problem } from '../../engine/problems/problem.ts';
import { quotaExceeded } from '../../engine/problems/refusals.ts';
import type { Quota } from '../../engine/sandbox/quota.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import { parseJsonInSteps } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import type { SandboxTime } from '../clock/sandbox-time.ts';
import type { ImportState } from './import-state.ts';
import { type ExportState, type StateSummary, countsOf, summarize } from './state-exchange.ts';
import type { SnapshotUsage, SnapshotNote, SnapshotRepository } from './snapshot-repository.ts';
import type { StateDocument } from './state-document.ts';

/** Named states of a sandbox that can be restored. */
export type Snapshots = ReturnType<typeof createSnapshots>;

/** Maximum number of snapshots, so that lists remain manageable. */
const MOST_SNAPSHOTS = 20;

interface SnapshotsParts {
  readonly repository: SnapshotRepository;
  readonly sandboxes: Pick<Sandboxes, 'usageOf'>;
  readonly exportState: ExportState;
  readonly place: ImportState;
  readonly time: Pick<SandboxTime, 'read'>;
  /** Quota of a sandbox including its snapshots. */
  readonly quota: Quota;
  /** Wall-clock time source. */
  readonly clock: Clock;
}

/** Also applied to names from programs. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const createSnapshots = (parts: SnapshotsParts) => {
  const { repository, sandboxes, exportState, place, time, quota, clock } = parts;

  const unknown = async ({ sandbox }: Organization, name: string): Promise<Error> => {
    const names = (await repository.list(sandbox)).map((note) => note.name);
    return problem('not-found', {
      detail: `Sandbox ${sandbox} has no snapshot "${name.slice(0, 64)}": ${toSentence(suggest(name, names))}`,
    });
  };

  /** The text of the document; throws 404 with similar names. */
  const read = async (owner: Organization, name: string): Promise<Uint8Array> => {
    const text = await repository.read(owner.sandbox, name);
    if (text === undefined) throw await unknown(owner, name);
    return text;
  };

  return {
    list: ({ sandbox }: Organization) => repository.list(sandbox),
    /** Saves the current state; replaces a snapshot of the same name. */
    take: async (
      owner: Organization,
      name: string,
    ): Promise<{ readonly note: SnapshotNote; readonly isNew: boolean }> => {
      if (!NAME.test(name))
        throw invalidMember(
          'name',
          'is no name for a snapshot',
          name,
          `A snapshot is named with letters, digits, dots, hyphens and underscores, 64 at most; "${name.slice(0, 80)}" is no such name.`,
        );
      const { bytes } = await sandboxes.usageOf(owner);
      const { document: state, content } = await exportState(owner);
      const note = {
        name,
        takenAt: clock.now(),
        clock: { now: Date.parse(state.clock.now), frozen: state.clock.frozen },
        ...countsOf(state),
      };
      return repository.put(owner.sandbox, note, content.body, (others, more) => {
        checkRoom(others, { quota, own: bytes, more });
      });
    },
    read,
    /** The same text in pieces. */
    stream: async (owner: Organization, name: string): Promise<AsyncIterable<Uint8Array>> => {
      const pieces = await repository.stream(owner.sandbox, name);
      if (pieces === undefined) throw await unknown(owner, name);
      return pieces;
    },
    /** Replaces everything in the sandbox with the snapshot. */
    restore: async (owner: Organization, name: string): Promise<StateSummary> => {
      return summarize(await place(owner, parseState(await read(owner, name))), time);
    },
    remove: async (owner: Organization, name: string) => {
      if (!(await repository.remove(owner.sandbox, name))) throw await unknown(owner, name);
    },
  };
};

/** The document of a snapshot's text. */
export function* parseState(bytes: Uint8Array): Steps<StateDocument> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return (yield* parseJsonInSteps(text)).value as unknown as StateDocument;
}

const checkRoom = (
  others: SnapshotUsage,
  { quota, own, more }: { readonly quota: Quota; readonly own: number; readonly more: number },
): void => {
  if (others.count >= MOST_SNAPSHOTS)
    throw plainProblem(409, {
      detail: `This sandbox has ${String(others.count)} snapshots, which is the maximum: delete one (DELETE /__admin/state/snapshots/{name}), or take this one under the name of another.`,
    });
  if (own + others.bytes + more > quota.bytes)
    throw quotaExceeded({
      type: 'storage-full',
      quota: { name: 'bytes', limit: quota.bytes, used: own + others.bytes, setting: '--limits sandbox-bytes' },
      detail: `This sandbox may hold ${String(quota.bytes)} bytes with its snapshots: it holds ${String(own)}, its snapshots ${String(others.bytes)}, and this one would take ${String(more)} more. Delete one, or raise --limits sandbox-bytes.`,
    });
};

/** Quota of a sandbox and its snapshots. */
export const quotaBeside = (quota: Quota, repository: SnapshotRepository, sandbox: string): Quota => ({
  ...quota,
  get usedBeside() {
    return repository.bytesOf(sandbox);
  },
});
