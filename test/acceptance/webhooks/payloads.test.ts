import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { childPointer } from '../../../src/kernel/json-pointer.ts';
import { treeAt } from '../../support/description.ts';
import type { Received } from '../../support/receiver.ts';
import { dereferenceSpec } from '../../support/spec-files.ts';

import { createStrictAjv, faultsOf } from '../../support/strict-ajv.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { claire, createLinks, kycData, linkOf } from '../self-service/links.ts';
import { AS, SANDBOX, SELLER, createWebhookClient } from './webhook-client.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const uuid = expect.stringMatching(UUID);
const instant = expect.stringMatching(INSTANT);
const download = expect.stringMatching(/^\/v1\/documents\/[0-9a-f-]{36}\/download$/);
const words = expect.stringMatching(/\w+ \w+/);

/** What the published text lists for each event: these fields, and no others. */
const PAYLOADS: Readonly<Record<string, readonly object[]>> = {
  'compliance.status_changed': [
    { orderUuid: uuid, previousStatus: 'INCOMPLETE', currentStatus: 'VALID', blockers: [] },
    {
      orderUuid: uuid,
      previousStatus: 'VALID',
      currentStatus: 'INVALID',
      blockers: [{ code: 'VIES_INVALID', message: words }],
    },
  ],
  'compliance.decision_made': [
    { orderUuid: uuid, decision: 'VALID_EXPORT' },
    { orderUuid: uuid, decision: 'VAT_APPLICABLE' },
  ],
  'export_file.generated': [
    {
      orderUuid: uuid,
      documentId: uuid,
      version: 1,
      downloadUrl: download,
      generatedAt: instant,
      decision: 'VALID_EXPORT',
    },
    {
      orderUuid: uuid,
      documentId: uuid,
      version: 2,
      downloadUrl: download,
      generatedAt: instant,
      decision: 'VAT_APPLICABLE',
    },
  ],
  'kyc.vies_check_failed': [
    {
      buyerUuid: uuid,
      vatNumber: 'NL100200',
      previousResult: 'VALID',
      currentResult: 'INVALID',
      checkedAt: instant,
      reason: words,
    },
  ],
  'kyc.verification_completed': [
    { buyerUuid: uuid, outcome: 'VERIFIED', sessionId: uuid, completedAt: instant },
    { buyerUuid: uuid, outcome: 'REJECTED', sessionId: uuid, completedAt: instant, reason: words },
  ],
  'prospect.submitted': [{ prospectUuid: uuid, partnerUuid: SELLER, type: 'COMPANY', submittedAt: instant }],
  'self_service_invitation.used': [
    { invitationUuid: uuid, kind: 'KYC', buyerUuid: uuid, usedAt: instant },
    { invitationUuid: uuid, kind: 'PROSPECT', prospectUuid: uuid, usedAt: instant },
  ],
  'self_service_invitation.expired': [
    { invitationUuid: uuid, kind: 'KYC', expiredAt: instant },
    { invitationUuid: uuid, kind: 'PROSPECT', expiredAt: instant },
  ],
  'webhook.endpoint_auto_paused': [
    {
      endpointId: expect.stringMatching(/^wh_/),
      reason: 'CONSECUTIVE_FAILURES',
      lastSuccessAt: null,
      pausedAt: instant,
    },
    {
      endpointId: expect.stringMatching(/^wh_/),
      reason: 'CONTINUOUS_FAILURE_WINDOW',
      lastSuccessAt: instant,
      pausedAt: instant,
    },
  ],
  'webhook.delivery_failed_terminal': [
    {
      endpointId: expect.stringMatching(/^wh_/),
      eventId: expect.stringMatching(/^evt_/),
      eventType: 'prospect.submitted',
      attempts: 10,
      lastHttpStatus: 503,
      lastAttemptAt: instant,
    },
  ],
};

const SUBSCRIPTIONS = [...new Set(Object.keys(PAYLOADS).map((type) => `${type.split('.')[0] ?? ''}.*`))];

const { call } = createWebhookClient(() => started, AS);
const as = { as: AS };

const received = (path = '/hook'): Received[] => receiver.received.filter((each) => each.path === path);
const register = async (path: string, events: readonly string[]): Promise<string> =>
  succeed(await call('POST', '/webhooks', { url: receiver.urlOf(path), events })).body.id as string;

