import type { Key } from '../../../engine/sandbox/store.ts';
import { parseOwnJson } from '../../../kernel/json.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import { toKept } from '../kept-json.ts';
import type { Entry } from '../memory-entry.ts';
import { type Table, keyListOf, putIn, replaceValue, tableOf, takeOut } from '../memory-partition.ts';
import type { SandboxCopy } from '../sandbox-copy.ts';
import { fromStorable } from '../storable-text.ts';

/** A row of any of the tables of a sandbox. */
export type Row = Readonly<Record<string, unknown>>;

/** Brings in the rows that other processes have written. A copy may have many. */
export function* bring(copy: SandboxCopy, rows: readonly Row[]): Steps<void> {
  for (const row of rows) {
    yield;
    const kind = row['kind'] as 'document' | 'position' | 'content';
    if (kind === 'document') bringDocument(copy, row);
    else if (kind === 'position') {
      const table = tableOf(copy.partition, fromStorable(row['collection'] as string));
      table.last = Math.max(table.last, row['position'] as number);
    } else bringContent(copy, row);
  }
}

const bringDocument = (copy: SandboxCopy, row: Row): void => {
  const { partition } = copy;
  const collection = fromStorable(row['collection'] as string);
  const id = fromStorable(row['id'] as string);
  const position = row['position'] as number;
  const table = tableOf(partition, collection);
  const former = table.byId.get(id);
  if (row['value'] === null) {
    if (former !== undefined) forget(copy, table, former);
    return;
  }
  const { value, size } = toKept(parseOwnJson(row['value'] as string));
  const keys = parseOwnJson(row['keys'] as string) as unknown as readonly Key[];
  // Removed and inserted again.
  if (former !== undefined && former.position !== position) forget(copy, table, former);
  const kept = table.byId.get(id);
  const entry: Entry = kept ?? { id, position, value, size, isFrozen: false };
  if (kept === undefined) {
    putIn(table, entry);
    partition.documents += 1;
    partition.bytes += size;
  } else {
    partition.bytes += size - kept.size;
    removeKeys(copy, table, kept);
    replaceValue(table, kept, { value, size });
  }
  table.last = Math.max(table.last, position);
  for (const { name, text } of keys) keyListOf(table, name).add(text, entry);
  copy.keys.set(entry, keys);
};

const forget = (copy: SandboxCopy, table: Table, entry: Entry): void => {
  removeKeys(copy, table, entry);
  takeOut(table, entry);
  copy.partition.documents -= 1;
  copy.partition.bytes -= entry.size;
};

const removeKeys = ({ keys }: SandboxCopy, table: Table, entry: Entry): void => {
  for (const { name, text } of keys.get(entry) ?? []) keyListOf(table, name).remove(text, entry);
};

const bringContent = ({ partition, contents }: SandboxCopy, row: Row): void => {
  const id = fromStorable(row['id'] as string);
  partition.bytes -= contents.get(id)?.bytes ?? 0;
  const bytes = row['size'] as number | null;
  if (bytes === null) contents.delete(id);
  else contents.set(id, { bytes, version: row['version'] as number });
  partition.bytes += bytes ?? 0;
};
