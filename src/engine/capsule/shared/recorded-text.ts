import { parseOwnJson, stringifyJson } from '../../../kernel/json.ts';
import { type EntryForm, fromEntryForm, toEntryForm } from '../../journal/shared/entry-text.ts';
import type { KeptBody } from '../../journal/kept-body.ts';
import type { ControlCall } from '../capsule.ts';
import type { Recorded } from '../recording.ts';

/** A call at its position among those of all processes. */
export interface PlacedCall {
  readonly position: number;
  readonly recorded: Recorded;
}

/** Bodies are absent where the entry has all of them. */
interface ExchangeForm {
  readonly position: number;
  readonly entry: object;
  readonly path?: string;
  readonly origin?: string;
  readonly received?: string;
  readonly sent?: { readonly text: string } | { readonly base64: string };
}

interface ControlForm {
  readonly position: number;
  readonly call: ControlCall;
}

export const toRecordedText = ({ position, recorded }: PlacedCall, form: EntryForm): string =>
  stringifyJson(
    recorded.kind === 'control' ? { position, call: recorded.call } : toExchangeForm(position, recorded, form),
  );

const toExchangeForm = (
  position: number,
  { entry, path, origin, received, sent }: Extract<Recorded, { kind: 'exchange' }>,
  form: EntryForm,
): object => ({
  position,
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

export const fromRecordedText = (text: string, form: EntryForm): PlacedCall => {
  const read = parseOwnJson(text) as unknown as ExchangeForm | ControlForm;
  if ('call' in read) return { position: read.position, recorded: { kind: 'control', call: read.call } };
  const entry = fromEntryForm(read.entry, form);
  return {
    position: read.position,
    recorded: {
      kind: 'exchange',
      entry,
      path: read.path,
      origin: read.origin,
      received: read.received === undefined ? undefined : fromBase64(read.received),
      sent: read.sent === undefined ? undefined : 'text' in read.sent ? read.sent.text : fromBase64(read.sent.base64),
    },
  };
};

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));
