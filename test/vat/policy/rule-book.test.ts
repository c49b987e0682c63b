import { expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { RULE_BOOK } from '../../../src/vat/policy/rule-book.ts';
import { SELLER } from '../../support/sample-records.ts';
import { ORGANIZATION, OTHER_SELLER } from '../open-service.ts';

const entryOf = (members: Readonly<Record<string, unknown>>) => members as unknown as JournalEntry;

test('the decision of authorize names the seller in the path, if there is one', () => {
  const { passed } = RULE_BOOK.narrations['authorize'] ?? {};
  expect(passed?.(entryOf({ partner: SELLER }))).toBe(`seller ${SELLER} is an authorized partner`);
  expect(passed?.(entryOf({}))).toBe('no seller in the path');
});

test('the smallest change of a forbidden call lists the authorized partners', () => {
  const change = (members: Readonly<Record<string, unknown>>) =>
    RULE_BOOK.changes['forbidden']?.({ type: 'forbidden' } as never, entryOf(members));
  expect(change({ caller: { clientId: 'test', organization: ORGANIZATION } })).toEqual([
    expect.stringMatching(new RegExp(`authorized partners in the path: ${SELLER}, ${OTHER_SELLER}$`)),
  ]);
  expect(change({})).toEqual([expect.stringMatching(/in the path: $/)]);
});
