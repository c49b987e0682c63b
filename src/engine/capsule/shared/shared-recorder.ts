import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import type { MemoryAccount } from '../../../kernel/memory-account.ts';
import { type Pause, runWith } from '../../../kernel/time-slices.ts';
import type { After } from '../../../kernel/timers.ts';
import type { EntryForm } from '../../journal/shared/entry-text.ts';
import type { JournalFeed } from '../../journal/shared/journal-feed.ts';
import type { JournalMarks } from '../../journal/shared/journal-marks.ts';
import type { RecordedRow } from '../../journal/shared/journal-table.ts';
import type { OwnerLog } from '../../journal/shared/owner-log.ts';
import type { RecordedOf } from '../../journal/shared/shared-journal.ts';
import type { SharedDirectory } from '../../sandbox/freshness.ts';
import type { LiveState } from '../../sandbox/live-state.ts';
import { createControlNotes } from '../control-notes.ts';
import { type Beginning, UNKNOWN_BEGINNING } from '../live-steering.ts';
import type { Recorder, Since } from '../recorder.ts';
import {
  RECORDER_LIMITS,
  type RecorderLimits,
  type Recording,
  type RecordingStart,
  type Weighed,
  describeFull,
  weighControl,
  weighExchange,
} from '../recording.ts';
import { behindIn, hasGap, inOrder, readCalls } from './read-calls.ts';
import { toRecordedText } from './recorded-text.ts';
import { RECORDINGS, type RecordingTable, type StoredRecording } from './recording-table.ts';

/**
 * The recorder of one process among several. Which recordings run, each knows before it answers a request, as they are a
 * directory; what it answers, it writes with its journal.
 */
export interface SharedRecorder extends Recorder<RecordingStart> {
  /** What recordings keep of an exchange that the journal is about to write. */
  readonly recorded: RecordedOf;
  /** The control calls, and when sandboxes began. */
  readonly live: LiveState;
  readonly directory: SharedDirectory;
}

export interface SharedRecorderParts {
  readonly table: RecordingTable;
  readonly feed: Pick<JournalFeed, 'append' | 'position' | 'logOf' | 'catchUp'>;
  readonly marks: Pick<JournalMarks, 'of'>;
  readonly form: EntryForm;
  /** Of this release. */
  readonly version: string;
  readonly sharesUnowned: boolean;
  /** Monotonic clock reading in milliseconds. */
  readonly elapsed: () => number;
  readonly drawId: () => string;
  /** Of the work that reads a recording. */
  readonly pauses: () => Pause;
  readonly after: After;
  /** Whether a process may still write what it has answered. */
  readonly isAlive: (origin: string) => boolean;
  readonly failed: (error: unknown) => void;
  readonly limits?: RecorderLimits;
  /** What all notes may keep. */
  readonly memory: MemoryAccount;
}

interface KnownRecording {
  readonly id: string;
  readonly since: number;
  /** Monotonic clock reading: what had begun here before may be in the initial state, in part or as a whole. */
  readonly knownAt: number;
  readonly isFull: boolean;
}

/** Milliseconds between two looks for calls that others still have to write, and how many looks: a batch may be large. */
const LOOK = 100;
const MOST_LOOKS = 50;

const NOTHING: readonly RecordedRow[] = [];

