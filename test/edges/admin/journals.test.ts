import { describe, expect, test } from '@jest/globals';
import { createJournals } from '../../../src/edges/admin/journals.ts';
import type { Settled } from '../../../src/engine/pipeline/exchange.ts';

const exchange = (id: string, receivedAt: number, more: object = {}): Settled =>
  ({
    id,
    traceId: id,
    receivedAt,
    request: { method: 'GET', path: '/' },
    reply: { status: 200, headers: {} },
    source: 'engine',
    endedAt: 'route',
    ...more,
  }) as unknown as Settled;

const by = (uuid: string) => ({ caller: { clientId: uuid, organization: { uuid } } });
const clock = { now: () => 0 };

describe.each([true, false])('journals, nobody’s shared: %p', (sharesNobodys) => {
  const journals = createJournals({ sharesNobodys });
  journals.add(exchange('a1', 1, by('a')));
  journals.add(exchange('n1', 2));
  journals.add(exchange('b1', 3, by('b')));
  journals.add(exchange('link', 4, { sandbox: { id: 's', organization: 'a', clock } }));
  journals.add(exchange('a2', 5, by('a')));
  const idsOf = (organization: string) => journals.list(organization).map(({ id }) => id);

  test('show each organization its own, newest first, and public links that lead to it', () => {
    expect(idsOf('a')).toEqual(sharesNobodys ? ['a2', 'link', 'n1', 'a1'] : ['a2', 'link', 'a1']);
    expect(idsOf('b')).toEqual(sharesNobodys ? ['b1', 'n1'] : ['b1']);
    expect(idsOf('c')).toEqual(sharesNobodys ? ['n1'] : []);
  });

  test('find what they show, and nothing else', () => {
    expect(journals.find('a', 'a1')?.id).toBe('a1');
    expect(journals.find('b', 'a1')).toBeUndefined();
    expect(journals.find('b', 'n1')?.id).toBe(sharesNobodys ? 'n1' : undefined);
  });

  test('forget one organization', () => {
    journals.forget('b');
    expect(idsOf('b')).toEqual(sharesNobodys ? ['n1'] : []);
    expect(idsOf('a')).toContain('a1');
  });
});
