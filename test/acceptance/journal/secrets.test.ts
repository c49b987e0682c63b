import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SELLER, newOrder } from '../../support/sample-order.ts';
import { listenToStream } from '../../support/listen-to-stream.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createAdminClient, tokenOf } from '../control-api/admin-client.ts';
import { createLinks, linkOf } from '../self-service/links.ts';

const AS = 'api-client-enterprise';
const ENTERPRISE = '?sandbox=enterprise';

const started = await closedBy(afterAll).start();

/** Everything that anybody can get to see of what came and went. */
const everythingShown = async (): Promise<string> => {
  const admin = createAdminClient(started);
  const list = await admin('GET', `/requests${ENTERPRISE}`);
  const ids = (list.body.data as readonly { id: string }[]).map(({ id }) => id);
  const single = await Promise.all(
    ids.flatMap((id) => [
      admin('GET', `/requests/${id}${ENTERPRISE}`),
      admin('GET', `/requests/${id}/explain${ENTERPRISE}`),
    ]),
  );
  const others = await Promise.all([
    admin('GET', `/requests.har${ENTERPRISE}`),
    admin('POST', `/requests/find${ENTERPRISE}`, { body: { limit: 100 } }),
    admin('POST', `/requests/await${ENTERPRISE}`, { body: { operation: 'cancelOrder', timeout: 'PT0S' } }),
    admin('GET', `/findings${ENTERPRISE}`),
    admin('GET', `/coverage${ENTERPRISE}`),
  ]);
  return [list, ...single, ...others].map(({ text }) => text).join('\n') + JSON.stringify(started.exchanges);
};

/** Those that a text holds, with what stands before them: the whole text would be far too long to read. */
const leaksIn = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => text.includes(secret))
    .map((secret) => text.slice(Math.max(0, text.indexOf(secret) - 200), text.indexOf(secret) + secret.length));

const secretTexts = fc
  .string({ unit: fc.constantFrom(...Array.from('abcXYZ019-_.~+/=')), minLength: 8, maxLength: 30 })
  .map((text) => `S3${text}Z`);

const headerNames = fc.constantFrom(
  'X-Api-Key',
  'X-Auth',
  'Cookie',
  'X-Own-Header',
  'Proxy-Authorization',
  'X-Session',
);
const memberNames = fc.constantFrom('secret', 'client_secret', 'apiKey', 'password', 'accessToken', 'authorization');
const depths = fc.constantFrom(
  (name: string, value: string): object => ({ [name]: value }),
  (name: string, value: string): object => ({ address: { [name]: value } }),
  (name: string, value: string): object => ({ vins: [{ [name]: { inner: value } }] }),
);

test('a secret that a client sends is nowhere to be seen, wherever it stands and whatever comes of the request', async () => {
  const cases = fc.record({
    secret: secretTexts,
    headerName: headerNames,
    memberName: memberNames,
    depth: depths,
    path: fc.constantFrom('/webhooks', `/partners/${SELLER}/orders`, '/nowhere', '/me'),
    malformed: fc.boolean(),
    as: fc.constantFrom(AS, null),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ secret, headerName, memberName, depth, path, malformed, as }) => {
      await started.mock.reset('enterprise');
      const stream = await listenToStream(`${started.mock.url}/__admin/stream${ENTERPRISE}`);
      const body = JSON.stringify({ ...newOrder(), ...depth(memberName, secret) });
      const headers = { [headerName]: secret, ...(as === null ? { authorization: `Bearer ${secret}` } : {}) };
      const query = `?access_token=${encodeURIComponent(secret)}`;
      await started.api.call('POST', path + query, { as, headers, body: malformed ? body.slice(0, -1) : body });
      await started.api.get(`/me${query}`, { as, headers });
      const shown = await everythingShown();
      expect(leaksIn(shown, [secret])).toEqual([]);
      expect(leaksIn(JSON.stringify(await stream.waitFor(3)), [secret])).toEqual([]);
      stream.leave();
    }),
    { numRuns: 40 },
  );
});

test('secrets that the server hands out are shown by nobody else', async () => {
  await started.mock.reset('enterprise');
  const events = ['compliance.*'];
  const created = await started.api.post(
    '/webhooks',
    { url: 'http://127.0.0.1:9/x?token=abcdef123', events },
    { as: AS },
  );
  await started.api.post('/webhooks', { url: 'https://user:hunter2secret@hooks.example/', events }, { as: AS });
  const { url, token: link } = linkOf(await createLinks(started.api).invite());
  await started.api.get(url, { as: null });
  await started.api.get(`${url}/nothing`, { as: null });
  const clientSecret = 'enterprise-secret';
  const token = await tokenOf({ tokenUrl: started.mock.tokenUrl, clientId: AS, clientSecret });
  const shown = await everythingShown();
  expect(created.body.secret).toMatch(/^whsec_/);
  const secrets = [created.body.secret as string, link, token, clientSecret, 'hunter2secret', 'abcdef123'];
  expect(leaksIn(shown, secrets)).toEqual([]);
});
