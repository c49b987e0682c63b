import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { ExchangeObserver } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { ControlCall } from './capsule.ts';
import { createControlNotes } from './control-notes.ts';
import type { SteeringNotes } from './live-steering.ts';
import {
  type Full,
  RECORDER_LIMITS,
  type Recorded,
  type RecorderLimits,
  type Recording,
  type Weighed,
  describeFull,
  weighControl,
  weighExchange,
} from './recording.ts';

/** What is known without a recording: how many exchanges the journal would have to contain, and the control calls. */
export interface Since extends Readonly<Pick<SteeringNotes, 'began' | 'isComplete'>> {
  /** Number of exchanges since then. */
  readonly exchanges: number;
  /** Whether there were more exchanges than the number says. */
  readonly hasMore: boolean;
  /** Whether a process ended before it had written its last exchanges. */
  readonly hasLost: boolean;
  /** Whether it began as this release begins it, on whichever server and however long ago. */
  readonly isAsNow: boolean;
  readonly controls: readonly SteeringNotes['controls'][number][];
}

/**
 * Records activity in sandboxes, by organization, so that it can be replayed: control calls always, since they are few;
 * all requests and responses only while a recording is running.
 */
export interface Recorder<Start> {
  readonly control: (organization: string, call: ControlCall) => void;
  /** Starts a recording if there is room for it, and ends an earlier one. `bytes` is the size of the initial state. */
  readonly begin: (organization: string, start: Start, bytes: number) => Promise<boolean>;
  readonly end: (organization: string) => Promise<void>;
  readonly recordingOf: (organization: string) => Promise<Recording<Start> | undefined>;
  /** Undefined if nothing is known to have happened. Brought up to date by `catchUp` of the journal. */
  readonly sinceOf: (organization: string) => Since | undefined;
  /** Called when its sandbox is reset. */
  readonly forget: (organization: string) => void;
  /** Called when the state of its sandbox is replaced by an imported one. */
  readonly replaced: (organization: string) => void;
  /** Called when its sandbox is gone. */
  readonly drop: (organization: string) => void;
}

/** In the memory of this process, which alone uses its store. */
export interface MemoryRecorder<Start> extends Recorder<Start> {
  readonly onExchange: ExchangeObserver;
}

interface OpenRecording<Start> {
  readonly start: Start;
  readonly beganAt: number;
  readonly calls: Recorded[];
  readonly startBytes: number;
  readonly isComplete: true;
  bytes: number;
  ended: string | undefined;
}

export interface RecorderParts {
  /** Whether exchanges without an owner (401, 404) are part of every organization's recording. */
  readonly sharesUnowned: boolean;
  /** Monotonic clock reading in milliseconds. */
  readonly elapsed: () => number;
  readonly limits?: RecorderLimits;
  /** What all recordings and notes may keep. */
  readonly memory: MemoryAccount;
}

export const createRecorder = <Start>({
  sharesUnowned,
  elapsed,
  limits = RECORDER_LIMITS,
  memory,
}: RecorderParts): MemoryRecorder<Start> => {
  const recordings = new Map<string, OpenRecording<Start>>();
  const notes = createControlNotes(limits.controls, memory);
  const exchanges = new Map<string, number>();
  let position = 0;

  const fullOf = (recording: OpenRecording<Start>, bytes: number): Full | undefined => {
    if (recording.calls.length >= limits.calls) return 'calls';
    if (recording.bytes + bytes > limits.bytes + recording.startBytes) return 'bytes';
    return memory.hasRoomFor(recording.bytes, bytes) ? undefined : 'all-bytes';
  };

  const keep = (recording: OpenRecording<Start>, { recorded, bytes }: Weighed): void => {
    if (recording.ended !== undefined) return;
    const full = fullOf(recording, bytes);
    if (full === undefined) {
      recording.calls.push(recorded);
      recording.bytes += bytes;
      memory.count(bytes);
    } else recording.ended = describeFull(full, limits, recording.bytes);
  };

  const take = (organization: string, entry: JournalEntry, exchange: Settled | undefined): void => {
    const recording = recordings.get(organization);
    // A request that was in progress at the start is neither fully in the initial state nor fully after it.
    if (recording === undefined || entry.startedAt < recording.beganAt) return;
    keep(recording, weighExchange(entry, exchange));
  };

  const end = (organization: string): void => {
    memory.count(-(recordings.get(organization)?.bytes ?? 0));
    recordings.delete(organization);
  };

  const drop = (organization: string): void => {
    end(organization);
    notes.drop(organization);
    exchanges.delete(organization);
  };

  const begin = (organization: string, start: Start, bytes: number): boolean => {
    end(organization);
    if (!memory.hasRoomFor(0, bytes)) return false;
    recordings.set(organization, {
      start,
      beganAt: elapsed(),
      calls: [],
      startBytes: bytes,
      isComplete: true,
      bytes,
      ended: undefined,
    });
    memory.count(bytes);
    return true;
  };

  return {
    onExchange: (entry, owner, exchange) => {
      ({ position } = entry);
      if (owner !== undefined) {
        exchanges.set(owner, (exchanges.get(owner) ?? 0) + 1);
        take(owner, entry, exchange);
      } else if (sharesUnowned) for (const organization of recordings.keys()) take(organization, entry, exchange);
    },
    control: (organization, call) => {
      notes.add(organization, call, position);
      const recording = recordings.get(organization);
      if (recording !== undefined) keep(recording, weighControl(call));
    },
    begin: (organization, start, bytes) => Promise.resolve(begin(organization, start, bytes)),
    end: (organization) => {
      end(organization);
      return Promise.resolve();
    },
    recordingOf: (organization) => Promise.resolve(recordings.get(organization)),
    sinceOf: (organization) => {
      const known = notes.find(organization);
      const count = exchanges.get(organization) ?? 0;
      if (known === undefined && count === 0) return undefined;
      const { began = 'reset', controls = [], isComplete = true } = known ?? {};
      return { began, controls, isComplete, exchanges: count, hasMore: false, hasLost: false, isAsNow: false };
    },
    forget: drop,
    replaced: notes.replaced,
    drop,
  };
};
