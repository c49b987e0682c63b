import { parseOwnJson, stringifyJson } from '../../../kernel/json.ts';
import type { EmittedEvent } from '../../message/event.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { type EntryForm, fromEntryForm, toEntryForm } from './entry-text.ts';

/** What one process tells the others of an organization. */
export type JournalRecord =
  | { readonly kind: 'exchange'; readonly entry: JournalEntry }
  | { readonly kind: 'events'; readonly events: readonly EmittedEvent[] }
  /** All exchanges before it were removed. */
  | { readonly kind: 'forgotten' }
  /** What came after a position was undone. */
  | { readonly kind: 'undone'; readonly after: number }
  /** For those who know the topic. `data` is JSON. */
  | { readonly kind: 'note'; readonly topic: string; readonly data: unknown };

export interface PlacedRecord {
  readonly position: number;
  readonly record: JournalRecord;
}

export const toRecordText = ({ position, record }: PlacedRecord, form: EntryForm): string =>
  stringifyJson(
    record.kind === 'exchange'
      ? { position, kind: 'exchange', entry: toEntryForm(record.entry, form) }
      : { position, ...record },
  );

export const fromRecordText = (text: string, form: EntryForm): PlacedRecord => {
  const { position, ...record } = parseOwnJson(text) as unknown as JournalRecord & { readonly position: number };
  return {
    position,
    record: record.kind === 'exchange' ? { kind: 'exchange', entry: fromEntryForm(record.entry, form) } : record,
  };
};