/** Brings about every event as the service would: by calls of a client, by links that are used, and by time. */
const { receive, start } = closedBy(afterAll);
const [started, receiver] = await Promise.all([start(), receive()]);
beforeAll(async () => {
  await register('/hook', SUBSCRIPTIONS);
  const { api, clock } = started;
  const workflow = createWorkflow(api, clock, { as: AS, seller: SELLER });
  const links = createLinks(api, AS);

  // An order that is exempt, and after corrected data is not.
  const sold = await workflow.begin();
  await workflow.takeToTheRoad(sold.orderUuid);
  await workflow.arrive(sold.orderUuid);
  succeed(await workflow.submitInvoice(sold.orderUuid, { type: 'FINAL', marginScheme: true }));

  // A buyer whose number VIES confirms once, and no more the day after.
  const { orderUuid } = await workflow.begin(undefined, { vatNumber: 'NL100200' });
  await workflow.takeToTheRoad(orderUuid);

  const verify = async (vatNumber: string, companyName: string): Promise<void> => {
    const { body } = succeed(await workflow.createBuyer({ vatNumber, companyName, kycMode: 'SERVICE_LED' }));
    const path = `/partners/${SELLER}/buyers/${body.uuid as string}/kyc/verifications`;
    succeed(await api.post(path, undefined, as));
  };
  await verify('AT100', 'Autohaus Huber');
  await verify('BE100', 'Reject & Sons');

  const introduce = async (): Promise<void> => {
    succeed(await links.submitProspect(linkOf(await links.invite()).url, claire));
  };
  succeed(await links.submitKyc(linkOf(await links.inviteBuyer(sold.buyerUuid)).url, kycData));
  await introduce();
  succeed(await links.inviteBuyer(sold.buyerUuid));
  succeed(await links.invite());
  await started.mock.idle();
  await started.mock.clock.freeze(undefined, SANDBOX);

  // One receiver fails twenty times at once. Another one takes an event and fails from the next on, for three days.
  receiver.answer('/useless', 500);
  const useless = await register('/useless', ['self_service_invitation.used']);
  for (let index = 0; index < 20; index++)
    succeed(await links.submitKyc(linkOf(await links.inviteBuyer(sold.buyerUuid)).url, kycData));
  await started.mock.idle();
  expect((await call('GET', `/webhooks/${useless}`)).body.status).toBe('PAUSED');
  receiver.answer('/broken', 200, 503);
  await register('/broken', ['prospect.submitted']);
  await introduce();
  await started.mock.idle();
  await introduce();
  await started.mock.clock.advance({ by: 'P7D' }, SANDBOX);
  await started.mock.idle();
});

const messages = treeAt(await dereferenceSpec('asyncapi.yaml'), 'components', 'messages');
const ajv = createStrictAjv({
  components: Object.fromEntries(Object.entries(messages).map(([type, message]) => [type, treeAt(message)['payload']])),
});

describe.each(Object.entries(PAYLOADS))('%s', (type, payloads) => {
  const seen = (): Received[] => received().filter(({ body }) => body.type === type);

  test('carries the fields that are documented for it, and no others', () => {
    for (const payload of payloads) expect(seen().map(({ body }) => body.data as object)).toContainEqual(payload);
    const known = new Set(payloads.flatMap((payload) => Object.keys(payload)));
    for (const { body } of seen())
      expect(Object.keys(body.data as object).filter((key) => !known.has(key))).toEqual([]);
  });

  test('is what asyncapi.yaml describes', () => {
    expect(seen().length).toBeGreaterThan(0);
    for (const { body } of seen()) expect(faultsOf(ajv.at(childPointer('#/components', type)), body)).toEqual([]);
  });

  test('comes under an event id, signed', () => {
    for (const { headers, body } of seen()) {
      expect(body.id).toMatch(/^evt_/);
      expect(headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    }
  });
});

test('a change of status lists blockers on the way out of VALID, and none otherwise', () => {
  const changes = received()
    .filter(({ body: { type } }) => type === 'compliance.status_changed')
    .map(({ body }) => body.data as { previousStatus: string; blockers: unknown[] });
  expect(new Set(changes.map(({ previousStatus }) => previousStatus === 'VALID'))).toEqual(new Set([true, false]));
  for (const { previousStatus, blockers } of changes) expect(blockers.length > 0).toBe(previousStatus === 'VALID');
});

test('each generation of the Export File is told, and its downloadUrl leads to it from the host of the API', async () => {
  const files = received().filter(({ body: { type } }) => type === 'export_file.generated');
  expect(files.map(({ body: { data } }) => (data as { version: number }).version)).toEqual([1, 2]);
  for (const { body } of files) {
    const { documentId, downloadUrl } = body.data as { documentId: string; downloadUrl: string };
    expect(downloadUrl).toContain(documentId);
    const file = await fetch(started.mock.url + downloadUrl, {
      headers: { authorization: `Bearer ${await started.mock.token(AS)}` },
    });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await file.arrayBuffer();
  }
});

test('an invitation that expires is told at its end, and one that was used is not', () => {
  const of = (type: string): string[] =>
    received().flatMap(({ body }) => (body.type === type ? [body.data.invitationUuid as string] : []));
  const [used, expired] = [of('self_service_invitation.used'), of('self_service_invitation.expired')];
  expect(expired).toHaveLength(2);
  expect(used.filter((invitation) => expired.includes(invitation))).toEqual([]);
});
