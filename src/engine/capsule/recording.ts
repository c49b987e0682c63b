import type { Settled } from '../exchange/exchange.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { ControlCall } from './capsule.ts';

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
  | ({ readonly kind: 'exchange' } & RecordedExchange)
  | { readonly kind: 'control'; readonly call: ControlCall };

/** The initial state of a recording, as it is stored. */
export interface RecordingStart {
  /** The state document, as JSON with gzip. */
  readonly state: Uint8Array;
  /** Wall-clock time in milliseconds. */
  readonly beganAt: number;
}

/** Everything recorded since the recording was started. */
export interface Recording {
  readonly start: RecordingStart;
  readonly calls: readonly Recorded[];
  /** Why recording has stopped; undefined while it continues. */
  readonly ended: string | undefined;
}

export interface RecorderLimits {
  readonly calls: number;
  /** Of the calls of one recording, beside its initial state. */
  readonly bytes: number;
  /** Limit in bytes for all recordings, and less where the memory of the process is less. */
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

/** The limit that a recording has reached. */
export type Full = 'calls' | 'bytes' | 'all-bytes';

/** `bytes`: the size of the recording. */
export const describeFull = (full: Full, limits: RecorderLimits, bytes: number): string => {
  switch (full) {
    case 'calls':
      return `it holds ${String(limits.calls)} calls, the most`;
    case 'bytes':
      return `it reached its limit of ${String(limits.bytes)} bytes (${String(bytes)})`;
    case 'all-bytes':
      return 'all recordings together reached their limit';
  }
};

/** What a recording keeps of a call, and what it counts for in bytes. */
export interface Weighed {
  readonly recorded: Recorded;
  readonly bytes: number;
}

export const weighExchange = (entry: JournalEntry, exchange: Settled | undefined): Weighed => {
  const received = exchange?.request.bodyRead?.();
  const { content } = exchange?.reply ?? {};
  const { path, origin } = exchange?.request ?? {};
  return {
    recorded: { kind: 'exchange', entry, path, origin, received, sent: content?.body },
    bytes: entry.weight + (received?.byteLength ?? 0) + (content?.byteLength ?? 0),
  };
};

export const bytesOfControl = ({ body }: ControlCall): number => 200 + (body?.length ?? 0);

export const weighControl = (call: ControlCall): Weighed => ({
  recorded: { kind: 'control', call },
  bytes: bytesOfControl(call),
});
