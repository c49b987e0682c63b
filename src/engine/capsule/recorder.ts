import type { Clock } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { stringifyJson } from '../../kernel/json.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import {
  type EntryForm,
  type JournalEntry,
  type KeptBody,
  fromEntryForm,
  toEntryForm,
} from '../journal/journal-entry.ts';
import type { ExchangeObserver } from '../journal/journal.ts';
import type { LiveState, LiveLog, Replacement, SavedPiece } from '../sandbox/live-state.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ControlCall } from './capsule.ts';

/** An exchange with its whole bodies, of which the journal may have the beginnings only. */
export interface RecordedExchange {
  readonly entry: JournalEntry;
  /** As sent; undefined if only the journal has the exchange. */
  readonly path?: string | undefined;
  readonly origin?: string | undefined;
}

export type Recorded = RecordedExchange | ControlCall;

/** Everything recorded since the recording was started. */
export interface Recording {
  /** The initial state, as it is stored. */
  readonly start: {
    /** The state document, as JSON with gzip. */
    readonly state: Uint8Array;
    /** Wall-clock time in milliseconds. */
    readonly beganAt: number;
  };
  readonly beganAt: number;
  readonly calls: Recorded[];
  bytes: number;
  /** Why recording has stopped; undefined while it continues. */
  ended: string | undefined;
  /** The number of calls that were taken for the log, and one more if it knows the end; undefined: the log has nothing of it. */
  taken: number | undefined;
}

const MEBIBYTE = 1_048_576;

export const RECORDER_LIMITS = {
  calls: 5000,
  /** Of the calls of one recording, beside its initial state. */
  bytes: 32 * MEBIBYTE,
  /** Limit in bytes for all recordings, and less where the memory of the process is less. */
  allBytes: 128 * MEBIBYTE,
  /** Maximum number of control calls kept without a recording. */
  controls: 500,
};

export type Recorder = ReturnType<typeof createRecorder>;

