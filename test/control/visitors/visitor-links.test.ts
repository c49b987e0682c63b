import { expect, test } from '@jest/globals';
import { createVisitorLinks } from '../../../src/control/visitors/visitor-links.ts';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import { createMemoryCounters } from '../../../src/engine/rate-limiting/counters.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { createTestClock } from '../../support/test-clock.ts';

test('who comes while the link is revoked leaves neither a sandbox nor a visit, and the visit of another counts', async () => {
  const clock = createTestClock();
  const dropped: string[] = [];
  let meanwhile: (() => Promise<void>) | undefined;
  const create = async () => {
    const now = meanwhile;
    meanwhile = undefined;
    await now?.();
    return { organization: { sandbox: now === undefined ? 'of the second' : 'of the first' }, clients: ['client'] };
  };
  const links = createVisitorLinks({
    ...{ clock, store: createMemoryStore(), counters: createMemoryCounters(clock), perHourAndAddress: 9 },
    ...{ random: createRandom('links'), secretRandom: createRandom('secrets'), sandboxesOf: () => [] },
    ...{ sandboxes: { create, drop: (name: string) => dropped.push(name) }, sessions: { endAllOf: () => undefined } },
  } as unknown as Parameters<typeof createVisitorLinks>[0]);
  const { link, secret } = await links.create({ name: 'Fair', uses: 'many' });
  const visit = () => links.admit(secret, { former: undefined, address: '192.0.2.1' });
  meanwhile = async () => {
    expect(await visit()).toMatchObject({ sandbox: 'of the second' });
    await links.revoke(link.id);
  };
  await expect(visit()).rejects.toMatchObject({ members: { status: 410 } });
  expect(dropped).toEqual(['of the first']);
  expect((await links.list({ page: 0, limit: 1 })).data).toMatchObject([{ state: 'revoked', useCount: 1 }]);
});
