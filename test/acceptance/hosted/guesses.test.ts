import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startedBy } from '../../support/started-by.ts';
import { type NewSandbox, createAdminClient, createSandbox } from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';

/** The proxy in front adds the address of its client. */
const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.99, ${address}` });

describe('guesses of secrets', () => {
  const started = startedBy(beforeAll, afterAll, {
    mode: 'hosted',
    adminToken: OPERATOR,
    maxGuesses: 3,
    trustedProxies: 1,
  });
  const admin = createAdminClient(started);
  let sandbox: NewSandbox;
  beforeAll(async () => {
    sandbox = await createSandbox(admin, { name: 'One' }, { token: OPERATOR, headers: from('192.0.2.1') });
  });

  const askToken = (secret: string, address: string): Promise<Response> =>
    fetch(sandbox.tokenUrl, {
      method: 'POST',
      headers: from(address),
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: sandbox.clientId,
        client_secret: secret,
      }),
    });

  const list = (token: string, address: string) => admin('GET', '/sandboxes', { token, headers: from(address) });

  test('of a client get 429 after some, only for their address, until the minute is over', async () => {
    for (let n = 0; n < 3; n++) expect((await askToken(`wrong-${String(n)}`, '192.0.2.7')).status).toBe(401);
    const refused = await askToken(sandbox.clientSecret, '192.0.2.7');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect((await askToken(sandbox.clientSecret, '192.0.2.8')).status).toBe(200);
    started.clock.advance(60_000);
    expect((await askToken(sandbox.clientSecret, '192.0.2.7')).status).toBe(200);
  });

  test('of the operator token get 429 after some, only for their address', async () => {
    for (let n = 0; n < 3; n++)
      expect((await list(`wrong-token-of-operator-${String(n)}`, '2001:db8::1')).status).toBe(401);
    // Another address of the same network.
    const refused = await list(OPERATOR, '2001:db8::2');
    expect(refused).toMatchObject({ status: 429, body: { type: expect.stringMatching(/rate-limited$/) } });
    expect(refused.headers['retry-after']).toBe('60');
    expect((await list(OPERATOR, '192.0.2.8')).status).toBe(200);
    started.clock.advance(60_000);
    expect((await list(OPERATOR, '2001:db8::1')).status).toBe(200);
  });

  test('what the sender itself writes into X-Forwarded-For changes nothing', async () => {
    for (let n = 0; n < 3; n++)
      await admin('GET', '/sandboxes', {
        token: `wrong-token-of-operator-${String(n)}`,
        headers: { 'x-forwarded-for': `198.51.100.${String(n)}, 192.0.2.77` },
      });
    expect((await list(OPERATOR, '192.0.2.77')).status).toBe(429);
    expect((await list(OPERATOR, '198.51.100.1')).status).toBe(200);
  });
});
