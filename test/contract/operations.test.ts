import { describe, expect, test } from '@jest/globals';
import { loadContract } from '../../src/engine/validation/load-contract.ts';
import { specFile } from '../support/spec-files.ts';

const SELLER = '/partners/{sellerId}';
const BUYER = `${SELLER}/buyers/{buyerId}`;
const ORDER = `${SELLER}/orders/{uuid}`;

const OPERATIONS: Readonly<Record<string, string>> = {
  // Described with their shapes
  createOrder: `POST ${SELLER}/orders`,
  submitInvoice: `POST ${ORDER}/invoice`,
  upsertBuyer: `POST ${SELLER}/buyers`,
  updateBuyer: `PATCH ${BUYER}`,
  getProspect: `GET ${SELLER}/prospects/{uuid}`,
  downloadDocument: 'GET /documents/{id}/download',
  getOrganization: 'GET /me',
  createWebhook: 'POST /webhooks',
  listWebhooks: 'GET /webhooks',
  getWebhook: 'GET /webhooks/{id}',
  updateWebhook: 'PATCH /webhooks/{id}',
  deleteWebhook: 'DELETE /webhooks/{id}',
  listWebhookDeliveries: 'GET /webhooks/{id}/deliveries',
  replayWebhookDelivery: 'POST /webhooks/{id}/deliveries/{deliveryId}/replay',
  testWebhook: 'POST /webhooks/{id}/test',
  // Named without shapes, and what the workflow needs beside them
  listBuyers: `GET ${SELLER}/buyers`,
  getBuyer: `GET ${BUYER}`,
  uploadBuyerDocument: `POST ${BUYER}/documents`,
  listBuyerDocuments: `GET ${BUYER}/documents`,
  requestViesCheck: `POST ${BUYER}/vies-checks`,
  getViesCheck: `GET ${BUYER}/vies-checks/{checkId}`,
  startKycVerification: `POST ${BUYER}/kyc/verifications`,
  getKycVerification: `GET ${BUYER}/kyc/verifications/{sessionId}`,
  createKycInvitation: 'POST /buyers/{id}/kyc/self-service-invitations',
  createProspectInvitation: `POST ${SELLER}/prospects/self-service-invitations`,
  listProspects: `GET ${SELLER}/prospects`,
  getSelfServiceInvitation: 'GET /self-service/{token}',
  submitSelfServiceKyc: 'POST /self-service/{token}/kyc',
  submitSelfServiceProspect: 'POST /self-service/{token}/prospect',
  getOrder: `GET ${ORDER}`,
  findOrders: 'GET /orders',
  cancelOrder: 'POST /orders/{uuid}/cancel',
  listInvoices: `GET ${ORDER}/invoice`,
  uploadOrderDocument: `POST ${ORDER}/documents`,
  listOrderDocuments: `GET ${ORDER}/documents`,
  submitPayment: `POST ${ORDER}/payment`,
  confirmPickup: 'POST /transport/pickup/confirm',
  revokePickup: 'POST /transport/pickup/revoke',
  confirmDelivery: 'POST /transport/delivery/confirm',
  getTransport: 'GET /orders/{uuid}/transport',
  getOrderCompliance: 'GET /orders/{uuid}/compliance',
  getExportFile: 'GET /orders/{uuid}/export-file',
  getDocument: 'GET /documents/{id}',
  updateDocument: 'PATCH /documents/{id}',
};

const PUBLIC = ['getSelfServiceInvitation', 'submitSelfServiceKyc', 'submitSelfServiceProspect'];

const SCHEMAS = [
  ...['Money', 'ResponsibleContact', 'Order', 'OrderCreateRequest', 'OrderVinInput', 'OrderVinResponse'],
  ...['BuyerRequest', 'BuyerPatch', 'Buyer', 'InvoiceRequest', 'Invoice', 'Prospect', 'WebhookEndpoint'],
  ...['WebhookDelivery', 'Organization', 'ComplianceRollup', 'Document', 'Problem'],
];

const contract = await loadContract(specFile('openapi.yaml'), { trusted: false });
const authenticated = contract.operations.filter(({ security }) => security.length > 0);

test('everything described can be served', () => {
  expect(contract.findings).toEqual([]);
});

test('the operations are these, under these paths', () => {
  const described = contract.operations.map(({ id, method, path }) => [id, `${method} ${path}`] as const);
  expect(Object.fromEntries(described)).toEqual(OPERATIONS);
  expect(described).toHaveLength(Object.keys(OPERATIONS).length);
});

test('the component schemas that integrators generate code from have their names', () => {
  const { schemas } = contract.document['components'] as { schemas: object };
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(SCHEMAS));
});

test('only the self-service operations are public', () => {
  const open = contract.operations.filter(({ security }) => security.length === 0).map(({ id }) => id);
  expect(open.sort()).toEqual(PUBLIC);
});

describe.each(authenticated)('$id', ({ method, path, parameters, rateLimitCategory, responses }) => {
  const isWrite = method !== 'GET';

  test('is counted in the budget of its kind', () => {
    const category = path.startsWith('/webhooks') ? 'webhook-management' : isWrite ? 'write' : 'read';
    expect(rateLimitCategory).toBe(category);
  });

  test(isWrite ? 'needs an Idempotency-Key of 1 to 255 characters' : 'takes no Idempotency-Key', () => {
    const key = parameters.find((parameter) => parameter.in === 'header' && parameter.name === 'idempotency-key');
    if (isWrite) {
      expect(key).toMatchObject({
        label: 'Idempotency-Key',
        required: true,
        schema: { schema: { type: 'string', minLength: 1, maxLength: 255 } },
        violationProblem: 'malformed-request',
      });
    } else expect(key).toBeUndefined();
  });

  test('describes what every call can be answered', () => {
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429', '500']));
    if (isWrite) expect(statuses).toEqual(expect.arrayContaining(['400', '409', '422']));
  });

  test('promises the X-RateLimit headers in every answer but 401', () => {
    const names = ['limit', 'remaining', 'reset', 'category'].map((name) => `x-ratelimit-${name}`);
    for (const { status, headers } of responses) {
      const promised = headers.filter(({ required }) => required).map(({ name }) => name);
      if (status === '401') expect(promised).not.toEqual(expect.arrayContaining(names));
      else expect(promised).toEqual(expect.arrayContaining(names));
      if (status === '429') expect(promised).toContain('retry-after');
    }
  });
});
