import { engineRecords, keptChanges } from '../engine/records.ts';
import { type RecordCollection, withMembers, withMost } from '../engine/sandbox/collection.ts';
import { events } from '../engine/sandbox/event.ts';
import { flag, label, list, object, oneOf, text } from '../engine/sdk.ts';
import { deliveries } from '../engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../engine/webhooks/endpoint.ts';
import { memberOf } from '../vat/api/component-schema.ts';
import { buyers } from '../vat/buyers/buyer.ts';
import { documents } from '../vat/documents/document.ts';
import { exportFileFacts } from '../vat/export-file/export-file.ts';
import { invitations, kycSubmissions } from '../vat/invitations/invitation.ts';
import { kycVerifications } from '../vat/kyc/kyc-verification.ts';
import { orders } from '../vat/orders/order.ts';
import { MOST_WEBHOOK_ENDPOINTS } from '../vat/policy/limits.ts';
import { prospects } from '../vat/prospects/prospect.ts';
import { viesChecks, viesServices } from '../vat/vies/vies-check.ts';

const organizationMembers = object({
  'name?': text,
  'country?': label,
  'persona?': label,
  'dpaAccepted?': flag,
  'rateLimitTier?': oneOf('STANDARD', 'HIGH_VOLUME', 'ENTERPRISE'),
  'capabilities?': {
    ...object({
      'allowMarketplaceLedKyc?': flag,
      'allowMultiVinOrders?': flag,
      'allowKycDocumentDownload?': flag,
    }),
    additionalProperties: false,
  },
  'sellers?': {
    ...list(object({ uuid: label, companyName: text, vatNumber: label, 'address?': text, country: label })),
    maxItems: 20,
  },
});

const endpointMembers = object({
  subscriptions: memberOf('WebhookCreateRequest', 'events'),
  'sellers?': memberOf('WebhookCreateRequest', 'partnerIds'),
});

/** All records of a sandbox: those of the engine, with the members that this API adds, and its own. */
export const records: readonly RecordCollection<never>[] = [
  ...engineRecords,
  withMembers(events, object({ 'seller?': label })),
  withMost(withMembers(webhookEndpoints, endpointMembers), MOST_WEBHOOK_ENDPOINTS),
  withMembers(deliveries, object({ attempts: memberOf('WebhookDelivery', 'attempts') })),
  withMembers(keptChanges, organizationMembers),
  ...[buyers, orders, documents, exportFileFacts],
  ...[prospects, invitations, kycSubmissions],
  ...[viesChecks, viesServices, kycVerifications],
];
