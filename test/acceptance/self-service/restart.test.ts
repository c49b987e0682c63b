import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { DAY, createLinks, linkOf, lucia } from './links.ts';

const { folderOf, start } = closedBy(afterAll);
const folder = await folderOf();

test('links outlive the server, and grow old while it is down', async () => {
  const before = await start({ data: folder.path });
  const made = await Promise.all([1, 2].map(() => createLinks(before.api).invite()));
  const [used, forgotten] = made.map((answer) => linkOf(answer).token);
  await before.stop();

  const after = await start({ data: folder.path });
  const links = createLinks(after.api);
  const urlOf = (token: string | undefined) => `${after.mock.baseUrl}/self-service/${String(token)}`;
  // The first that the server hears of the sandbox is the link.
  expect((await links.submitProspect(urlOf(used), lucia)).status).toBe(201);
  expect((await links.open(urlOf(forgotten))).status).toBe(200);
  await after.stop();

  const late = await start({ data: folder.path });
  late.clock.advance(8 * DAY);
  const { status, body } = await createLinks(late.api).open(`${late.mock.baseUrl}/self-service/${String(forgotten)}`);
  expect([status, body.type]).toEqual([409, `${late.mock.url}/problems/invitation-expired`]);
});
