import type { JournalEntry } from '../../../../src/engine/journal/journal-entry.ts';

/** What the redactors of these tests show of a request. */
export const identifyEntry = ({ id, method, path, operation, status }: JournalEntry) => ({
  id,
  method,
  path,
  operationId: operation?.id ?? null,
  status,
});
