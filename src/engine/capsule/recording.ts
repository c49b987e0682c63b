import type { Settled } from '../exchange/exchange.ts';
import {
  type EntryForm,
  fromEntryForm,
  toEntryForm,
  type JournalEntry,
  type KeptBody,
} from '../journal/journal-entry.ts';
import type { ControlCall } from './capsule.ts';

/** An exchange with its complete bodies, which the journal may have truncated. */
export interface RecordedExchange {
  readonly entry: JournalEntry;
  /** As sent; undefined if only the journal has the exchange. */
  readonly path?: string | undefined;
  readonly origin?: string | undefined;
  readonly received?: Uint8Array | undefined;
  readonly sent?: string | Uint8Array | undefined;
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
  const { path, origin } = request ?? {};
  return { kind: 'exchange', entry, path, origin, received: request?.bodyRead?.(), sent: reply?.content?.body };
};

/** What a call counts for. */
export const bytesOf = (recorded: Recorded): number =>
  recorded.kind === 'control'
    ? bytesOfControl(recorded.call)
    : recorded.entry.weight + (recorded.received?.byteLength ?? 0) + Buffer.byteLength(recorded.sent ?? '');

export const bytesOfControl = ({ body }: ControlCall): number => 200 + (body?.length ?? 0);

/** A call as JSON, for other processes. Bodies are absent where the entry has all of them. */
export type RecordedForm = ExchangeForm | { readonly call: ControlCall };

interface ExchangeForm {
  readonly entry: object;
  readonly path?: string | undefined;
  readonly origin?: string | undefined;
  readonly received?: string | undefined;
  readonly sent?: { readonly text: string } | { readonly base64: string } | undefined;
}

export const toRecordedForm = (recorded: Recorded, form: EntryForm): RecordedForm => {
  if (recorded.kind === 'control') return { call: recorded.call };
  const { entry, path, origin, received, sent } = recorded;
  return {
    entry: toEntryForm(entry, form),
    path,
    origin,
    received: received === undefined || isIn(entry.received, received) ? undefined : toBase64(received),
    sent:
      sent === undefined || isIn(entry.sent, sent)
        ? undefined
        : typeof sent === 'string'
          ? { text: sent }
          : { base64: toBase64(sent) },
  };
};

const isIn = (kept: KeptBody | undefined, body: string | Uint8Array): boolean =>
  kept !== undefined &&
  !kept.isCut &&
  (kept.body === body || Buffer.compare(Buffer.from(kept.body), Buffer.from(body)) === 0);

export const fromRecordedForm = (read: RecordedForm, form: EntryForm): Recorded => {
  if ('call' in read) return { kind: 'control', call: read.call };
  const { path, origin, received, sent } = read;
  return {
    kind: 'exchange',
    entry: fromEntryForm(read.entry, form),
    path,
    origin,
    received: received === undefined ? undefined : fromBase64(received),
    sent: sent === undefined ? undefined : 'text' in sent ? sent.text : fromBase64(sent.base64),
  };
};

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));
