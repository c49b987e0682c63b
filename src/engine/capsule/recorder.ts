import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { ExchangeObserver } from '../journal/journal.ts';
import type { LiveState } from '../sandbox/live-state.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { ControlCall } from './capsule.ts';
import { type SteeringNotes, createLiveSteering } from './live-steering.ts';

/** An exchange with its complete bodies, which the journal may have truncated. */
export interface RecordedExchange {
  readonly entry: JournalEntry;
  /** As sent; undefined if only the journal has the exchange. */
  readonly path: string | undefined;
  readonly origin: string | undefined;
  readonly received: Uint8Array | undefined;
  readonly sent: string | Uint8Array | undefined;
}

export type Recorded =
  ({ readonly kind: 'exchange' } & RecordedExchange) | { readonly kind: 'control'; readonly call: ControlCall };

/** Everything recorded since the recording was started. */
export interface Recording<Start> {
  readonly start: Start;
  readonly calls: readonly Recorded[];
  /** Why recording has stopped; undefined while it continues. */
  readonly ended: string | undefined;
}

/** What is known without a recording: how many exchanges the journal would have to contain, and the control calls. */
export interface Since {
  /** How the sandbox began. */
  readonly began: 'reset' | 'replaced';
  /** Number of exchanges since then. */
  readonly exchanges: number;
  /** `after` is the position of the preceding exchange. */
  readonly controls: readonly (ControlCall & { readonly after: number })[];
  readonly isComplete: boolean;
}

/**
 * Records activity in sandboxes, by organization, so that it can be replayed: control calls always, since they are few;
 * all requests and responses only while a recording is running.
 */
export interface Recorder<Start> {
  readonly onExchange: ExchangeObserver;
  readonly control: (organization: string, call: ControlCall) => void;
  /** Starts a recording if there is room for it, and ends an earlier one. `bytes` is the size of the initial state. */
  readonly begin: (organization: string, start: Start, bytes: number) => boolean;
  readonly end: (organization: string) => void;
  readonly recordingOf: (organization: string) => Recording<Start> | undefined;
  /** Undefined if nothing has happened since the server started. */
  readonly sinceOf: (organization: string) => Since | undefined;
  /** Called when its sandbox is reset. */
  readonly forget: (organization: string) => void;
  /** Called when the state of its sandbox is replaced by an imported one. */
  readonly replaced: (organization: string) => void;
  /** The control calls, which all processes of a store record together. */
  readonly live: LiveState;
}

export interface RecorderLimits {
  readonly calls: number;
  readonly bytes: number;
  /** Limit in bytes for all recordings of the server. */
  readonly allBytes: number;
  /** Maximum number of control calls kept without a recording. */
  readonly controls: number;
}

const MEBIBYTE = 1_048_576;

export const RECORDER_LIMITS: RecorderLimits = {
  calls: 5000,
  bytes: 32 * MEBIBYTE,
  allBytes: 128 * MEBIBYTE,
  controls: 500,
};

interface OpenRecording<Start> {
  readonly start: Start;
  readonly beganAt: number;
  readonly calls: Recorded[];
  readonly startBytes: number;
  bytes: number;
  ended: string | undefined;
}

interface Notes extends SteeringNotes {
  exchanges: number;
}

export interface RecorderParts {
  /** Whether exchanges without an owner (401, 404) are part of every organization's recording. */
  readonly sharesUnowned: boolean;
  /** Monotonic clock reading in milliseconds. */
  readonly elapsed: () => number;
  /** The latest position that any process has given; undefined if there is only this one. */
  readonly lastPosition?: (() => number) | undefined;
  readonly limits?: RecorderLimits;
}

export const createRecorder = <Start>({
  sharesUnowned,
  elapsed,
  lastPosition,
  limits = RECORDER_LIMITS,
}: RecorderParts): Recorder<Start> => {
  const recordings = new Map<string, OpenRecording<Start>>();
  const notes = new Map<string, Notes>();
  let position = 0;
  let allBytes = 0;

  const notesOf = (organization: string): Notes =>
    getOrInsert(notes, organization, () => ({ began: 'reset', exchanges: 0, controls: [], isComplete: true }));

  const steering = createLiveSteering((organization) => notes.get(organization), notesOf);

  const keep = (recording: OpenRecording<Start>, recorded: Recorded, bytes: number): void => {
    if (recording.ended !== undefined) return;
    if (recording.calls.length >= limits.calls) recording.ended = `it holds ${String(limits.calls)} calls, the most`;
    else if (recording.bytes + bytes > limits.bytes + recording.startBytes)
      recording.ended = `it reached its limit of ${String(limits.bytes)} bytes (${String(recording.bytes)})`;
    else if (allBytes + bytes > limits.allBytes)
      recording.ended = 'the recordings of this server reached their total limit';
    else {
      recording.calls.push(recorded);
      recording.bytes += bytes;
      allBytes += bytes;
    }
  };

  const take = (organization: string, entry: JournalEntry, exchange: Settled | undefined): void => {
    const recording = recordings.get(organization);
    // A request that was in progress at the start is neither fully in the initial state nor fully after it.
    if (recording === undefined || entry.startedAt < recording.beganAt) return;
    const received = exchange?.request.bodyRead?.();
    const { content } = exchange?.reply ?? {};
    const { path, origin } = exchange?.request ?? {};
    const recorded = { kind: 'exchange', entry, path, origin, received, sent: content?.body } as const;
    keep(recording, recorded, entry.weight + (received?.byteLength ?? 0) + (content?.byteLength ?? 0));
  };

  const drop = (organization: string): void => {
    allBytes -= recordings.get(organization)?.bytes ?? 0;
    recordings.delete(organization);
  };

  return {
    onExchange: (entry, owner, exchange) => {
      ({ position } = entry);
      if (owner !== undefined) {
        notesOf(owner).exchanges++;
        take(owner, entry, exchange);
      } else if (sharesUnowned) for (const organization of recordings.keys()) take(organization, entry, exchange);
    },
    control: (organization, call) => {
      const own = notesOf(organization);
      if (own.controls.length < limits.controls) own.controls.push({ ...call, after: lastPosition?.() ?? position });
      else own.isComplete = false;
      steering.changed(organization);
      const recording = recordings.get(organization);
      if (recording !== undefined) keep(recording, { kind: 'control', call }, 200 + (call.body?.length ?? 0));
    },
    begin: (organization, start, bytes) => {
      drop(organization);
      if (allBytes + bytes > limits.allBytes) return false;
      recordings.set(organization, {
        start,
        beganAt: elapsed(),
        calls: [],
        startBytes: bytes,
        bytes,
        ended: undefined,
      });
      allBytes += bytes;
      return true;
    },
    end: drop,
    recordingOf: (organization) => recordings.get(organization),
    sinceOf: (organization) => notes.get(organization),
    forget: (organization) => {
      drop(organization);
      notes.delete(organization);
      steering.forget(organization);
    },
    replaced: (organization) => {
      notesOf(organization).began = 'replaced';
      steering.changed(organization);
    },
    live: steering.live,
  };
};
