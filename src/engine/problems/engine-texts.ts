import type { ProblemTexts } from './problem-text.ts';

/** Texts of those engine types that operations document; independent of the API. */
export const ENGINE_TEXTS = {
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
      'The token has expired.',
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
    meaning: 'The token is valid, but the caller is not authorized for what the request names.',
    causes: ['The path or the body names something that the organization is not authorized for.'],
    remedy: 'Use what your organization is authorized for, or ask the operator of the service for the authorization.',
    rule: {
      text: 'A call for something that the organization is not authorized for returns 403.',
      documented: true,
      assumptions: [],
    },
  },
  'capability-required': {
    meaning: 'The call needs a capability that the organization does not have.',
    causes: ['The operation, or what the body asks for, needs the capability that `capability` names.'],
    remedy: 'Work without the capability, or ask the operator of the service to grant it.',
    rule: {
      text: 'Some features need a capability of the organization. Using one without its capability returns 403.',
      documented: true,
      assumptions: [],
    },
  },
  'not-found': {
    meaning: 'The resource does not exist, or the caller may not see it.',
    causes: [
      'No resource has this identifier, or the resource belongs to another organization.',
      'The path does not match an operation of the API.',
    ],
    remedy: 'Check the base URL first, then the identifier. `detail` names what was not found.',
    rule: { text: 'A resource that is not found returns 404.', documented: true, assumptions: [] },
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
  'idempotency-key-in-flight': {
    meaning: 'The first request with this `Idempotency-Key` is still in progress.',
    causes: [
      'The client retried before the response to the first request arrived.',
      'Two workers of the client sent the same request concurrently.',
    ],
    remedy:
      'Wait for the number of seconds in `Retry-After`, then retry the same request with the same key. It returns the response to the first request and has no further effect.',
    rule: {
      text: 'The API description says what the same key returns after the first request, but not during it. This type is our own.',
      documented: false,
      assumptions: ['idempotency-in-flight'],
    },
  },
  'validation-error': {
    meaning: 'The request is well-formed, but its parameters or body do not match the description of the operation.',
    causes: [
      'A required field is missing, or a field has the wrong type, format, length or value.',
      'The body contains an undocumented field, perhaps a misspelt one.',
      'A parameter is outside its range, or has the wrong format.',
    ],
    remedy:
      'Fix every entry of `errors[]`: `field` is the location, `message` says what is expected, and `rejectedValue` is what you sent. Do not retry the request unchanged.',
    rule: {
      text: 'A request that fails validation returns 422 with one entry in `errors[]` for each violation.',
      documented: true,
      assumptions: ['violation-fields', 'unknown-request-properties', 'malformed-path-parameter'],
    },
  },
  'idempotency-key-reused': {
    meaning: 'The `Idempotency-Key` was used for a different request.',
    causes: [
      'The client changed the body and kept the key.',
      'The client derives its keys from something that is not unique, such as a counter that restarts.',
      'Another client of the organization used the key, or the same client used it for another operation.',
    ],
    remedy:
      'Use a new key, preferably a UUID, for every new request, and reuse a key only to retry an unchanged one. This 422 has no `errors[]`, because the content is not at fault.',
    rule: {
      text: 'The same key with the same body returns the original response; with a different body it returns 422.',
      documented: true,
      assumptions: ['idempotency-scope', 'idempotency-fingerprint'],
    },
  },
  'rate-limited': {
    meaning: 'The organization has used up its request budget for this minute, or the client is paused.',
    causes: [
      "The organization's clients together sent more requests than its tier allows.",
      'The client received too many 429 responses in a row and is paused.',
    ],
    remedy:
      'Wait for the number of seconds in `Retry-After` before the next request. Watch `X-RateLimit-Remaining` to slow down in time.',
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
} as const satisfies Record<string, ProblemTexts>;
