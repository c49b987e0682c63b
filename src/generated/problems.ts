/** spec/problems.yaml, made by "npm run generate". */
export const ENGINE_PROBLEMS = {
  "malformed-request": {
    status: 400,
    title: "Malformed request",
    texts: {
      meaning:
        "The server cannot parse the request: its body, path or one of its headers is malformed.",
      causes: [
        "The body is not valid JSON or UTF-8, or a required body is missing.",
        "A write has no `Idempotency-Key`, has more than one, or has one that is not 1 to 255 characters long.",
        "The path contains invalid percent-encoding.",
        "The `Prefer` header (an extension of this stub) requests a response that the operation does not document.",
        "The `X-Mock-Scenario` header (an extension of this stub) names a scenario that does not exist.",
      ],
      remedy:
        "Fix the part of the request that `detail` names. Do not retry it unchanged: it will fail again.",
      rule: {
        text: "A malformed request returns 400.",
        documented: true,
        assumptions: ["idempotency-key-errors"],
      },
    },
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    texts: {
      meaning: "The request has no valid access token.",
      causes: [
        "The `Authorization` header is missing or malformed. It must be `Bearer`, exactly one space, and the token.",
        "The token has expired.",
        "The token comes from the token endpoint of another realm or environment.",
      ],
      remedy:
        "Fetch a new token with `grant_type=client_credentials` from the token endpoint of this environment and retry the request. Cache each token and renew it about one minute before it expires.",
      rule: {
        text: "Every call needs a bearer token. An expired token, a token from the wrong realm or a malformed header returns 401.",
        documented: true,
        assumptions: ["www-authenticate", "rate-limit-uncounted"],
      },
    },
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    texts: {
      meaning: "The token is valid, but the caller is not authorized for what the request names.",
      causes: ["The path or the body names something that the organization is not authorized for."],
      remedy:
        "Use what your organization is authorized for, or ask the operator of the service for the authorization.",
      rule: {
        text: "A call for something that the organization is not authorized for returns 403.",
        documented: true,
        assumptions: [],
      },
    },
  },
  "capability-required": {
    status: 403,
    title: "Capability required",
    texts: {
      meaning: "The call needs a capability that the organization does not have.",
      causes: [
        "The operation, or what the body asks for, needs the capability that `capability` names.",
      ],
      remedy: "Work without the capability, or ask the operator of the service to grant it.",
      rule: {
        text: "Some features need a capability of the organization. Using one without its capability returns 403.",
        documented: true,
        assumptions: [],
      },
    },
  },
  "not-found": {
    status: 404,
    title: "Not found",
    texts: {
      meaning: "The resource does not exist, or the caller may not see it.",
      causes: [
        "No resource has this identifier, or the resource belongs to another organization.",
        "The path does not match an operation of the API.",
      ],
      remedy: "Check the base URL first, then the identifier. `detail` names what was not found.",
      rule: {
        text: "A resource that is not found returns 404.",
        documented: true,
        assumptions: [],
      },
    },
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    unlisted: true,
    texts: {
      meaning: "The path exists, but does not support this method.",
      causes: [
        "The method is wrong: a resource that is created with POST may be changed with PATCH only, not with PUT.",
        "An HTTP library followed a redirect and turned a POST into a GET.",
      ],
      remedy: "Use one of the methods in the `Allow` header.",
      rule: {
        text: "The published catalogue has no type for an unsupported method.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "not-acceptable": {
    status: 406,
    title: "Not acceptable",
    unlisted: true,
    texts: {
      meaning: "The operation cannot return any of the media types that the client accepts.",
      causes: [
        "The `Accept` header does not include `application/json` or the media type of a download.",
      ],
      remedy: "Send `Accept: */*` or one of the media types that `detail` lists.",
      rule: {
        text: "The published catalogue has no type for an `Accept` header that cannot be satisfied.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "request-timeout": {
    status: 408,
    title: "Request timeout",
    unlisted: true,
    texts: {
      meaning: "The request took too long to arrive.",
      causes: [
        "The client opened a connection but did not finish sending its headers or body.",
        "The network is too slow for the size of the upload.",
      ],
      remedy: "Retry with the same `Idempotency-Key`: the request had no effect.",
      rule: {
        text: "The published catalogue has no type for a request that takes too long.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "version-mismatch": {
    status: 409,
    title: "Version mismatch",
    texts: {
      meaning:
        "The resource has changed since you read it: `If-Match` does not match its current version.",
      causes: [
        "Another client or the service has changed the resource.",
        "The `ETag` in `If-Match` comes from an older response or from another resource.",
      ],
      remedy:
        "Read `currentResource`, decide whether your change still applies, and send it with the current `ETag`. Use a new `Idempotency-Key`: the old one replays this response.",
      rule: {
        text: "A PATCH whose `If-Match` does not match the current version changes nothing and returns 409 with the current resource.",
        documented: true,
        assumptions: ["etag-format", "current-resource", "idempotency-stored-replies"],
      },
    },
  },
  "idempotency-key-in-flight": {
    status: 409,
    title: "Idempotency key in flight",
    texts: {
      meaning: "The first request with this `Idempotency-Key` is still in progress.",
      causes: [
        "The client retried before the response to the first request arrived.",
        "Two workers of the client sent the same request concurrently.",
      ],
      remedy:
        "Wait for the number of seconds in `Retry-After`, then retry the same request with the same key. It returns the response to the first request and has no further effect.",
      rule: {
        text: "The API description says what the same key returns after the first request, but not during it. This type is our own.",
        documented: false,
        assumptions: ["idempotency-in-flight"],
      },
    },
  },
  "sandbox-gone": {
    status: 410,
    title: "Sandbox gone",
    unlisted: true,
    texts: {
      meaning: "The sandbox of the request no longer exists.",
      causes: [
        "The sandbox was dropped while the request was in progress.",
        "The server dropped the idle sandbox to make room for another.",
      ],
      remedy: "Create a new sandbox with `POST /__admin/sandboxes` and use its client.",
      rule: {
        text: "Sandboxes exist only in this stub, so this type is our own.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "content-too-large": {
    status: 413,
    title: "Content too large",
    unlisted: true,
    texts: {
      meaning: "The body exceeds the size limit.",
      causes: [
        "A document exceeds the upload limit.",
        "A JSON body contains far more than the operation needs, such as an encoded document.",
      ],
      remedy:
        "Send a smaller body, or raise the limit with `--limits max-body-bytes` or `--limits max-upload-bytes`.",
      rule: {
        text: "The API description does not state size limits, and the published catalogue has no type for them.",
        documented: false,
        assumptions: ["outside-catalogue-statuses", "body-and-upload-size"],
      },
    },
  },
  "unsupported-media-type": {
    status: 415,
    title: "Unsupported media type",
    unlisted: true,
    texts: {
      meaning:
        "The operation does not accept the media type, character set or encoding of the body.",
      causes: [
        "The `Content-Type` is missing or wrong. Send JSON as `application/json` and uploads as `multipart/form-data`.",
        "A tool sent a form instead of JSON, as `curl -d` does without a `Content-Type` header.",
        "The body is compressed or is not UTF-8.",
      ],
      remedy: "Send the body in a media type that `detail` and the `Accept` response header name.",
      rule: {
        text: "The published catalogue has no type for an unsupported media type.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "expectation-failed": {
    status: 417,
    title: "Expectation failed",
    unlisted: true,
    texts: {
      meaning: "The `Expect` header names an expectation that the server cannot meet.",
      causes: ["The header has a value other than `100-continue`."],
      remedy: "Leave the header out, or send `Expect: 100-continue`.",
      rule: {
        text: "The published catalogue has no type for an expectation that the server cannot meet.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "validation-error": {
    status: 422,
    title: "Validation failed",
    texts: {
      meaning:
        "The request is well-formed, but its parameters or body do not match the description of the operation.",
      causes: [
        "A required field is missing, or a field has the wrong type, format, length or value.",
        "The body contains an undocumented field, perhaps a misspelt one.",
        "A parameter is outside its range, or has the wrong format.",
      ],
      remedy:
        "Fix every entry of `errors[]`: `field` is the location, `message` says what is expected, and `rejectedValue` is what you sent. Do not retry the request unchanged.",
      rule: {
        text: "A request that fails validation returns 422 with one entry in `errors[]` for each violation.",
        documented: true,
        assumptions: ["violation-fields", "unknown-request-properties", "malformed-path-parameter"],
      },
    },
  },
  "idempotency-key-reused": {
    status: 422,
    title: "Idempotency key reused",
    texts: {
      meaning: "The `Idempotency-Key` was used for a different request.",
      causes: [
        "The client changed the body and kept the key.",
        "The client derives its keys from something that is not unique, such as a counter that restarts.",
        "Another client of the organization used the key, or the same client used it for another operation.",
      ],
      remedy:
        "Use a new key, preferably a UUID, for every new request, and reuse a key only to retry an unchanged one. This 422 has no `errors[]`, because the content is not at fault.",
      rule: {
        text: "The same key with the same body returns the original response; with a different body it returns 422.",
        documented: true,
        assumptions: ["idempotency-scope", "idempotency-fingerprint"],
      },
    },
  },
  "rate-limited": {
    status: 429,
    title: "Rate limit exceeded",
    texts: {
      meaning:
        "The organization has used up its request budget for this minute, or the client is paused.",
      causes: [
        "The organization's clients together sent more requests than its tier allows.",
        "The client received too many 429 responses in a row and is paused.",
      ],
      remedy:
        "Wait for the number of seconds in `Retry-After` before the next request. Watch `X-RateLimit-Remaining` to slow down in time.",
      rule: {
        text: "Requests are counted per organization, minute and category. Beyond the tier's limit and burst they return 429 with `Retry-After`.",
        documented: true,
        assumptions: [
          "rate-limit-window",
          "rate-limit-burst",
          "client-pause",
          "retry-after-format",
        ],
      },
    },
  },
  "quota-exceeded": {
    status: 429,
    title: "Quota exceeded",
    unlisted: true,
    texts: {
      meaning:
        "The sandbox has as much of something at the same time as it may have. `quota` names it, with its limit.",
      causes: [
        "Programs keep streams or long-polls of the control API open: they opened new ones without closing the former.",
        "A visitor link has given out as many sandboxes as it may have at the same time.",
      ],
      remedy:
        "Close what is no longer needed, or wait for `Retry-After` seconds. `GET /__admin/sandboxes/{id}` shows what is used.",
      rule: {
        text: "Quotas exist only in this stub, and only its control API returns this type.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "header-fields-too-large": {
    status: 431,
    title: "Header fields too large",
    unlisted: true,
    texts: {
      meaning: "The request line and headers together exceed 16 KiB.",
      causes: [
        "A header is very long, such as a cookie or a token for another system.",
        "The query string is very long.",
      ],
      remedy: "Remove headers and parameters that the API does not need.",
      rule: {
        text: "The published catalogue has no type for headers that are too large.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "internal-error": {
    status: 500,
    title: "Internal error",
    texts: {
      meaning: "The server failed to process the request. The request itself may be valid.",
      causes: ["An unexpected error on the server."],
      remedy:
        "Retry with increasing delays, writes with the same `Idempotency-Key`. If the error persists, report the `traceId`: it identifies the log entry.",
      rule: {
        text: "An unexpected error returns 500 with a `traceId` for support.",
        documented: true,
        assumptions: ["idempotency-stored-replies"],
      },
    },
  },
  "not-served": {
    status: 501,
    title: "Not served",
    unlisted: true,
    texts: {
      meaning: "The operation exists, but the stub cannot serve it.",
      causes: [
        "The served description has a schema that does not compile or an operation that is not valid.",
        "No example or generated body matches the response schema.",
      ],
      remedy:
        "Fix the description at the location that `detail` names. `GET /__admin/health` and `vatmock validate` list every fault.",
      rule: {
        text: "Only a stub serves arbitrary descriptions, so this type is our own.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    unlisted: true,
    texts: {
      meaning:
        "The request had no effect: the server is busy or shutting down, or the sandbox was reset, replaced or dropped meanwhile.",
      causes: [
        "A test reset its sandbox while requests of an earlier test were in progress.",
        "A snapshot was restored, or state was imported.",
        "The server is shutting down.",
        "The server has too much to do at once: bodies in progress, large states, open connections.",
      ],
      remedy:
        "Retry with the same `Idempotency-Key`. If the response has `Retry-After`, wait for that number of seconds first.",
      rule: {
        text: "Sandboxes that can be reset during a request exist only in this stub, so this type is our own.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "storage-full": {
    status: 507,
    title: "Storage full",
    unlisted: true,
    texts: {
      meaning: "The stub has no space left for what the request would store.",
      causes: [
        "The sandbox has reached its limit of records or bytes.",
        "The server has reached its limit of memory, sandboxes, snapshots, capsules or inboxes.",
      ],
      remedy: "Reset the sandbox with `POST /__admin/reset`, or follow `detail`.",
      rule: {
        text: "Sandbox limits exist only in this stub, so this type is our own.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
} as const;

export const API_PROBLEMS = {
  "malformed-request": {
    status: 400,
    title: "Malformed request",
    texts: {
      meaning:
        "The server cannot parse the request: its body, path or one of its headers is malformed.",
      causes: [
        "The body is not valid JSON or UTF-8, or a required body is missing.",
        "A write has no `Idempotency-Key`, has more than one, or has one that is not 1 to 255 characters long.",
        "The path contains invalid percent-encoding.",
        "The `Prefer` header (an extension of this stub) requests a response that the operation does not document.",
        "The `X-Mock-Scenario` header (an extension of this stub) names a scenario that does not exist.",
      ],
      remedy:
        "Fix the part of the request that `detail` names. Do not retry it unchanged: it will fail again.",
      rule: {
        text: "A malformed request returns 400.",
        documented: true,
        assumptions: ["idempotency-key-errors"],
      },
    },
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    texts: {
      meaning: "The request has no valid access token.",
      causes: [
        "The `Authorization` header is missing or malformed. It must be `Bearer`, exactly one space, and the token.",
        "The token has expired. Tokens typically live for 300 seconds.",
        "The token comes from the token endpoint of another realm or environment.",
      ],
      remedy:
        "Fetch a new token with `grant_type=client_credentials` from the token endpoint of this environment and retry the request. Cache each token and renew it about one minute before it expires.",
      rule: {
        text: "Every call needs a bearer token. An expired token, a token from the wrong realm or a malformed header returns 401.",
        documented: true,
        assumptions: ["www-authenticate", "rate-limit-uncounted"],
      },
    },
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    texts: {
      meaning: "The token is valid, but the organization is not authorized for this seller.",
      causes: [
        "The `sellerId` in the path is not one of the organization's authorized partners.",
        "The resource belongs to a seller that the organization is not authorized for, or is no longer authorized for.",
        "The `partnerIds` of a webhook endpoint include a seller that is not an authorized partner.",
      ],
      remedy:
        "Use a seller that `GET /me` lists in `authorizedPartners`. If the seller should be listed, ask the operator of the service to authorize your organization for it.",
      rule: {
        text: "A call for a seller that is not an authorized partner of the caller's organization returns 403.",
        documented: true,
        assumptions: ["unauthorized-resource-status", "webhook-partner-ids"],
      },
    },
  },
  "capability-required": {
    status: 403,
    title: "Capability required",
    texts: {
      meaning: "The call needs a capability that the organization does not have.",
      causes: [
        "An order with more than one VIN needs `allowMultiVinOrders`.",
        "A buyer with `kycMode` `MARKETPLACE_LED` needs `allowMarketplaceLedKyc`.",
        "Downloading a KYC document needs `allowKycDocumentDownload`.",
      ],
      remedy:
        "Work without the capability (one order per VIN, `SERVICE_LED` buyers), or ask the operator of the service to grant it. Check `capabilities` in `GET /me` before you call.",
      rule: {
        text: "Some features need a capability of the organization. Using one without its capability returns 403.",
        documented: true,
        assumptions: [],
      },
    },
  },
  "dpa-not-accepted": {
    status: 403,
    title: "Data processing agreement not accepted",
    texts: {
      meaning:
        "The organization has no valid data processing agreement (DPA). Every call is refused until it has one.",
      causes: ["The DPA was never accepted.", "The accepted DPA is outdated."],
      remedy:
        "Have the DPA accepted on behalf of the organization, then retry the request. The client needs no change.",
      rule: {
        text: "While the DPA is missing or outdated, every call returns 403 with this type.",
        documented: true,
        assumptions: [],
      },
    },
  },
  "not-found": {
    status: 404,
    title: "Not found",
    texts: {
      meaning: "The resource does not exist, or the caller may not see it.",
      causes: [
        "No resource has this identifier, or the resource belongs to another organization.",
        "The path does not match an operation of the API. All paths start with the version segment, `/v1`.",
        "The order names a buyer that the seller does not have.",
        "The order has no Export File yet: it becomes available with the final verdict.",
        "The webhook delivery is older than 30 days and has been deleted.",
      ],
      remedy:
        "Check the base URL first, then the identifier and its seller: `detail` names what was not found. If a resource was missing, retry a write with a new `Idempotency-Key`; the old one replays this response.",
      rule: {
        text: "A resource that is not found returns 404.",
        documented: true,
        assumptions: [
          "unauthorized-resource-status",
          "order-unknown-buyer",
          "export-file-shape",
          "delivery-replay",
        ],
      },
    },
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    texts: {
      meaning: "The path exists, but does not support this method.",
      causes: [
        "The method is wrong. For example, buyers are created with POST and changed with PATCH, never with PUT.",
        "An HTTP library followed a redirect and turned a POST into a GET.",
      ],
      remedy: "Use one of the methods in the `Allow` header.",
      rule: {
        text: "The published catalogue has no type for an unsupported method.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "not-acceptable": {
    status: 406,
    title: "Not acceptable",
    texts: {
      meaning: "The operation cannot return any of the media types that the client accepts.",
      causes: [
        "The `Accept` header does not include `application/json` or the media type of a download.",
      ],
      remedy: "Send `Accept: */*` or one of the media types that `detail` lists.",
      rule: {
        text: "The published catalogue has no type for an `Accept` header that cannot be satisfied.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "request-timeout": {
    status: 408,
    title: "Request timeout",
    texts: {
      meaning: "The request took too long to arrive.",
      causes: [
        "The client opened a connection but did not finish sending its headers or body.",
        "The network is too slow for the size of the upload.",
      ],
      remedy: "Retry with the same `Idempotency-Key`: the request had no effect.",
      rule: {
        text: "The published catalogue has no type for a request that takes too long.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "version-mismatch": {
    status: 409,
    title: "Version mismatch",
    texts: {
      meaning:
        "The resource has changed since you read it: `If-Match` does not match its current version.",
      causes: [
        "Another client or the service has changed the resource.",
        "The `ETag` in `If-Match` comes from an older response or from another resource.",
      ],
      remedy:
        "Read `currentResource`, decide whether your change still applies, and send it with the current `ETag`. Use a new `Idempotency-Key`: the old one replays this response.",
      rule: {
        text: "A PATCH whose `If-Match` does not match the current version changes nothing and returns 409 with the current resource.",
        documented: true,
        assumptions: ["etag-format", "current-resource", "idempotency-stored-replies"],
      },
    },
  },
  "resource-exists-different-body": {
    status: 409,
    title: "Resource exists with a different body",
    texts: {
      meaning:
        "A resource with the same natural key already exists, and its content differs from the request.",
      causes: [
        "The seller already has an order with this `externalOrderId`, created from a different body.",
        "The seller already has a buyer with this `vatNumber`, created from a different body.",
      ],
      remedy:
        "Compare the request with `currentResource`. Under a new `Idempotency-Key`, use PATCH to change a buyer, or a different `externalOrderId` for a different order.",
      rule: {
        text: "Creating an order or a buyer again with the same natural key returns the existing resource if the body is identical, and 409 if it differs.",
        documented: true,
        assumptions: ["current-resource"],
      },
    },
  },
  "milestone-already-set": {
    status: 409,
    title: "Milestone already set",
    texts: {
      meaning: "The step is already complete, or a later step rules it out.",
      causes: [
        "The order is already cancelled, or it has had a verdict (even one corrected since), so it can no longer be cancelled.",
        "The order is cancelled, so it accepts no more invoices or documents.",
        "The order is already paid in full, or the pickup or delivery of the VIN is already confirmed.",
        "The VIN is delivered, so its pickup can no longer be revoked.",
        "The buyer is already verified, or the self-service link has been used.",
        "The document is archived and cannot become active again.",
      ],
      remedy:
        "Read the current state and continue from there: the step has already happened, or is no longer possible. To cancel an order after its verdict, contact support.",
      rule: {
        text: "A call that conflicts with a milestone already set returns 409.",
        documented: true,
        assumptions: [
          "cancel-after-verdict",
          "invoice-rules",
          "payment-shape",
          "pickup-shape",
          "pickup-revocation-shape",
          "delivery-shape",
          "kyc-verification-shape",
          "self-service-answers",
          "document-patch",
        ],
      },
    },
  },
  "milestone-not-reached": {
    status: 409,
    title: "Milestone not reached",
    texts: {
      meaning: "The step comes too early: a step it depends on is not complete.",
      causes: [
        "A payment is submitted before the order has an invoice.",
        "A pickup is confirmed before the order is `READY_FOR_PICKUP`.",
        "A delivery is confirmed, or a pickup revoked, for a VIN whose pickup is not confirmed.",
        "A verification is started for a buyer that is not `SERVICE_LED`.",
      ],
      remedy:
        "Complete the missing step, which `detail` names. Then retry with a new `Idempotency-Key`: the old one replays this response.",
      rule: {
        text: "The API description has a type for a step that is already complete, but none for a step that comes too early. This type is our own.",
        documented: false,
        assumptions: [
          "milestone-not-reached",
          "order-status-moves",
          "payment-shape",
          "kyc-verification-shape",
          "idempotency-stored-replies",
        ],
      },
    },
  },
  "buyer-blocked": {
    status: 409,
    title: "Buyer blocked",
    texts: {
      meaning:
        "The buyer's transactions are blocked: a VIES check of its VAT number failed, or the service blocked the buyer.",
      causes: [
        "A VIES check of the buyer failed (see the event `kyc.vies_check_failed`) and none has succeeded since.",
        "The buyer has the status `BLOCKED`.",
      ],
      remedy:
        "If the VAT number is wrong, create a new buyer with the correct one; otherwise request another VIES check and, once it succeeds, retry with a new `Idempotency-Key`. Only the service can unblock a `BLOCKED` buyer: contact support.",
      rule: {
        text: "A failed VIES check blocks the buyer's active transactions. The API description does not say which calls are refused or how, so this type is our own.",
        documented: false,
        assumptions: ["vies-failure-blocks", "buyer-status-moves", "idempotency-stored-replies"],
      },
    },
  },
  "invitation-expired": {
    status: 409,
    title: "Invitation expired",
    texts: {
      meaning: "The self-service link has expired.",
      causes: ["The link is more than seven days old and was not used."],
      remedy:
        "Create a new invitation and send its link to the buyer or prospect. An expired invitation cannot be renewed.",
      rule: {
        text: "The API description says that invitations expire, but not what an expired link returns. This type is our own.",
        documented: false,
        assumptions: ["self-service-answers", "invitation-lifetime"],
      },
    },
  },
  "webhook-endpoint-paused": {
    status: 409,
    title: "Webhook endpoint paused",
    texts: {
      meaning:
        "The webhook endpoint is paused, so it receives no deliveries, including replays and tests.",
      causes: [
        "The service paused it after 20 consecutive failed deliveries or 72 hours without a success.",
        "A client set its status to `PAUSED`.",
      ],
      remedy:
        "Fix the receiver, set the status to `ACTIVE` with PATCH, and retry with a new `Idempotency-Key`. You can replay deliveries recorded during the pause from the delivery history.",
      rule: {
        text: "The API description says when a webhook endpoint is paused, but not what a replay or a test returns then. This type is our own.",
        documented: false,
        assumptions: [
          "paused-endpoint-policy",
          "webhook-patch-fields",
          "idempotency-stored-replies",
        ],
      },
    },
  },
  "idempotency-key-in-flight": {
    status: 409,
    title: "Idempotency key in flight",
    texts: {
      meaning: "The first request with this `Idempotency-Key` is still in progress.",
      causes: [
        "The client retried before the response to the first request arrived.",
        "Two workers of the client sent the same request concurrently.",
      ],
      remedy:
        "Wait for the number of seconds in `Retry-After`, then retry the same request with the same key. It returns the response to the first request and has no further effect.",
      rule: {
        text: "The API description says what the same key returns after the first request, but not during it. This type is our own.",
        documented: false,
        assumptions: ["idempotency-in-flight"],
      },
    },
  },
  "sandbox-gone": {
    status: 410,
    title: "Sandbox gone",
    texts: {
      meaning: "The sandbox of the request no longer exists.",
      causes: [
        "The sandbox was dropped while the request was in progress.",
        "The server dropped the idle sandbox to make room for another.",
      ],
      remedy: "Create a new sandbox with `POST /__admin/sandboxes` and use its client.",
      rule: {
        text: "Sandboxes exist only in this stub, so this type is our own.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "content-too-large": {
    status: 413,
    title: "Content too large",
    texts: {
      meaning: "The body exceeds the size limit.",
      causes: [
        "A document exceeds the upload limit.",
        "A JSON body contains far more than the operation needs, such as an encoded document.",
      ],
      remedy:
        "Send a smaller body, or raise the limit with `--limits max-body-bytes` or `--limits max-upload-bytes`.",
      rule: {
        text: "The API description does not state size limits, and the published catalogue has no type for them.",
        documented: false,
        assumptions: ["outside-catalogue-statuses", "body-and-upload-size"],
      },
    },
  },
  "unsupported-media-type": {
    status: 415,
    title: "Unsupported media type",
    texts: {
      meaning:
        "The operation does not accept the media type, character set or encoding of the body.",
      causes: [
        "The `Content-Type` is missing or wrong. Send JSON as `application/json` and uploads as `multipart/form-data`.",
        "A tool sent a form instead of JSON, as `curl -d` does without a `Content-Type` header.",
        "The body is compressed or is not UTF-8.",
      ],
      remedy: "Send the body in a media type that `detail` and the `Accept` response header name.",
      rule: {
        text: "The published catalogue has no type for an unsupported media type.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "expectation-failed": {
    status: 417,
    title: "Expectation failed",
    texts: {
      meaning: "The `Expect` header names an expectation that the server cannot meet.",
      causes: ["The header has a value other than `100-continue`."],
      remedy: "Leave the header out, or send `Expect: 100-continue`.",
      rule: {
        text: "The published catalogue has no type for an expectation that the server cannot meet.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "validation-error": {
    status: 422,
    title: "Validation failed",
    texts: {
      meaning:
        "The request is well-formed, but its parameters or body do not match the description of the operation.",
      causes: [
        "A required field is missing, or a field has the wrong type, format, length or value.",
        "A `vatNumber` breaks its pattern, an `address.country` is not a 2-letter code, or a `vin` does not have 17 characters.",
        "The body contains an undocumented field, perhaps a misspelt one.",
        "An identifier in the path is not a UUID, or a query parameter is outside its range.",
        "The request changes a buyer from `SERVICE_LED` back to `MARKETPLACE_LED`.",
      ],
      remedy:
        "Fix every entry of `errors[]`: `field` is the location, `message` says what is expected, and `rejectedValue` is what you sent. Do not retry the request unchanged.",
      rule: {
        text: "A request that fails validation returns 422 with one entry in `errors[]` for each violation.",
        documented: true,
        assumptions: [
          "violation-fields",
          "unknown-request-properties",
          "malformed-path-parameter",
          "kyc-mode-downgrade",
        ],
      },
    },
  },
  "idempotency-key-reused": {
    status: 422,
    title: "Idempotency key reused",
    texts: {
      meaning: "The `Idempotency-Key` was used for a different request within the last 24 hours.",
      causes: [
        "The client changed the body and kept the key.",
        "The client derives its keys from something that is not unique, such as a counter that restarts.",
        "Another client of the organization used the key, or the same client used it for another operation.",
      ],
      remedy:
        "Use a new key, preferably a UUID, for every new request, and reuse a key only to retry an unchanged one. This 422 has no `errors[]`, because the content is not at fault.",
      rule: {
        text: "For 24 hours, the same key with the same body returns the original response; with a different body it returns 422.",
        documented: true,
        assumptions: ["idempotency-scope", "idempotency-fingerprint"],
      },
    },
  },
  "rate-limited": {
    status: 429,
    title: "Rate limit exceeded",
    texts: {
      meaning:
        "The organization has used up its request budget for this minute, or the client is paused.",
      causes: [
        "The organization's clients together sent more reads, writes or webhook management calls than its tier allows.",
        "The client received ten 429 responses in a row and is paused for 15 minutes.",
      ],
      remedy:
        "Wait for the number of seconds in `Retry-After` before the next request. Watch `X-RateLimit-Remaining` to slow down in time, and cache `GET /me` for five minutes.",
      rule: {
        text: "Requests are counted per organization, minute and category. Beyond the tier's limit and burst they return 429 with `Retry-After`.",
        documented: true,
        assumptions: [
          "rate-limit-window",
          "rate-limit-burst",
          "client-pause",
          "retry-after-format",
        ],
      },
    },
  },
  "quota-exceeded": {
    status: 429,
    title: "Quota exceeded",
    texts: {
      meaning:
        "The sandbox has as much of something at the same time as it may have. `quota` names it, with its limit.",
      causes: [
        "Programs keep streams or long-polls of the control API open: they opened new ones without closing the former.",
        "A visitor link has given out as many sandboxes as it may have at the same time.",
      ],
      remedy:
        "Close what is no longer needed, or wait for `Retry-After` seconds. `GET /__admin/sandboxes/{id}` shows what is used.",
      rule: {
        text: "Quotas exist only in this stub, and only its control API returns this type.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "header-fields-too-large": {
    status: 431,
    title: "Header fields too large",
    texts: {
      meaning: "The request line and headers together exceed 16 KiB.",
      causes: [
        "A header is very long, such as a cookie or a token for another system.",
        "The query string is very long.",
      ],
      remedy: "Remove headers and parameters that the API does not need.",
      rule: {
        text: "The published catalogue has no type for headers that are too large.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "internal-error": {
    status: 500,
    title: "Internal error",
    texts: {
      meaning: "The server failed to process the request. The request itself may be valid.",
      causes: ["An unexpected error on the server."],
      remedy:
        "Retry with increasing delays, writes with the same `Idempotency-Key`. If the error persists, report the `traceId`: it identifies the log entry.",
      rule: {
        text: "An unexpected error returns 500 with a `traceId` for support.",
        documented: true,
        assumptions: ["idempotency-stored-replies"],
      },
    },
  },
  "not-served": {
    status: 501,
    title: "Not served",
    texts: {
      meaning: "The operation exists, but the stub cannot serve it.",
      causes: [
        "The served description has a schema that does not compile or an operation that is not valid.",
        "No example or generated body matches the response schema.",
      ],
      remedy:
        "Fix the description at the location that `detail` names. `GET /__admin/health` and `vatmock validate` list every fault.",
      rule: {
        text: "Only a stub serves arbitrary descriptions, so this type is our own.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    texts: {
      meaning:
        "The request had no effect: the server is busy or shutting down, or the sandbox was reset, replaced or dropped meanwhile.",
      causes: [
        "A test reset its sandbox while requests of an earlier test were in progress.",
        "A snapshot was restored, or state was imported.",
        "The server is shutting down.",
        "The server has too much to do at once: bodies in progress, large states, open connections.",
      ],
      remedy:
        "Retry with the same `Idempotency-Key`. If the response has `Retry-After`, wait for that number of seconds first.",
      rule: {
        text: "Sandboxes that can be reset during a request exist only in this stub, so this type is our own.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
  "storage-full": {
    status: 507,
    title: "Storage full",
    texts: {
      meaning: "The stub has no space left for what the request would store.",
      causes: [
        "The sandbox has reached its limit of records or bytes.",
        "The server has reached its limit of memory, sandboxes, snapshots, capsules or inboxes.",
      ],
      remedy: "Reset the sandbox with `POST /__admin/reset`, or follow `detail`.",
      rule: {
        text: "Sandbox limits exist only in this stub, so this type is our own.",
        documented: false,
        assumptions: ["outside-catalogue-statuses"],
      },
    },
  },
} as const;