interface SavedCalls {
  /** In the first piece. */
  readonly start?: { readonly state: string; readonly beganAt: number };
  /** Exchanges with their entries as JSON. */
  readonly calls: readonly ((Omit<RecordedExchange, 'entry'> & { readonly entry: object }) | ControlCall)[];
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
  clock,
  limits = RECORDER_LIMITS,
  memory,
}: {
  readonly form: EntryForm;
  /** Of this release. */
  readonly version: string;
  /** Whether exchanges without an owner (401, 404) are part of every organization's recording. */
  readonly sharesUnowned: boolean;
  /** Wall-clock time source. */
  readonly clock: Clock;
  readonly limits?: typeof RECORDER_LIMITS;
  /** What all recordings and notes may keep. */
  readonly memory: MemoryAccount;
}) => {
  const recordings = new Map<string, Recording>();
  const steered = new Map<string, Steering>();
  /** Organizations of whose recording the log has more than there is. */
  const stale = new Set<string>();
  let numbers = 0;
  let position = 0;

  const steeringOf = (organization: string): Steering =>
    getOrInsert(steered, organization, () => toSteering('reset', undefined));

  const setSteering = (organization: string, now: Steering | undefined): void => {
    memory.count(bytesOfControls(now) - bytesOfControls(steered.get(organization)));
    if (now === undefined) steered.delete(organization);
    else steered.set(organization, now);
  };

  /** Undefined if the recording has room for it. */
  const whyFull = ({ calls, bytes, start }: Recording, more: number): string | undefined => {
    if (calls.length >= limits.calls) return `it holds ${limits.calls} calls, the most`;
    if (bytes + more > limits.bytes + start.state.byteLength)
      return `it reached its limit of ${limits.bytes} bytes (${bytes})`;
    return memory.hasRoomFor(bytes, more) ? undefined : 'all recordings together reached their limit';
  };

  const keep = (organization: string, recorded: Recorded): void => {
    const recording = recordings.get(organization);
    if (recording === undefined || recording.ended !== undefined) return;
    // A request that was in progress at the start is neither fully in the initial state nor fully after it.
    if ('entry' in recorded && recorded.entry.startedAt < recording.beganAt) return;
    const bytes = bytesOf(recorded);
    recording.ended = whyFull(recording, bytes);
    if (recording.ended !== undefined) return;
    recording.calls.push(recorded);
    recording.bytes += bytes;
    memory.count(bytes);
  };

  const put = (organization: string, recording: Recording | undefined): void => {
    memory.count((recording?.bytes ?? 0) - (recordings.get(organization)?.bytes ?? 0));
    if (recording === undefined) recordings.delete(organization);
    else recordings.set(organization, recording);
  };

  const end = (organization: string): void => {
    if (recordings.has(organization)) stale.add(organization);
    put(organization, undefined);
  };

  const takeCalls = (recording: Recording | undefined): SavedCalls | undefined => {
    if (recording === undefined) return undefined;
    const { start, calls, ended, bytes, taken } = recording;
    recording.taken = calls.length + (ended === undefined ? 0 : 1);
    if (taken === recording.taken) return undefined;
    return {
      ...(taken === undefined ? { start: { ...start, state: Buffer.from(start.state).toString('base64') } } : {}),
      calls: calls
        .slice(taken ?? 0)
        .map((one) => ('entry' in one ? { ...one, entry: toEntryForm(one.entry, form) } : one)),
      bytes,
      ended,
    };
  };

  function* toRecording(pieces: readonly SavedPiece[]): Steps<Recording | undefined> {
    const calls: Recorded[] = [];
    let start: SavedCalls['start'];
    let last: SavedCalls | undefined;
    for (const { value } of pieces) {
      last = value as SavedCalls;
      start ??= last.start;
      for (const one of last.calls)
        calls.push('entry' in one ? { ...one, entry: fromEntryForm(one.entry, form) } : one);
      yield;
    }
    if (start === undefined || last === undefined) return undefined;
    const { bytes, ended } = last;
    return {
      start: { ...start, state: Uint8Array.from(Buffer.from(start.state, 'base64')) },
      // It was begun elsewhere: whatever comes here came after that.
      beganAt: -Infinity,
      calls,
      bytes,
      ended,
      taken: calls.length + (ended === undefined ? 0 : 1),
    };
  }

  const onExchange: ExchangeObserver = (entry, owner, exchange) => {
    ({ position } = entry);
    const { request, reply } = exchange ?? {};
    const record = (organization: string): void => {
      if (!recordings.has(organization)) return;
      const received = wholly(entry.received, request?.bodyRead?.());
      const sent = wholly(entry.sent, reply?.content?.body);
      keep(organization, { entry: { ...entry, received, sent }, path: request?.path, origin: request?.origin });
    };
    if (owner !== undefined) {
      steeringOf(owner).exchanges += 1;
      record(owner);
    } else if (sharesUnowned) for (const organization of recordings.keys()) record(organization);
  };

  /** How sandboxes began and were steered. */
  const live: LiveState = {
    name: 'steering',
    save: ({ uuid }) => steered.get(uuid),
    load: ({ uuid }, saved) => {
      setSteering(uuid, saved as Steering | undefined);
    },
    reset: ({ uuid }, by) => {
      setSteering(uuid, toSteering(by, version));
    },
  };

  /** The recordings. */
  const log: LiveLog = {
    name: 'recording',
    take: ({ uuid }) => {
      const isStale = stale.delete(uuid);
      const value = takeCalls(recordings.get(uuid));
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

  const control = (
    { organization, clock: own }: Pick<Sandbox, 'organization' | 'clock'>,
    made: Omit<ControlCall, 'at' | 'wallAt'>,
  ): void => {
    const call = { at: own.now(), wallAt: clock.now(), ...made };
    const steering = steeringOf(organization);
    const bytes = bytesOf(call);
    if (steering.controls.length < limits.controls && memory.hasRoomFor(bytesOfControls(steering), bytes)) {
      steering.controls.push({ ...call, after: position });
      memory.count(bytes);
    } else steering.isComplete = false;
    keep(organization, call);
  };

  return {
    onExchange,
    control,
    /** Records a change that a program made as the equivalent control call. */
    note: (sandbox: Pick<Sandbox, 'organization' | 'clock'>, method: string, path: string, body?: unknown): void => {
      const text = body === undefined ? null : stringifyJson(body);
      control(sandbox, { method, path, body: text, mediaType: 'application/json' });
    },
    /** Starts a recording if there is room for it, and ends an earlier one. */
    begin: (organization: string, start: Recording['start']): boolean => {
      end(organization);
      const { byteLength: bytes } = start.state;
      if (!memory.hasRoomFor(0, bytes)) return false;
      put(organization, { start, beganAt: clock.elapsed(), calls: [], bytes, ended: undefined, taken: undefined });
      return true;
    },
    end,
    recordingOf: (organization: string): Readonly<Recording> | undefined => recordings.get(organization),
    /** What is known without a recording; undefined if nothing is known to have happened. */
    sinceOf: (organization: string) => {
      const known: Readonly<Steering> | undefined = steered.get(organization);
      // As this release begins a sandbox, on whichever server and however long ago.
      return known && { ...known, isAsNow: known.version === version };
    },
    /** Called when the state of its sandbox is replaced by an imported one. */
    replaced: (organization: string): void => {
      steeringOf(organization).began = 'import';
    },
    live,
    log,
  };
};

type Steering = ReturnType<typeof toSteering>;

/** How a sandbox was used and steered since it began; kept without a recording, too. */
const toSteering = (
  began: Replacement,
  /** The release that filled it; undefined if none is known to have. */
  version: string | undefined,
) => ({
  began,
  version,
  /** Number of exchanges. */
  exchanges: 0,
  /** `after` is the position of the preceding exchange. */
  controls: [] as (ControlCall & { readonly after: number })[],
  /** Whether all control calls are kept. */
  isComplete: true,
});

const wholly = (kept: KeptBody | undefined, body: KeptBody['body'] | undefined): KeptBody | undefined =>
  kept === undefined || body === undefined ? kept : { ...kept, body, isCut: false };

/** What a call counts for. */
const bytesOf = (recorded: Recorded): number =>
  'entry' in recorded
    ? recorded.entry.weight + (recorded.entry.received?.byteLength ?? 0) + (recorded.entry.sent?.byteLength ?? 0)
    : 200 + (recorded.body?.length ?? 0);

const bytesOfControls = (steering: Steering | undefined): number =>
  steering?.controls.reduce((sum, call) => sum + bytesOf(call), 0) ?? 0;
