import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import type { EntryForm, JournalEntry } from '../journal/journal-entry.ts';
import type { ExchangeObserver } from '../journal/journal.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { LiveState, LogPart, SavedPiece } from '../sandbox/live-state.ts';
import type { ControlCall } from './capsule.ts';
import {
  RECORDER_LIMITS,
  type Recorded,
  type RecordedForm,
  type RecorderLimits,
  type Recording,
  type RecordingStart,
  bytesOf,
  bytesOfControl,
  fromRecordedForm,
  recordExchange,
  toRecordedForm,
} from './recording.ts';

/** How a sandbox was used and steered since it began; kept without a recording, too. */
interface Steering {
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

export type Recorder = ReturnType<typeof createRecorder>;

interface OpenRecording {
  readonly start: RecordingStart;
  readonly beganAt: number;
  readonly calls: Recorded[];
  bytes: number;
  ended: string | undefined;
  /** The number of calls that were taken for the log, and whether it knows the end; undefined: the log has nothing of it. */
  taken: { readonly calls: number; readonly isEnd: boolean } | undefined;
}

interface SavedCalls {
  /** In the first piece. */
  readonly start?: { readonly state: string; readonly beganAt: number };
  readonly calls: readonly RecordedForm[];
  readonly bytes: number;
  readonly ended?: string | undefined;
}

/**
 * Records activity in sandboxes, by organization, so that it can be replayed: control calls always, since they are few;
 * all requests and responses only while a recording is running.
 */
export const createRecorder = ({
  form,
  version,
  sharesUnowned,
  elapsed,
  limits = RECORDER_LIMITS,
  memory,
}: {
  readonly form: EntryForm;
  /** Of this release. */
  readonly version: string;
  /** Whether exchanges without an owner (401, 404) are part of every organization's recording. */
  readonly sharesUnowned: boolean;
  /** Monotonic clock reading in milliseconds. */
  readonly elapsed: () => number;
  readonly limits?: RecorderLimits;
  /** What all recordings and notes may keep. */
  readonly memory: MemoryAccount;
}) => {
  const recordings = new Map<string, OpenRecording>();
  const steered = new Map<string, Steering>();
  /** Organizations of whose recording the log has more than there is. */
  const stale = new Set<string>();
  let numbers = 0;
  let position = 0;

  const steeringOf = (organization: string): Steering =>
    getOrInsert(steered, organization, () => toSteering(undefined));

  const setSteering = (organization: string, now: Steering | undefined): void => {
    memory.count(bytesOfControls(now) - bytesOfControls(steered.get(organization)));
    if (now === undefined) steered.delete(organization);
    else steered.set(organization, now);
  };

  /** Undefined if the recording has room for it. */
  const whyFull = (recording: OpenRecording, bytes: number): string | undefined => {
    if (recording.calls.length >= limits.calls) return `it holds ${String(limits.calls)} calls, the most`;
    if (recording.bytes + bytes > limits.bytes + recording.start.state.byteLength)
      return `it reached its limit of ${String(limits.bytes)} bytes (${String(recording.bytes)})`;
    return memory.hasRoomFor(recording.bytes, bytes) ? undefined : 'all recordings together reached their limit';
  };

  const keep = (recording: OpenRecording, recorded: Recorded): void => {
    if (recording.ended !== undefined) return;
    const bytes = bytesOf(recorded);
    recording.ended = whyFull(recording, bytes);
    if (recording.ended !== undefined) return;
    recording.calls.push(recorded);
    recording.bytes += bytes;
    memory.count(bytes);
  };

  const take = (organization: string, entry: JournalEntry, exchange: Settled | undefined): void => {
    const recording = recordings.get(organization);
    // A request that was in progress at the start is neither fully in the initial state nor fully after it.
    if (recording === undefined || entry.startedAt < recording.beganAt) return;
    keep(recording, recordExchange(entry, exchange));
  };

  const put = (organization: string, recording: OpenRecording | undefined): void => {
    const former = recordings.get(organization);
    memory.count((recording?.bytes ?? 0) - (former?.bytes ?? 0));
    if (recording === undefined) recordings.delete(organization);
    else recordings.set(organization, recording);
  };

  const end = (organization: string): void => {
    if (recordings.has(organization)) stale.add(organization);
    put(organization, undefined);
  };

  /** Starts a recording if there is room for it, and ends an earlier one. */
  const begin = (organization: string, start: RecordingStart): boolean => {
    end(organization);
    const { byteLength: bytes } = start.state;
    if (!memory.hasRoomFor(0, bytes)) return false;
    const open = { start, beganAt: elapsed(), calls: [], bytes, ended: undefined, taken: undefined };
    put(organization, open);
    return true;
  };

  const takeCalls = (uuid: string): SavedCalls | undefined => {
    const recording = recordings.get(uuid);
    if (recording === undefined) return undefined;
    const { start, calls, ended, bytes, taken } = recording;
    const isEnd = ended !== undefined;
    if (taken?.calls === calls.length && taken.isEnd === isEnd) return undefined;
    recording.taken = { calls: calls.length, isEnd };
    return {
      ...(taken === undefined ? { start: { ...start, state: Buffer.from(start.state).toString('base64') } } : {}),
      calls: calls.slice(taken?.calls ?? 0).map((one) => toRecordedForm(one, form)),
      bytes,
      ended,
    };
  };

  function* toRecording(pieces: readonly SavedPiece[]): Steps<OpenRecording | undefined> {
    const calls: Recorded[] = [];
    let start: SavedCalls['start'];
    let last: SavedCalls | undefined;
    for (const { value } of pieces) {
      last = value as SavedCalls;
      start ??= last.start;
      for (const one of last.calls) calls.push(fromRecordedForm(one, form));
      yield;
    }
    if (start === undefined || last === undefined) return undefined;
    return {
      start: { ...start, state: Uint8Array.from(Buffer.from(start.state, 'base64')) },
      // It was begun elsewhere: whatever comes here came after that.
      beganAt: -Infinity,
      calls,
      bytes: last.bytes,
      ended: last.ended,
      taken: { calls: calls.length, isEnd: last.ended !== undefined },
    };
  }

  const onExchange: ExchangeObserver = (entry, owner, exchange) => {
    ({ position } = entry);
    if (owner !== undefined) {
      steeringOf(owner).exchanges += 1;
      take(owner, entry, exchange);
    } else if (sharesUnowned) for (const organization of recordings.keys()) take(organization, entry, exchange);
  };

  /** How sandboxes began and were steered. */
  const live: LiveState = {
    name: 'steering',
    save: ({ uuid }) => steered.get(uuid),
    load: ({ uuid }, saved) => {
      setSteering(uuid, saved as Steering | undefined);
    },
    reset: ({ uuid }, by) => {
      setSteering(uuid, { ...toSteering(version), began: by === 'reset' ? 'reset' : 'replaced' });
    },
  };

  /** The recordings. */
  const log: LogPart = {
    name: 'recording',
    take: ({ uuid }) => {
      const isStale = stale.delete(uuid);
      const value = takeCalls(uuid);
      if (value === undefined && !isStale) return undefined;
      numbers += 1;
      return { number: numbers, value, from: isStale ? numbers : 0 };
    },
    *load({ uuid }, pieces) {
      stale.delete(uuid);
      numbers = Math.max(numbers, pieces.at(-1)?.number ?? 0);
      put(uuid, yield* toRecording(pieces));
    },
    reset: ({ uuid }) => {
      end(uuid);
    },
    drop: ({ uuid }) => {
      put(uuid, undefined);
      stale.delete(uuid);
    },
  };

  return {
    onExchange,
    control: (organization: string, call: ControlCall): void => {
      const steering = steeringOf(organization);
      const bytes = bytesOfControl(call);
      if (steering.controls.length < limits.controls && memory.hasRoomFor(bytesOfControls(steering), bytes)) {
        steering.controls.push({ ...call, after: position });
        memory.count(bytes);
      } else steering.isComplete = false;
      const recording = recordings.get(organization);
      if (recording !== undefined) keep(recording, { kind: 'control', call });
    },
    begin,
    end,
    recordingOf: (organization: string): Recording | undefined => recordings.get(organization),
    /** What is known without a recording; undefined if nothing is known to have happened. */
    sinceOf: (organization: string) => {
      const known: Readonly<Steering> | undefined = steered.get(organization);
      // As this release begins a sandbox, on whichever server and however long ago.
      return known && { ...known, isAsNow: known.version === version };
    },
    /** Called when the state of its sandbox is replaced by an imported one. */
    replaced: (organization: string): void => {
      steeringOf(organization).began = 'replaced';
    },
    live,
    log,
  };
};

const toSteering = (version: string | undefined): Steering => ({
  began: 'reset',
  version,
  exchanges: 0,
  controls: [],
  isComplete: true,
});

const bytesOfControls = (steering: Steering | undefined): number =>
  steering?.controls.reduce((sum, call) => sum + bytesOfControl(call), 0) ?? 0;
