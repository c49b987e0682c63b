import type { Full } from '../recording.ts';

/**
 * Recordings that several processes make together. Their calls are written with the journal (`JournalRow.recorded`), which
 * also keeps the limits.
 */
export interface RecordingTable {
  /** Stores a recording, and deletes an earlier one of its owner; false if all of them would be too large then. */
  readonly begin: (recording: NewRecording) => Promise<boolean>;
  /** Deletes the recording of an owner, if it has that id; undefined: any one. */
  readonly end: (owner: string, id: string | undefined) => Promise<void>;
  /** All of them. */
  readonly list: () => Promise<readonly ListedRecording[]>;
  readonly find: (owner: string) => Promise<StoredRecording | undefined>;
  /** The calls after one, in the order of origins and numbers; possibly not all of them. */
  readonly callsAfter: (id: string, place: CallPlace) => Promise<readonly StoredCall[]>;
}

/** The partition whose version differs after every change of what {@link RecordingTable.list} returns. */
export const RECORDINGS = '$recordings';

export interface ListedRecording {
  readonly id: string;
  readonly owner: string;
  /** Position after which its sandbox had begun: it belongs to no later beginning. */
  readonly since: number;
  /** It takes no more calls. */
  readonly isFull: boolean;
}

export interface NewRecording extends Omit<ListedRecording, 'isFull'> {
  /** The initial state. */
  readonly start: Uint8Array;
  /** Wall-clock time in milliseconds. */
  readonly beganAt: number;
  /** The number of the last record of each process, by its origin. */
  readonly marks: ReadonlyMap<string, number>;
}

export interface StoredRecording extends NewRecording {
  /** Of the initial state and the calls. */
  readonly bytes: number;
  readonly full: Full | undefined;
}

export interface CallPlace {
  readonly origin: string;
  readonly number: number;
}

export interface StoredCall extends CallPlace {
  /** See `RecordedRow`. */
  readonly nth: number;
  readonly text: string;
}
