import type { ProblemTexts } from '../../engine/problems/problem-text.ts';
import { ENGINE_TEXTS } from '../../engine/problems/engine-texts.ts';
import { UNLISTED_TEXTS } from '../../engine/problems/unlisted-texts.ts';
import type { ProblemType } from './problem-types.ts';

/** Additional problem types listed by operations, because the API description has none for these errors. */
const OWN_TEXTS = {
  'milestone-not-reached': {
    meaning: 'The step comes too early: a step it depends on is not complete.',
    causes: [
      'A payment is submitted before the order has an invoice.',
      'A pickup is confirmed before the order is `READY_FOR_PICKUP`.',
      'A delivery is confirmed, or a pickup revoked, for a VIN whose pickup is not confirmed.',
      'A verification is started for a buyer that is not `SERVICE_LED`.',
    ],
    remedy:
      'Complete the missing step, which `detail` names. Then retry with a new `Idempotency-Key`: the old one replays this response.',
    rule: {
      text: 'The API description has a type for a step that is already complete, but none for a step that comes too early. This type is our own.',
      documented: false,
      assumptions: [
        'milestone-not-reached',
        'order-status-moves',
        'payment-shape',
        'kyc-verification-shape',
        'idempotency-stored-replies',
      ],
    },
  },
  'buyer-blocked': {
    meaning:
      "The buyer's transactions are blocked: a VIES check of its VAT number failed, or the service blocked the buyer.",
    causes: [
      'A VIES check of the buyer failed (see the event `kyc.vies_check_failed`) and none has succeeded since.',
      'The buyer has the status `BLOCKED`.',
    ],
    remedy:
      'If the VAT number is wrong, create a new buyer with the correct one; otherwise request another VIES check and, once it succeeds, retry with a new `Idempotency-Key`. Only the service can unblock a `BLOCKED` buyer: contact support.',
    rule: {
      text: "A failed VIES check blocks the buyer's active transactions. The API description does not say which calls are refused or how, so this type is our own.",
      documented: false,
      assumptions: ['vies-failure-blocks', 'buyer-status-moves', 'idempotency-stored-replies'],
    },
  },
  'invitation-expired': {
    meaning: 'The self-service link has expired.',
    causes: ['The link is more than seven days old and was not used.'],
    remedy:
      'Create a new invitation and send its link to the buyer or prospect. An expired invitation cannot be renewed.',
    rule: {
      text: 'The API description says that invitations expire, but not what an expired link returns. This type is our own.',
      documented: false,
      assumptions: ['self-service-answers', 'invitation-lifetime'],
    },
  },
  'webhook-endpoint-paused': {
    meaning: 'The webhook endpoint is paused, so it receives no deliveries, including replays and tests.',
    causes: [
      'The service paused it after 20 consecutive failed deliveries or 72 hours without a success.',
      'A client set its status to `PAUSED`.',
    ],
    remedy:
      'Fix the receiver, set the status to `ACTIVE` with PATCH, and retry with a new `Idempotency-Key`. You can replay deliveries recorded during the pause from the delivery history.',
    rule: {
      text: 'The API description says when a webhook endpoint is paused, but not what a replay or a test returns then. This type is our own.',
      documented: false,
      assumptions: ['paused-endpoint-policy', 'webhook-patch-fields', 'idempotency-stored-replies'],
    },
  },
} as const satisfies Record<string, ProblemTexts>;

