import type { ProblemType } from './catalogue.ts';
import { UNLISTED_TEXTS } from './unlisted-texts.ts';

/**
 * What a problem type means to the integrator who was refused. Words in backticks are code. The pages at the type URIs
 * and `docs/problems.md` are made from these texts.
 */
export interface ProblemTexts {
  /** One sentence. */
  readonly meaning: string;
  /** The usual ones, a sentence each. */
  readonly causes: readonly string[];
  /** What to do, in a sentence or two. */
  readonly remedy: string;
  readonly rule: ProblemRule;
}

/** The rule of the API's description that the type rests on. */
export interface ProblemRule {
  /** One sentence, in our own words. */
  readonly text: string;
  /** False for a type of our own: the first assumption is then the one that made it. */
  readonly documented: boolean;
  /** Entries of `spec/assumptions.yaml` that decide what the description leaves open here. */
  readonly assumptions: readonly string[];
}

export const PROBLEM_TEXTS = {
  'malformed-request': {
    meaning: 'The request cannot be understood: its body, its path or one of its headers is malformed.',
    causes: [
      'The body is not valid JSON or not valid UTF-8, or it is missing where the operation needs one.',
      'A write came without an `Idempotency-Key`, with more than one, or with one that is not 1 to 255 characters long.',
      'The path holds percent-encoding that is not valid.',
      'A `Prefer` header, which only this stub reads, asks for an answer that the operation does not describe.',
      'An `X-Mock-Scenario` header, which only this stub reads, names a scenario that there is not.',
    ],
    remedy: 'Correct the place that `detail` names. The same request will be refused again, however often it is sent.',
    rule: {
      text: 'A malformed request is answered with 400.',
      documented: true,
      assumptions: ['idempotency-key-errors'],
    },
  },
  unauthorized: {
    meaning: 'The request carries no access token that is valid here.',
    causes: [
      'The `Authorization` header is missing or malformed: it reads `Bearer`, exactly one space, and the token.',
      'The token has expired; it typically lives for 300 seconds.',
      'The token was fetched from the token URL of another realm or another environment.',
    ],
    remedy:
      'Fetch a new token with `grant_type=client_credentials` from the token endpoint of this environment and send the request again. Keep each token, and renew it about one minute before it expires.',
    rule: {
      text: 'Every call carries a bearer token; an expired one, one of the wrong realm and a malformed header are refused with 401.',
      documented: true,
      assumptions: ['www-authenticate', 'rate-limit-uncounted'],
    },
  },
  forbidden: {
    meaning: 'The token is valid, but its organization may not act for this seller.',
    causes: [
      "The `sellerId` in the path is not among the organization's authorized partners.",
      'The resource belongs to a seller for whom the organization is not, or no longer, authorized.',
      'The `partnerIds` of a webhook endpoint name a seller outside the authorized partners.',
    ],
    remedy:
      'Take one of the sellers that `GET /me` lists as `authorizedPartners`. If the seller should be among them, ask the operator of the service to authorize it.',
    rule: {
      text: "The seller that a call concerns must be among the authorized partners of the caller's organization, or the call is refused with 403.",
      documented: true,
      assumptions: ['unauthorized-resource-status', 'webhook-partner-ids'],
    },
  },
  'capability-required': {
    meaning: 'The call needs a capability that the organization has not been granted.',
    causes: [
      'An order with more than one VIN needs `allowMultiVinOrders`.',
      'A buyer with the KYC mode `MARKETPLACE_LED` needs `allowMarketplaceLedKyc`.',
      'The download of a KYC document needs `allowKycDocumentDownload`.',
    ],
    remedy:
      'Do without it (one order per VIN, `SERVICE_LED` buyers), or ask the operator of the service to grant it. `GET /me` shows the `capabilities` of the organization, so that a client can know before it asks.',
    rule: {
      text: 'Capabilities of the organization open features, and a call that uses a feature without its capability is refused with 403.',
      documented: true,
      assumptions: [],
    },
  },
  'dpa-not-accepted': {
    meaning: 'The organization has no valid data processing agreement (DPA), and until it has, every call is refused.',
    causes: ['The agreement was never accepted.', 'The agreement that was accepted is outdated.'],
    remedy:
      'Have the agreement accepted on behalf of the organization, then send the request again. Nothing in the client needs to change.',
    rule: {
      text: 'While the agreement is missing or outdated, every call is refused with 403 and this type.',
      documented: true,
      assumptions: [],
    },
  },
  'not-found': {
    meaning: 'There is nothing at this address, or nothing that the caller may know of.',
    causes: [
      'No resource has this identifier, or it belongs to another organization.',
      'The path is no operation of the API; all of them begin with the version segment, `/v1`.',
      'An order names a buyer that its seller does not have.',
      'The Export File is asked for before the final verdict.',
      'The webhook delivery is older than 30 days and has been purged.',
    ],
    remedy:
      'Check the base URL first, then the identifier and the seller that it was created for; `detail` says which of them was not found.',
    rule: {
      text: 'A resource that is not found is answered with 404.',
      documented: true,
      assumptions: ['unauthorized-resource-status', 'order-unknown-buyer', 'export-file-shape', 'delivery-replay'],
    },
  },
  'version-mismatch': {
    meaning: 'The resource has changed since it was read: `If-Match` does not name its current version.',
    causes: [
      'Somebody else, or the service itself, changed the resource in the meantime.',
      'The `ETag` in `If-Match` was kept from an earlier answer, or from another resource.',
    ],
    remedy:
      'Look at `currentResource`, decide whether the change still applies, and send it again with the `ETag` of the current version. Use a new `Idempotency-Key`: the old one repeats this refusal.',
    rule: {
      text: 'A PATCH whose `If-Match` differs from the current version changes nothing and is answered with 409 and the current resource.',
      documented: true,
      assumptions: ['etag-format', 'current-resource', 'idempotency-stored-replies'],
    },
  },
  'resource-exists-different-body': {
    meaning: 'A resource with the same natural key exists already, and its content differs from what was sent.',
    causes: [
      'The seller has an order with this `externalOrderId`, created with another body.',
      'The seller has a buyer with this `vatNumber`, created with another body.',
    ],
    remedy:
      'Compare what was sent with `currentResource`. Change a buyer with PATCH; give another order an `externalOrderId` of its own.',
    rule: {
      text: 'Creating an order or a buyer again under its natural key returns the existing one if the body is identical, and is refused with 409 if it differs.',
      documented: true,
      assumptions: ['current-resource'],
    },
  },
  'milestone-already-set': {
    meaning: 'The step was taken before, or a later one has closed it.',
    causes: [
      'The order is cancelled, or had a verdict, whatever was corrected since: it cannot be cancelled any more.',
      'The order is cancelled: it takes no invoices and no documents any more.',
      'The order is paid in full, or the pickup or delivery of a VIN is confirmed already.',
      'A delivered VIN cannot have its pickup revoked.',
      'The buyer is verified already, or the self-service link has been used.',
      'An archived document cannot become active again.',
    ],
    remedy:
      'Read the current state and go on from there: what the call wanted has happened already, or cannot happen any more. To cancel an order after its verdict, turn to support.',
    rule: {
      text: 'A call that conflicts with a milestone already set is answered with 409.',
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
  'milestone-not-reached': {
    meaning: 'The step comes too early: one that it builds on has not been taken yet.',
    causes: [
      'A payment is submitted before the order has an invoice.',
      'A pickup is confirmed before the order is `READY_FOR_PICKUP`.',
      'A delivery is confirmed, or a pickup revoked, for a VIN whose pickup is not confirmed.',
      'A verification is started for a buyer that is not `SERVICE_LED`.',
    ],
    remedy:
      'Take the missing step first; `detail` names it. Then send this one again with a new `Idempotency-Key`: the old one repeats this refusal.',
    rule: {
      text: 'The description has a type for a step that was taken already and none for one that comes too early, so this type is our own.',
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
      "The buyer's transactions are blocked: VIES has refused its VAT number, or the service has blocked the buyer.",
    causes: [
      'A VIES check of the buyer has failed, and none has succeeded since; `kyc.vies_check_failed` told of it.',
      'The buyer has the status `BLOCKED`.',
    ],
    remedy:
      'If the number is wrong, create the buyer anew under its right one; otherwise request another VIES check, and once one succeeds send the request again with a new `Idempotency-Key`. A buyer that is `BLOCKED` can be unblocked by the service only: turn to support.',
    rule: {
      text: "A failed VIES check blocks the buyer's active transactions; the description does not say which calls are refused, or how, so this type is our own.",
      documented: false,
      assumptions: ['vies-failure-blocks', 'buyer-status-moves', 'idempotency-stored-replies'],
    },
  },
  'invitation-expired': {
    meaning: 'The self-service link was not used within its lifetime and opens nothing any more.',
    causes: ['The link is older than seven days and was never used.'],
    remedy: 'Create a new invitation and send the buyer or prospect its link; an expired one cannot be renewed.',
    rule: {
      text: 'The description says that invitations expire and not how their links answer then, so this type is our own.',
      documented: false,
      assumptions: ['self-service-answers', 'invitation-lifetime'],
    },
  },
  'webhook-endpoint-paused': {
    meaning: 'The webhook endpoint is paused, so nothing is sent to it, neither a replay nor a test.',
    causes: [
      'The service paused it after 20 consecutive failed deliveries, or after 72 hours without a success.',
      'Somebody set its status to `PAUSED`.',
    ],
    remedy:
      'Repair the receiver, set the status to `ACTIVE` with PATCH, and send the request again with a new `Idempotency-Key`. What was recorded during the pause can be replayed from the delivery history.',
    rule: {
      text: 'The description says when a webhook endpoint is paused and not what a replay or a test answers then, so this type is our own.',
      documented: false,
      assumptions: ['paused-endpoint-policy', 'webhook-patch-fields', 'idempotency-stored-replies'],
    },
  },
  'idempotency-key-in-flight': {
    meaning: 'The first request with this `Idempotency-Key` is still being worked on, so its answer is not known yet.',
    causes: [
      'The client repeated a request before the answer to the first one had arrived.',
      'Two workers of the client sent the same request at the same time.',
    ],
    remedy:
      'Wait for the seconds in `Retry-After` and send the same request with the same key: it is answered as the first one was, and has no second effect.',
    rule: {
      text: 'The description says what the same key answers afterwards and not during the first request, so this type is our own.',
      documented: false,
      assumptions: ['idempotency-in-flight'],
    },
  },
  'validation-error': {
    meaning: 'The request can be read, but its parameters or its body break the description of the operation.',
    causes: [
      'A required field is missing, or a field has the wrong type, format, length or value.',
      'A `vatNumber` breaks its pattern, an `address.country` is not a 2-letter code, or a `vin` does not have 17 characters.',
      'The body has a field that the description does not know, such as a misspelt one.',
      'An identifier in the path is not a UUID, or a query parameter is outside its range.',
      'A buyer is to go back from `SERVICE_LED` to `MARKETPLACE_LED`.',
    ],
    remedy:
      'Correct every entry of `errors[]`: `field` is the place, `message` what is expected there, `rejectedValue` what came. A client should fix or report these and not retry.',
    rule: {
      text: 'A request that fails validation is answered with 422 and one entry in `errors[]` for each violation.',
      documented: true,
      assumptions: ['violation-fields', 'unknown-request-properties', 'malformed-path-parameter', 'kyc-mode-downgrade'],
    },
  },
  'idempotency-key-reused': {
    meaning: 'The `Idempotency-Key` was used for another request within the last 24 hours.',
    causes: [
      'The body was changed and sent again under its old key.',
      'The client makes its keys from something that is not unique, such as a counter that starts anew.',
      'Another client of the same organization, or another operation, used the key.',
    ],
    remedy:
      'Use a new key for every new request, best a UUID, and the same key only to repeat a request unchanged. This 422 has no `errors[]`: the content is not what is wrong.',
    rule: {
      text: 'The same key with the same body returns the first answer for 24 hours, and with a different body it is refused with 422.',
      documented: true,
      assumptions: ['idempotency-scope', 'idempotency-fingerprint'],
    },
  },
  'rate-limited': {
    meaning: 'The organization has used up its budget of requests for this minute, or the client is paused.',
    causes: [
      'All clients of the organization together sent more reads, writes or webhook management calls than its tier allows.',
      'The client was refused in this way ten times in a row and is paused for 15 minutes.',
    ],
    remedy:
      'Wait for the seconds in `Retry-After` before the next request. Watch `X-RateLimit-Remaining` to slow down in time, and keep what `GET /me` answers for five minutes.',
    rule: {
      text: "Requests are counted per organization, minute and category; beyond the tier's limit and its burst they are answered with 429 and `Retry-After`.",
      documented: true,
      assumptions: ['rate-limit-window', 'rate-limit-burst', 'client-pause', 'retry-after-format'],
    },
  },
  'internal-error': {
    meaning: 'The server failed to answer; the request itself may be in order.',
    causes: ['An error that nobody foresaw, on the side of the server.'],
    remedy:
      'Send the request again after a growing delay, a write with the same `Idempotency-Key`. If it stays so, report the `traceId`: it leads to the cause in the log.',
    rule: {
      text: 'An unexpected error is answered with 500 and carries a `traceId` for support.',
      documented: true,
      assumptions: ['idempotency-stored-replies'],
    },
  },
  ...UNLISTED_TEXTS,
} as const satisfies Record<ProblemType, ProblemTexts>;
