import type { ProblemType } from './catalogue.ts';
import { OWN_TEXTS } from './own-texts.ts';
import type { ProblemTexts } from './problem-text.ts';
import { UNLISTED_TEXTS } from './unlisted-texts.ts';

export const PROBLEM_TEXTS = {
  'malformed-request': {
    meaning: 'The server cannot parse the request: its body, path or one of its headers is malformed.',
    causes: [
      'The body is not valid JSON or UTF-8, or a required body is missing.',
      'A write has no `Idempotency-Key`, has more than one, or has one that is not 1 to 255 characters long.',
      'The path contains invalid percent-encoding.',
      'The `Prefer` header (an extension of this stub) requests a response that the operation does not document.',
      'The `X-Mock-Scenario` header (an extension of this stub) names a scenario that does not exist.',
    ],
    remedy: 'Fix the part of the request that `detail` names. Do not retry it unchanged: it will fail again.',
    rule: {
      text: 'A malformed request returns 400.',
      documented: true,
      assumptions: ['idempotency-key-errors'],
    },
  },
  unauthorized: {
    meaning: 'The request has no valid access token.',
    causes: [
      'The `Authorization` header is missing or malformed. It must be `Bearer`, exactly one space, and the token.',
      'The token has expired. Tokens typically live for 300 seconds.',
      'The token comes from the token endpoint of another realm or environment.',
    ],
    remedy:
      'Fetch a new token with `grant_type=client_credentials` from the token endpoint of this environment and retry the request. Cache each token and renew it about one minute before it expires.',
    rule: {
      text: 'Every call needs a bearer token. An expired token, a token from the wrong realm or a malformed header returns 401.',
      documented: true,
      assumptions: ['www-authenticate', 'rate-limit-uncounted'],
    },
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
    meaning: 'The call needs a capability that the organization does not have.',
    causes: [
      'An order with more than one VIN needs `allowMultiVinOrders`.',
      'A buyer with `kycMode` `MARKETPLACE_LED` needs `allowMarketplaceLedKyc`.',
      'Downloading a KYC document needs `allowKycDocumentDownload`.',
    ],
    remedy:
      'Work without the capability (one order per VIN, `SERVICE_LED` buyers), or ask the operator of the service to grant it. Check `capabilities` in `GET /me` before you call.',
    rule: {
      text: 'Some features need a capability of the organization. Using one without its capability returns 403.',
      documented: true,
      assumptions: [],
    },
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
  'version-mismatch': {
    meaning: 'The resource has changed since you read it: `If-Match` does not match its current version.',
    causes: [
      'Another client or the service has changed the resource.',
      'The `ETag` in `If-Match` comes from an older response or from another resource.',
    ],
    remedy:
      'Read `currentResource`, decide whether your change still applies, and send it with the current `ETag`. Use a new `Idempotency-Key`: the old one replays this response.',
    rule: {
      text: 'A PATCH whose `If-Match` does not match the current version changes nothing and returns 409 with the current resource.',
      documented: true,
      assumptions: ['etag-format', 'current-resource', 'idempotency-stored-replies'],
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
  ...OWN_TEXTS,
  'validation-error': {
    meaning: 'The request is well-formed, but its parameters or body do not match the description of the operation.',
    causes: [
      'A required field is missing, or a field has the wrong type, format, length or value.',
      'A `vatNumber` breaks its pattern, an `address.country` is not a 2-letter code, or a `vin` does not have 17 characters.',
      'The body contains an undocumented field, perhaps a misspelt one.',
      'An identifier in the path is not a UUID, or a query parameter is outside its range.',
      'The request changes a buyer from `SERVICE_LED` back to `MARKETPLACE_LED`.',
    ],
    remedy:
      'Fix every entry of `errors[]`: `field` is the location, `message` says what is expected, and `rejectedValue` is what you sent. Do not retry the request unchanged.',
    rule: {
      text: 'A request that fails validation returns 422 with one entry in `errors[]` for each violation.',
      documented: true,
      assumptions: ['violation-fields', 'unknown-request-properties', 'malformed-path-parameter', 'kyc-mode-downgrade'],
    },
  },
  'idempotency-key-reused': {
    meaning: 'The `Idempotency-Key` was used for a different request within the last 24 hours.',
    causes: [
      'The client changed the body and kept the key.',
      'The client derives its keys from something that is not unique, such as a counter that restarts.',
      'Another client of the organization used the key, or the same client used it for another operation.',
    ],
    remedy:
      'Use a new key, preferably a UUID, for every new request, and reuse a key only to retry an unchanged one. This 422 has no `errors[]`, because the content is not at fault.',
    rule: {
      text: 'For 24 hours, the same key with the same body returns the original response; with a different body it returns 422.',
      documented: true,
      assumptions: ['idempotency-scope', 'idempotency-fingerprint'],
    },
  },
  'rate-limited': {
    meaning: 'The organization has used up its request budget for this minute, or the client is paused.',
    causes: [
      "The organization's clients together sent more reads, writes or webhook management calls than its tier allows.",
      'The client received ten 429 responses in a row and is paused for 15 minutes.',
    ],
    remedy:
      'Wait for the number of seconds in `Retry-After` before the next request. Watch `X-RateLimit-Remaining` to slow down in time, and cache `GET /me` for five minutes.',
    rule: {
      text: "Requests are counted per organization, minute and category. Beyond the tier's limit and burst they return 429 with `Retry-After`.",
      documented: true,
      assumptions: ['rate-limit-window', 'rate-limit-burst', 'client-pause', 'retry-after-format'],
    },
  },
  'internal-error': {
    meaning: 'The server failed to process the request. The request itself may be valid.',
    causes: ['An unexpected error on the server.'],
    remedy:
      'Retry with increasing delays, writes with the same `Idempotency-Key`. If the error persists, report the `traceId`: it identifies the log entry.',
    rule: {
      text: 'An unexpected error returns 500 with a `traceId` for support.',
      documented: true,
      assumptions: ['idempotency-stored-replies'],
    },
  },
  ...UNLISTED_TEXTS,
} as const satisfies Record<ProblemType, ProblemTexts>;