/** Texts of the problem types: the engine's, except where this API has its own causes and remedies. */
export const PROBLEM_TEXTS = {
  ...ENGINE_TEXTS,
  ...UNLISTED_TEXTS,
  ...OWN_TEXTS,
  unauthorized: {
    ...ENGINE_TEXTS.unauthorized,
    causes: [
      'The `Authorization` header is missing or malformed. It must be `Bearer`, exactly one space, and the token.',
      'The token has expired. Tokens typically live for 300 seconds.',
      'The token comes from the token endpoint of another realm or environment.',
    ],
  },
  'idempotency-key-reused': {
    ...ENGINE_TEXTS['idempotency-key-reused'],
    meaning: 'The `Idempotency-Key` was used for a different request within the last 24 hours.',
    rule: {
      ...ENGINE_TEXTS['idempotency-key-reused'].rule,
      text: 'For 24 hours, the same key with the same body returns the original response; with a different body it returns 422.',
    },
  },
  'rate-limited': {
    ...ENGINE_TEXTS['rate-limited'],
    causes: [
      "The organization's clients together sent more reads, writes or webhook management calls than its tier allows.",
      'The client received ten 429 responses in a row and is paused for 15 minutes.',
    ],
    remedy:
      'Wait for the number of seconds in `Retry-After` before the next request. Watch `X-RateLimit-Remaining` to slow down in time, and cache `GET /me` for five minutes.',
  },
  forbidden: {
    meaning: 'The token is valid, but the organization is not authorized for this seller.',
    causes: [
      "The `sellerId` in the path is not one of the organization's authorized partners.",
      'The resource belongs to a seller that the organization is not authorized for, or is no longer authorized for.',
      'The `partnerIds` of a webhook endpoint include a seller that is not an authorized partner.',
    ],
    remedy:
      'Use a seller that `GET /me` lists in `authorizedPartners`. If the seller should be listed, ask the operator of the service to authorize your organization for it.',
    rule: {
      text: "A call for a seller that is not an authorized partner of the caller's organization returns 403.",
      documented: true,
      assumptions: ['unauthorized-resource-status', 'webhook-partner-ids'],
    },
  },
  'capability-required': {
    ...ENGINE_TEXTS['capability-required'],
    causes: [
      'An order with more than one VIN needs `allowMultiVinOrders`.',
      'A buyer with `kycMode` `MARKETPLACE_LED` needs `allowMarketplaceLedKyc`.',
      'Downloading a KYC document needs `allowKycDocumentDownload`.',
    ],
    remedy:
      'Work without the capability (one order per VIN, `SERVICE_LED` buyers), or ask the operator of the service to grant it. Check `capabilities` in `GET /me` before you call.',
  },
  'dpa-not-accepted': {
    meaning: 'The organization has no valid data processing agreement (DPA). Every call is refused until it has one.',
    causes: ['The DPA was never accepted.', 'The accepted DPA is outdated.'],
    remedy: 'Have the DPA accepted on behalf of the organization, then retry the request. The client needs no change.',
    rule: {
      text: 'While the DPA is missing or outdated, every call returns 403 with this type.',
      documented: true,
      assumptions: [],
    },
  },
  'not-found': {
    meaning: 'The resource does not exist, or the caller may not see it.',
    causes: [
      'No resource has this identifier, or the resource belongs to another organization.',
      'The path does not match an operation of the API. All paths start with the version segment, `/v1`.',
      'The order names a buyer that the seller does not have.',
      'The order has no Export File yet: it becomes available with the final verdict.',
      'The webhook delivery is older than 30 days and has been deleted.',
    ],
    remedy: 'Check the base URL first, then the identifier and its seller. `detail` names what was not found.',
    rule: {
      text: 'A resource that is not found returns 404.',
      documented: true,
      assumptions: ['unauthorized-resource-status', 'order-unknown-buyer', 'export-file-shape', 'delivery-replay'],
    },
  },
  'resource-exists-different-body': {
    meaning: 'A resource with the same natural key already exists, and its content differs from the request.',
    causes: [
      'The seller already has an order with this `externalOrderId`, created from a different body.',
      'The seller already has a buyer with this `vatNumber`, created from a different body.',
    ],
    remedy:
      'Compare the request with `currentResource`. To change a buyer, use PATCH; for a different order, use a different `externalOrderId`.',
    rule: {
      text: 'Creating an order or a buyer again with the same natural key returns the existing resource if the body is identical, and 409 if it differs.',
      documented: true,
      assumptions: ['current-resource'],
    },
  },
  'milestone-already-set': {
    meaning: 'The step is already complete, or a later step rules it out.',
    causes: [
      'The order is already cancelled, or it has had a verdict (even one corrected since), so it can no longer be cancelled.',
      'The order is cancelled, so it accepts no more invoices or documents.',
      'The order is already paid in full, or the pickup or delivery of the VIN is already confirmed.',
      'The VIN is delivered, so its pickup can no longer be revoked.',
      'The buyer is already verified, or the self-service link has been used.',
      'The document is archived and cannot become active again.',
    ],
    remedy:
      'Read the current state and continue from there: the step has already happened, or is no longer possible. To cancel an order after its verdict, contact support.',
    rule: {
      text: 'A call that conflicts with a milestone already set returns 409.',
      documented: true,
      assumptions: [
        'cancel-after-verdict',
        'invoice-rules',
        'payment-shape',
        'pickup-shape',
        'pickup-revocation-shape',
        'delivery-shape',
        'kyc-verification-shape',
        'self-service-answers',
        'document-patch',
      ],
    },
  },
  'validation-error': {
    ...ENGINE_TEXTS['validation-error'],
    causes: [
      'A required field is missing, or a field has the wrong type, format, length or value.',
      'A `vatNumber` breaks its pattern, an `address.country` is not a 2-letter code, or a `vin` does not have 17 characters.',
      'The body contains an undocumented field, perhaps a misspelt one.',
      'An identifier in the path is not a UUID, or a query parameter is outside its range.',
      'The request changes a buyer from `SERVICE_LED` back to `MARKETPLACE_LED`.',
    ],
    rule: {
      ...ENGINE_TEXTS['validation-error'].rule,
      assumptions: ['violation-fields', 'unknown-request-properties', 'malformed-path-parameter', 'kyc-mode-downgrade'],
    },
  },
  'method-not-allowed': {
    ...UNLISTED_TEXTS['method-not-allowed'],
    causes: [
      'The method is wrong. For example, buyers are created with POST and changed with PATCH, never with PUT.',
      'An HTTP library followed a redirect and turned a POST into a GET.',
    ],
  },
} as const satisfies Record<ProblemType, ProblemTexts>;
