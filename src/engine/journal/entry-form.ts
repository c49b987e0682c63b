import type { Operation } from '../contract/contract.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { KeptBody } from './kept-body.ts';

/** What the form of an entry depends on. */
export interface EntryForm {
  readonly operationOf: (id: string) => Operation | undefined;
  /**
   * Wall-clock time minus the monotonic clock of this process: readings of monotonic clocks mean nothing to another
   * process.
   */
  readonly monotonicStart: number;
}

/** A body as JSON; `base64` if it is not known to be text. */
interface BodyForm extends Omit<KeptBody, 'body'> {
  readonly text?: string;
  readonly base64?: string;
}

/** An entry as JSON values, for other processes. */
export const toEntryForm = (
  { operation, received, sent, startedAt, endedReadingAt, ...entry }: JournalEntry,
  { monotonicStart }: EntryForm,
): object => ({
  ...entry,
  operation: operation?.id,
  received: received && toBodyForm(received),
  sent: sent && toBodyForm(sent),
  startedAt: startedAt + monotonicStart,
  endedReadingAt: endedReadingAt + monotonicStart,
});

export const fromEntryForm = (form: object, { operationOf, monotonicStart }: EntryForm): JournalEntry => {
  const { operation, received, sent, startedAt, endedReadingAt, ...entry } = form as Omit<
    JournalEntry,
    'operation' | 'received' | 'sent'
  > & { readonly operation?: string; readonly received?: BodyForm; readonly sent?: BodyForm };
  return {
    ...entry,
    operation: operation === undefined ? undefined : operationOf(operation),
    received: received && fromBodyForm(received),
    sent: sent && fromBodyForm(sent),
    startedAt: startedAt - monotonicStart,
    endedReadingAt: endedReadingAt - monotonicStart,
  };
};

const toBodyForm = ({ body, ...kept }: KeptBody): BodyForm =>
  typeof body === 'string'
    ? { ...kept, text: body }
    : { ...kept, base64: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64') };

const fromBodyForm = ({ text, base64 = '', ...kept }: BodyForm): KeptBody => ({
  ...kept,
  body: text ?? Uint8Array.from(Buffer.from(base64, 'base64')),
});
