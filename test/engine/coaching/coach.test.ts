import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Course, createCoach } from '../../../src/engine/coaching/coach.ts';
import type { Detector, Rule } from '../../../src/engine/coaching/detector.ts';
import { detectors as DETECTORS } from './watch.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { createEntry } from '../journal/create-entry.ts';

const RULE: Rule = { id: 'r', title: 'R', quote: 'q', assumptions: [], seenBy: 's', remedy: 'm' };

/** Sees something in every exchange; the status says what it is about. */
const eager: Detector = {
  rule: RULE,
  start: () => (seen) => ({
    rule: RULE,
    clientId: seen.caller?.clientId,
    subject: String(seen.status),
    detail: `seen at ${String(seen.receivedAt)}`,
    requests: [seen.id],
    certain: seen.status >= 500,
  }),
};

describe('a coach', () => {
  test('takes the same thing seen again for the same finding, with the first and the last requests', () => {
    const coach = createCoach([eager], []);
    const entries = Array.from({ length: 15 }, (_, i) => createEntry({ receivedAt: TEST_NOW + i }));
    for (const entry of entries) coach.see(entry, undefined);
    const [finding, ...others] = coach.findings();
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'r',
      clientId: 'api-client-demo',
      subject: '200',
      count: 15,
      certain: false,
      firstSeenAt: '2026-11-20T09:00:00.000Z',
      lastSeenAt: '2026-11-20T09:00:00.014Z',
      detail: `seen at ${String(TEST_NOW + 14)}`,
    });
    expect(finding?.requests).toEqual([entries[0], ...entries.slice(-9)].map((entry) => entry?.id));
  });

  test('shows what was seen last first, apart by client and by subject', () => {
    const coach = createCoach([eager], []);
    for (const status of [201, 500, 201]) coach.see(createEntry({ status }), undefined);
    coach.see(createEntry({ status: 201, caller: { clientId: 'other', organization: undefined } }), undefined);
    expect(coach.findings().map(({ clientId, subject, count }) => [clientId, subject, count])).toEqual([
      ['other', '201', 1],
      ['api-client-demo', '201', 2],
      ['api-client-demo', '500', 1],
    ]);
  });

  test('names the first delivery and the last nine', () => {
    const coach = createCoach([], []);
    const ids = Array.from({ length: 15 }, (_, index) => `del_${String(index)}`);
    for (const id of ids) {
      const sighting = { rule: RULE, clientId: undefined, subject: 'wh_1', detail: id, requests: [], certain: true };
      coach.note({ ...sighting, deliveries: [id] }, TEST_NOW);
    }
    expect(coach.findings()).toMatchObject([{ count: 15, detail: 'del_14', deliveries: ['del_0', ...ids.slice(6)] }]);
  });

  test('goes back to the findings of a moment, and remembers no exchange after it', () => {
    /** Sees something in the second exchange of a client. */
    const second: Detector = {
      rule: RULE,
      start: () => {
        let count = 0;
        return (seen) => {
          const sighting = eager.start()(seen, undefined);
          return ++count === 2 ? sighting : undefined;
        };
      },
    };
    const begin = (from?: readonly Course[]) => createCoach([second], [], undefined, from);
    let coach = begin();
    const note = (subject: string): void => {
      coach.note({ rule: RULE, clientId: undefined, subject, detail: 'd', requests: [], certain: true }, TEST_NOW);
    };
    const first = createEntry();
    coach.see(first, undefined);
    note('before');
    const saved = JSON.stringify(coach.courses());
    for (let round = 0; round < 2; round++) {
      coach.see(createEntry({ status: 204 }), undefined);
      note('before');
      expect(coach.findings().map(({ subject, count }) => [subject, count])).toEqual([
        ['before', 2],
        ['204', 1],
      ]);
      coach = begin(JSON.parse(saved) as readonly Course[]);
      coach.remember(first);
      expect(coach.findings().map(({ subject, count }) => [subject, count])).toEqual([['before', 1]]);
    }
  });

  test('keeps the newest 200 findings', () => {
    const coach = createCoach([eager], []);
    for (let status = 0; status < 500; status++) coach.see(createEntry({ status }), undefined);
    const subjects = coach.findings().map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([200, '499', '300']);
  });
});

test('detectors take any exchange', () => {
  const looks = DETECTORS.map(({ start }) => start());
  const entries = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PATCH'),
    status: fc.constantFrom(200, 201, 304, 401, 429, 500),
    headers: fc.dictionary(fc.constantFrom('retry-after', 'cache-control', 'etag'), fc.string()),
    query: fc.string(),
    path: fc.string(),
    caller: fc.constantFrom(undefined, { clientId: 'c', organization: undefined }),
  });
  fc.assert(
    fc.property(entries, fc.json(), (more, json) => {
      for (const look of looks) look(createEntry(more), JSON.parse(json));
    }),
  );
});
