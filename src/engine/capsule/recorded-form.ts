import { type EntryForm, type KeptBody, fromEntryForm, toEntryForm } from '../journal/journal-entry.ts';
import type { ControlCall } from './capsule.ts';
import type { Recorded } from './recording.ts';

/** A call as JSON, for other processes. Bodies are absent where the entry has all of them. */
export type RecordedForm = ExchangeForm | ControlForm;

interface ExchangeForm {
  readonly entry: object;
  readonly path?: string | undefined;
  readonly origin?: string | undefined;
  readonly received?: string | undefined;
  readonly sent?: { readonly text: string } | { readonly base64: string } | undefined;
}

interface ControlForm {
  readonly call: ControlCall;
}

export const toRecordedForm = (recorded: Recorded, form: EntryForm): RecordedForm =>
  recorded.kind === 'control' ? { call: recorded.call } : toExchangeForm(recorded, form);

const toExchangeForm = (
  { entry, path, origin, received, sent }: Extract<Recorded, { kind: 'exchange' }>,
  form: EntryForm,
): ExchangeForm => ({
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
});

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
