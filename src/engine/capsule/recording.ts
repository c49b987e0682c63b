import type { Settled } from '../exchange/exchange.ts';
import {
  type EntryForm,
  fromEntryForm,
  toEntryForm,
  type JournalEntry,
  type KeptBody,
} from '../journal/journal-entry.ts';
import type { ControlCall } from './capsule.ts';

/** An exchange with its whole bodies, of which the journal may have the beginnings only. */
export interface RecordedExchange {
  readonly entry: JournalEntry;
  /** As sent; undefined if only the journal has the exchange. */
  readonly path?: string | undefined;
  readonly origin?: string | undefined;
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

export const recordExchange = (entry: JournalEntry, exchange: Settled | undefined): Recorded => {
  const { request, reply } = exchange ?? {};
  const [received, sent] = [wholly(entry.received, request?.bodyRead?.()), wholly(entry.sent, reply?.content?.body)];
  return { kind: 'exchange', entry: { ...entry, received, sent }, path: request?.path, origin: request?.origin };
};

const wholly = (kept: KeptBody | undefined, body: KeptBody['body'] | undefined): KeptBody | undefined =>
  kept === undefined || body === undefined ? kept : { ...kept, body, isCut: false };

/** What a call counts for. */
export const bytesOf = (recorded: Recorded): number =>
  recorded.kind === 'control'
    ? bytesOfControl(recorded.call)
    : recorded.entry.weight + (recorded.entry.received?.byteLength ?? 0) + (recorded.entry.sent?.byteLength ?? 0);

export const bytesOfControl = ({ body }: ControlCall): number => 200 + (body?.length ?? 0);

/** A call as JSON, for other processes. */
export type RecordedForm =
  | ({ readonly entry: object } & Omit<RecordedExchange, 'entry'>)
  | { readonly call: ControlCall };

export const toRecordedForm = (recorded: Recorded, form: EntryForm): RecordedForm => {
  if (recorded.kind === 'control') return { call: recorded.call };
  const { entry, path, origin } = recorded;
  return { entry: toEntryForm(entry, form), path, origin };
};

export const fromRecordedForm = (read: RecordedForm, form: EntryForm): Recorded =>
  'call' in read
    ? { kind: 'control', call: read.call }
    : { ...read, kind: 'exchange', entry: fromEntryForm(read.entry, form) };
