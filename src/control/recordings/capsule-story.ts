import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Replayability } from '../../engine/capsule/capsule.ts';
import type { Recorder } from '../../engine/capsule/recorder.ts';
import type { Recorded, Recording } from '../../engine/capsule/recording.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import { parseState } from '../state/snapshots.ts';
import { type StateDocument, composeState } from '../state/state-document.ts';

/** The exchanges of a sandbox since a known state, or the reason why they are unavailable. */
export interface Story {
  readonly start: StateDocument | undefined;
  readonly calls: readonly Recorded[];
  readonly replay: Replayability;
}

export interface StoryParts {
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly sandboxes: Pick<Sandboxes, 'of' | 'beginningOf' | 'usageOf'>;
  readonly clients: Pick<ClientDirectory, 'clientsOf' | 'beginningOf'>;
  /** Wall-clock time source. */
  readonly clock: Clock;
}

const expand = promisify(gunzip);

const REMEDY =
  'To have calls that can be played again, begin with POST /__admin/capsule/start, and let them come after that.';

/** Uses the recording if there is one, else the journal since the last reset. */
export const createStories = ({ recorder, journal, sandboxes, clients, clock }: StoryParts) => {
  const startedAt = clock.now();

  const fromRecording = async ({ start, calls, ended }: Recording, inSlices: RunInSlices): Promise<Story> => {
    const state = await inSlices(parseState(await expand(start.state)));
    const remarks = ended === undefined ? [] : [`The recording ended early: ${ended}. What came later is not in it.`];
    return { start: state, calls, replay: { possible: true, from: 'recording', remarks } };
  };

  const fromJournal = async (owner: Organization, inSlices: RunInSlices): Promise<Story> => {
    const since = recorder.sinceOf(owner.uuid);
    const entries = journal.of(owner.uuid).after(0);
    const told: readonly (readonly [order: number, recorded: Recorded])[] = [
      ...entries.map((entry) => [entry.position, { kind: 'exchange', entry }] as const),
      ...(since?.controls ?? []).map((call) => [call.after + 0.5, { kind: 'control', call }] as const),
    ];
    const calls = told.toSorted(([one], [other]) => one - other).map(([, recorded]) => recorded);
    const { createdAt, contents } = await sandboxes.beginningOf(owner);
    const reason = whyNot(owner, entries, createdAt);
    return reason === undefined
      ? {
          start: await inSlices(composeState(contents, owner)),
          calls,
          replay: { possible: true, from: 'reset', remarks: [] },
        }
      : { start: undefined, calls, replay: { possible: false, reason: `${reason} ${REMEDY}` } };
  };

  /** Why the journal cannot be replayed from a known state; undefined if it can. */
  const whyNot = (owner: Organization, entries: readonly JournalEntry[], createdAt: number): string | undefined => {
    const since = recorder.sinceOf(owner.uuid);
    const ids = clients.clientsOf(owner.uuid);
    const isOwn = ({ sandbox, caller, token }: JournalEntry): boolean =>
      sandbox?.id === owner.sandbox || caller?.organization?.uuid === owner.uuid || ids.includes(token?.clientId ?? '');
    const found = entries.filter(isOwn).length;
    if (createdAt < startedAt && since?.isAsNow !== true)
      return 'The sandbox is older than this server, which does not know how it began.';
    if (since?.began === 'replaced') return 'The sandbox began with a state from elsewhere.';
    if (since !== undefined && since.exchanges !== found)
      return `The journal holds ${String(found)} of the ${String(since.exchanges)} exchanges since the last reset.`;
    if (since?.isComplete === false) return 'It was steered more often than is kept.';
    if (entries.some(({ received, source }) => source !== 'identity' && received?.isCut === true))
      return 'The journal has cut the body of a request.';
    return undefined;
  };

  return async (owner: Organization, inSlices: RunInSlices): Promise<Story> => {
    const recording = recorder.recordingOf(owner.uuid);
    return recording === undefined ? fromJournal(owner, inSlices) : fromRecording(recording, inSlices);
  };
};
