import { describe } from '@jest/globals';
import { describeJournalTable } from './journal-table-conformance.ts';
import { createMemoryJournalTable } from './memory-journal-table.ts';

describe('the table of the tests', () => {
  describeJournalTable(() => Promise.resolve(createMemoryJournalTable().table));
});
