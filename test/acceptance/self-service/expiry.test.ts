import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { DAY, claire, createLinks, linkOf, pathOf } from './links.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const links = createLinks(api);
const LIFETIME = 7 * DAY;

test('a link is open until the last millisecond of its seven days, and expired from then on', async () => {
  const { url } = linkOf(await links.invite());
  clock.advance(LIFETIME - 1);
  expect((await links.open(url)).status).toBe(200);
  clock.advance(1);
  const expired = { status: 409, type: 'invitation-expired', detail: 'expired at 2026-11-27T09:00:00.000Z' };
  expectProblem(await links.open(url), mock, { ...expired, instance: pathOf(url) });
  expectProblem(await links.submitProspect(url, claire), mock, { ...expired, instance: `${pathOf(url)}/prospect` });
});

test('a used link stays used when its time is over, and nothing waits for that time', async () => {
  const { url, uuid } = linkOf(await links.invite());
  const waiting = async (): Promise<string> =>
    (await api.get(`${mock.url}/__admin/records/jobs?limit=100`, { as: 'api-client-enterprise' })).text;
  expect(await waiting()).toContain(uuid);
  await links.submitProspect(url, claire);
  expect(await waiting()).not.toContain(uuid);
  clock.advance(LIFETIME);
  expect((await links.open(url)).body.type).toBe(`${mock.url}/problems/milestone-already-set`);
});
