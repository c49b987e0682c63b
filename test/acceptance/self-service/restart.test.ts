import { afterAll, expect, test } from '@jest/globals';
import { startMock } from '../../support/start-mock.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { DAY, createLinks, linkOf, lucia } from './links.ts';

const folder = await createTempFolder({});
afterAll(() => folder.remove());

test('links outlive the server, and grow old while it is down', async () => {
  const before = await startMock({ data: folder.path });
  const made = await Promise.all([1, 2].map(() => createLinks(before.api).invite()));
  const [used, forgotten] = made.map((answer) => linkOf(answer).token);
  await before.stop();

  const after = await startMock({ data: folder.path });
  const links = createLinks(after.api);
  const urlOf = (token: string | undefined) => `${after.mock.baseUrl}/self-service/${String(token)}`;
  // The first that the server hears of the sandbox is the link.
  expect((await links.submitProspect(urlOf(used), lucia)).status).toBe(201);
  expect((await links.open(urlOf(forgotten))).status).toBe(200);
  await after.stop();

  const late = await startMock({ data: folder.path });
  late.clock.advance(8 * DAY);
  const { status, body } = await createLinks(late.api).open(`${late.mock.baseUrl}/self-service/${String(forgotten)}`);
  expect([status, body.type]).toEqual([409, `${late.mock.url}/problems/invitation-expired`]);
  await late.stop();
});
