import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { AS, createLinks, linkOf } from './links.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const links = createLinks(api);
const mails = async (as = AS) => (await api.get(`${mock.url}/__admin/mail`, { as })).body.data as { to: string }[];

test('a link that is to be mailed is in the mail of its organization, and of no other', async () => {
  const { url } = linkOf(await links.invite({ email: 'claire@garage-moreau.example' }));
  expect(await mails()).toEqual([
    {
      to: 'claire@garage-moreau.example',
      subject: expect.any(String),
      text: expect.stringContaining(url),
      sentAt: new Date(clock.now()).toISOString(),
    },
  ]);
  expect(await mails('api-client-demo')).toEqual([]);
});

test('without an address nothing is mailed', async () => {
  const before = await mails();
  await links.invite();
  await links.invite({});
  expect(await mails()).toEqual(before);
});

test('a repeated call sends no second e-mail', async () => {
  const before = await mails();
  const call = { as: AS, headers: { 'idempotency-key': 'mail-once' } };
  for (let time = 0; time < 2; time++)
    await api.post(
      '/partners/acbda359-95c1-4bf5-b598-96c4baf862d4/prospects/self-service-invitations',
      { email: 'once@garage-moreau.example' },
      call,
    );
  expect((await mails()).length).toBe(before.length + 1);
});

test('an address that is none is refused', async () => {
  const { status, body } = await links.invite({ email: 'claire' });
  expect([status, body.errors[0].field]).toEqual([422, 'email']);
});

test('the newest 200 are shown, the oldest of them first', async () => {
  for (let nr = 0; nr < 205; nr++) await links.invite({ email: `nr${String(nr)}@many.example` });
  const to = (await mails()).map((mail) => mail.to);
  expect([to.length, to[0], to.at(-1)]).toEqual([200, 'nr5@many.example', 'nr204@many.example']);
});