export const createSharedRecorder = (parts: SharedRecorderParts): SharedRecorder => {
  const { table, feed, marks, form, sharesUnowned, elapsed, limits = RECORDER_LIMITS } = parts;
  const notes = createControlNotes(limits.controls, parts.memory);
  const recordings = new Map<string, KnownRecording>();
  /** How many calls of each recording this process has written. */
  const written = new Map<string, number>();

  const beginningOf = (organization: string): Beginning => notes.find(organization)?.beginning ?? UNKNOWN_BEGINNING;
  const sinceOf = (organization: string): number => beginningOf(organization).since;

  const know = (owner: string, recording: Omit<KnownRecording, 'knownAt'>): void => {
    const known = recordings.get(owner);
    recordings.set(owner, { ...recording, knownAt: known?.id === recording.id ? known.knownAt : elapsed() });
  };

  const letGo = (owner: string): void => {
    written.delete(recordings.get(owner)?.id ?? '');
    recordings.delete(owner);
  };

  const endStale = (owner: string, id: string): void => {
    letGo(owner);
    table.end(owner, id).catch(parts.failed);
  };

  /** The recording that takes what happens now. */
  const openOf = (owner: string): KnownRecording | undefined => {
    const known = recordings.get(owner);
    if (known === undefined || known.isFull) return undefined;
    if (sinceOf(owner) <= known.since) return known;
    // The process that reset the sandbox has ended before it had deleted the recording.
    endStale(owner, known.id);
    return undefined;
  };

  const toRow = ({ id }: KnownRecording, bytes: number, text: string): RecordedRow => {
    const nth = getOrInsert(written, id, () => 0) + 1;
    written.set(id, nth);
    return { recording: id, nth, bytes, text };
  };

  const rowsOf = (open: readonly KnownRecording[], position: number, { recorded, bytes }: Weighed) => {
    if (open.length === 0) return NOTHING;
    // What no recording has room for only ends them.
    const text = bytes > limits.bytes ? '' : toRecordedText({ position, recorded }, form);
    return open.map((recording) => toRow(recording, bytes, text));
  };

  const refresh = async (): Promise<void> => {
    const listed = new Map((await table.list()).map(({ owner, ...recording }) => [owner, recording]));
    for (const owner of recordings.keys()) if (!listed.has(owner)) letGo(owner);
    for (const [owner, recording] of listed) know(owner, recording);
  };

  const behind = (owner: string, begun: ReadonlyMap<string, number>): readonly string[] =>
    behindIn(feed.logOf(owner).lost(), begun);

  /** The recording with all calls that processes which are alive still had to write. */
  const findWhole = async (owner: string): Promise<StoredRecording | undefined> => {
    for (let looks = 0; ; looks++) {
      const found = await table.find(owner);
      if (found === undefined || found.full !== undefined || looks === MOST_LOOKS) return found;
      if (!behind(owner, found.marks).some(parts.isAlive)) return found;
      await new Promise<void>((resolve) => parts.after(LOOK, resolve));
      await feed.catchUp([owner]);
    }
  };

  const read = async (owner: string): Promise<Recording<RecordingStart> | undefined> => {
    const found = await findWhole(owner);
    if (found === undefined || sinceOf(owner) > found.since) return undefined;
    const stored = await readCalls(table, found.id);
    const { start, beganAt, full, bytes } = found;
    const isCutOff = full === undefined && behind(owner, found.marks).length > 0;
    return {
      start: { state: start, beganAt },
      calls: await runWith(parts.pauses(), inOrder(stored, form)),
      ended: full && describeFull(full, limits, bytes),
      isComplete: !isCutOff && !hasGap(stored),
    };
  };

  return {
    recorded: (entry, owner, exchange) => {
      if (recordings.size === 0 || (owner === undefined && !sharesUnowned)) return NOTHING;
      const owners = owner === undefined ? [...recordings.keys()] : [owner];
      const open = owners.flatMap((each) => openOf(each) ?? []).filter(({ knownAt }) => entry.startedAt >= knownAt);
      return open.length === 0 ? NOTHING : rowsOf(open, entry.position, weighExchange(entry, exchange));
    },
    control: (organization, call) => {
      notes.add(organization, call, feed.position());
      const open = openOf(organization);
      if (open === undefined) return;
      // A record of its own: its position says where the call belongs, and its mark that others have to wait for it.
      feed.append(
        organization,
        () => ({ kind: 'note', topic: 'control', data: null }),
        (_record, position) => rowsOf([open], position, weighControl(call)),
      );
    },
    begin: async (organization, { state, beganAt }) => {
      const recording = { id: parts.drawId(), owner: organization, since: sinceOf(organization) };
      letGo(organization);
      const hasBegun = await table.begin({ ...recording, start: state, beganAt, marks: marks.of(organization) });
      if (hasBegun) know(organization, { ...recording, isFull: false });
      return hasBegun;
    },
    end: async (organization) => {
      letGo(organization);
      await table.end(organization, undefined);
    },
    recordingOf: async (organization) => {
      if (!recordings.has(organization)) return undefined;
      await feed.catchUp([organization]);
      return read(organization);
    },
    sinceOf: (organization) => {
      const { began = 'reset', controls = [], isComplete = true } = notes.find(organization) ?? {};
      const { since, version, marks: begun } = beginningOf(organization);
      const log = feed.logOf(organization);
      return {
        ...{ began, controls, isComplete, ...countSince(log, since) },
        hasLost: behind(organization, new Map(Object.entries(begun))).length > 0,
        isAsNow: version === parts.version,
      };
    },
    forget: (organization) => {
      const known = recordings.get(organization);
      if (known !== undefined) endStale(organization, known.id);
      const begun = Object.fromEntries(marks.of(organization));
      notes.begin(organization, { since: feed.position(), version: parts.version, marks: begun });
    },
    replaced: notes.replaced,
    drop: (organization) => {
      letGo(organization);
      notes.drop(organization);
    },
    live: notes.live,
    directory: { partition: RECORDINGS, refresh },
  };
};

const countSince = (log: OwnerLog, since: number): Pick<Since, 'exchanges' | 'hasMore'> => {
  const items = log.items();
  const exchanges = items.filter(({ position, record }) => record.kind === 'exchange' && position > since).length;
  const [oldest] = items;
  return { exchanges, hasMore: log.base() !== undefined && (oldest === undefined || oldest.position > since) };
};
