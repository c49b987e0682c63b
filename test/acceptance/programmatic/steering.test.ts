import { afterAll, afterEach, expect, test } from '@jest/globals';
import { SELLER } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createWorkflow } from '../../support/workflow.ts';
import { fetchToken } from '../control-api/admin-client.ts';

/** What the control API steers, a program steers without HTTP. */

const started = await closedBy(afterAll).start();
afterEach(() => started.mock.reset());

test('createSandbox makes an organization with clients, sellers and a sandbox of its own', async () => {
  const { mock, api } = started;
  const sandbox = await mock.createSandbox({
    name: 'Parallel test',
    sellers: 3,
    clients: 2,
    rateLimitTier: 'ENTERPRISE',
    capabilities: { allowMultiVinOrders: false },
  });
  expect(sandbox).toMatchObject({ baseUrl: mock.baseUrl, tokenUrl: mock.tokenUrl });
  expect([sandbox.sellers.length, sandbox.clients.length]).toEqual([3, 2]);
  expect((await fetchToken(sandbox)).status).toBe(200);
  const me = await api.get('/me', { as: null, headers: { authorization: `Bearer ${await sandbox.token()}` } });
  expect(me.body).toMatchObject({
    organizationUuid: sandbox.organizationUuid,
    authorizedPartners: sandbox.sellers,
    capabilities: { rateLimitTier: 'ENTERPRISE', allowMultiVinOrders: false },
  });
  expect(await mock.requests.count({ operation: 'getOrganization' }, sandbox.id)).toBe(1);

  const fork = await mock.createSandbox({ from: sandbox.id });
  expect(fork.sellers).toEqual(sandbox.sellers);
});

test('createSandbox says what it does not understand', async () => {
  await expect(started.mock.createSandbox({ sellers: 0 })).rejects.toThrow(/not a SandboxCreate: .*sellers/);
  await expect(started.mock.createSandbox({ seler: 3 } as never)).rejects.toThrow('"seler"');
});

test('clock and deliveries say what they do not understand', async () => {
  const { clock, deliveries } = started.mock;
  // Each machine would read it in a zone of its own.
  await expect(clock.freeze('2099-01-01T00:00:00')).rejects.toThrow('no instant with a zone');
  await expect(deliveries.await({ status: 'LOST' } as never)).rejects.toThrow(/not a DeliveryAwait: status/);
  await expect(deliveries.list({ webhookid: 'a' } as never)).rejects.toThrow('"webhookid"');
});

test('changeOrganization changes what GET /me shows', async () => {
  const { mock, api } = started;
  const organization = await mock.changeOrganization({
    capabilities: { allowMarketplaceLedKyc: false },
    sellers: [SELLER],
  });
  expect(organization).toMatchObject({ sandbox: 'demo', capabilities: { allowMarketplaceLedKyc: false } });
  expect(JSON.stringify(organization)).not.toContain('ecret');
  expect((await api.get('/me')).body.authorizedPartners).toEqual([SELLER]);
  await expect(mock.changeOrganization({ dpa: true } as never)).rejects.toThrow('"dpa"');
  await expect(mock.changeOrganization({ extend: true } as never)).rejects.toThrow('"extend"');
});

test('simulate brings an outcome about and answers its events', async () => {
  const { mock, api, clock } = started;
  const { buyerUuid } = await createWorkflow(api, clock).begin();
  const simulated = await mock.simulate('vies_check_failed', { buyerUuid, reason: 'Deregistered' });
  expect(simulated.simulator).toBe('vies_check_failed');
  expect(simulated.events).toContain('kyc.vies_check_failed');
  await expect(mock.simulate('vies_check_fails')).rejects.toThrow(/vies_check_failed/);
  await expect(mock.simulate('vies_check_failed')).rejects.toThrow(/buyerUuid/);
});

test('mail shows what would have been sent', async () => {
  const { mock, api } = started;
  await mock.reset();
  expect(await mock.mail()).toEqual(expect.any(Array));
  const before = (await mock.mail()).length;
  const { status } = await api.post(`/partners/${SELLER}/prospects/self-service-invitations`, {
    email: 'anna@example.com',
  });
  expect(status).toBe(201);
  const mails = await mock.mail();
  expect(mails.length).toBe(before + 1);
  expect(mails.at(-1)).toMatchObject({ to: 'anna@example.com', text: expect.stringContaining(mock.url) });
});

test('inbox receives webhooks and answers as it is told', async () => {
  const { mock, api } = started;
  const inbox = await mock.inbox('shop');
  inbox.answer(500, 200);
  const endpoint = await api.post('/webhooks', { url: inbox.url, events: ['kyc.*'] });
  expect(endpoint.status).toBe(201);
  await api.post(`/webhooks/${String(endpoint.body.id)}/test`, { eventType: 'kyc.verification_completed', data: {} });
  await mock.idle();
  expect(inbox.messages()).toHaveLength(1);
  expect(inbox.messages()[0]).toMatchObject({
    number: 1,
    answered: 500,
    signature: { verdict: 'valid' },
    encoding: 'text',
  });
  expect(JSON.parse(inbox.messages()[0]?.body ?? '')).toMatchObject({ type: 'kyc.verification_completed' });
  inbox.clear();
  expect(inbox.messages()).toEqual([]);

  const other = await mock.createSandbox();
  expect((await mock.inbox('shop', other.id)).url).not.toBe(inbox.url);
});
