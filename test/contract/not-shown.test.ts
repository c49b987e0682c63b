import { expect, test } from '@jest/globals';
import { readSpec } from '../support/spec-files.ts';

const { assumptions } = (await readSpec('assumptions.yaml')) as unknown as { assumptions: { id: string }[] };

/** What the published text leaves open in so many words, and the entries that answer it. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'buyer: required fields': ['buyer-required-fields', 'buyer-contact-fields'],
  'buyer: limits of the address': ['text-limits'],
  'buyer: contacts in the answer': ['buyer-response-contacts'],
  'invoice: required fields': ['invoice-required-fields'],
  'invoice: choice of the type': ['invoice-type'],
  'prospect: other status values': ['prospect-status-values'],
  'organization: other fields': ['organization-other-fields'],
  'document: other fields': ['document-fields'],
  'rollup: other fields': ['compliance-rollup-fields'],
  'order status: moves': ['order-status-moves'],
  'buyer status: moves': ['buyer-status-moves'],
  'invoice status: moves': ['invoice-status-moves'],
  'VIN status: moves': ['vin-compliance-moves'],
  'shape: find orders': ['find-orders'],
  'shape: cancel': ['cancel-order', 'cancel-after-verdict'],
  'shape: compliance of an order': ['compliance-rollup-fields', 'compliance-blockers'],
  'shape: KYC invitation': ['invitation-shape', 'invitation-lifetime'],
  'shape: revoke pickup': ['pickup-revocation-shape'],
  'shape: PATCH of a document': ['document-patch'],
  'unnamed: buyer read and list': ['buyer-read-operations'],
  'unnamed: order read': ['order-read-operations'],
  'unnamed: KYC documents': ['document-upload', 'buyer-document-types'],
  'unnamed: VIES checks': ['vies-check-shape', 'vies-check-on-creation'],
  'unnamed: Mode B verification': ['kyc-verification-shape', 'kyc-verification-outcome'],
  'unnamed: payment': ['payment-shape'],
  'unnamed: transport confirmation': ['pickup-shape', 'delivery-shape', 'transport-shape'],
  'unnamed: finalization and Export File': ['export-file-shape', 'document-read'],
  'unnamed: prospect submission and list': ['self-service-submissions', 'prospect-list'],
  'unnamed: invitations': ['invitation-shape', 'self-service-public', 'self-service-answers'],
  'status: buyer creation': ['success-statuses'],
  'status: invoice submission': ['success-statuses'],
  'status: webhook management': ['success-statuses'],
  'pagination: shape': ['pagination-shape'],
  'download: content type and format': ['document-download-content'],
  'webhook: other fields to change': ['webhook-patch-fields'],
  'events: envelope': ['event-envelope', 'event-ids'],
  'events: signature': ['signature-format'],
  'events: waits between attempts': ['retry-schedule'],
  'errors: statuses per operation': ['per-operation-error-statuses'],
  'limits: page and size': ['pagination-limits'],
  'limits: body and upload': ['body-and-upload-size'],
  'versioning: guarantees': ['versioning-guarantees'],
};

test.each(Object.entries(NOT_SHOWN))('%s is answered', (_topic, ids) => {
  const known = assumptions.map(({ id }) => id);
  expect(ids.filter((id) => !known.includes(id))).toEqual([]);
});
