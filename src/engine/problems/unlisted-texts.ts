import type { ProblemTexts } from './problem-text.ts';

/** The rule of these types: none is documented, all for the same reason. */
const rule = (text: string, ...more: readonly string[]) => ({
  text,
  documented: false,
  assumptions: ['outside-catalogue-statuses', ...more],
});

/** Types that any request can get and that no operation documents. */
export const UNLISTED_TEXTS = {
  'method-not-allowed': {
    meaning: 'The path exists, but does not support this method.',
    causes: [
      'The method is wrong: a resource that is created with POST may be changed with PATCH only, not with PUT.',
      'An HTTP library followed a redirect and turned a POST into a GET.',
    ],
    remedy: 'Use one of the methods in the `Allow` header.',
    rule: rule('The published catalogue has no type for an unsupported method.'),
  },
  'not-acceptable': {
    meaning: 'The operation cannot return any of the media types that the client accepts.',
    causes: ['The `Accept` header does not include `application/json` or the media type of a download.'],
    remedy: 'Send `Accept: */*` or one of the media types that `detail` lists.',
    rule: rule('The published catalogue has no type for an `Accept` header that cannot be satisfied.'),
  },
  'request-timeout': {
    meaning: 'The request took too long to arrive.',
    causes: [
      'The client opened a connection but did not finish sending its headers or body.',
      'The network is too slow for the size of the upload.',
    ],
    remedy: 'Retry with the same `Idempotency-Key`: the request had no effect.',
    rule: rule('The published catalogue has no type for a request that takes too long.'),
  },
  'sandbox-gone': {
    meaning: 'The sandbox of the request no longer exists.',
    causes: [
      'The sandbox was dropped while the request was in progress.',
      'The server dropped the idle sandbox to make room for another.',
    ],
    remedy: 'Create a new sandbox with `POST /__admin/sandboxes` and use its client.',
    rule: rule('Sandboxes exist only in this stub, so this type is our own.'),
  },
  'content-too-large': {
    meaning: 'The body exceeds the size limit.',
    causes: [
      'A document exceeds the upload limit.',
      'A JSON body contains far more than the operation needs, such as an encoded document.',
    ],
    remedy: 'Send a smaller body, or raise the limit with `--limits max-body-bytes` or `--limits max-upload-bytes`.',
    rule: rule(
      'The API description does not state size limits, and the published catalogue has no type for them.',
      'body-and-upload-size',
    ),
  },
  'unsupported-media-type': {
    meaning: 'The operation does not accept the media type, character set or encoding of the body.',
    causes: [
      'The `Content-Type` is missing or wrong. Send JSON as `application/json` and uploads as `multipart/form-data`.',
      'A tool sent a form instead of JSON, as `curl -d` does without a `Content-Type` header.',
      'The body is compressed or is not UTF-8.',
    ],
    remedy: 'Send the body in a media type that `detail` and the `Accept` response header name.',
    rule: rule('The published catalogue has no type for an unsupported media type.'),
  },
  'expectation-failed': {
    meaning: 'The `Expect` header names an expectation that the server cannot meet.',
    causes: ['The header has a value other than `100-continue`.'],
    remedy: 'Leave the header out, or send `Expect: 100-continue`.',
    rule: rule('The published catalogue has no type for an expectation that the server cannot meet.'),
  },
  'header-fields-too-large': {
    meaning: 'The request line and headers together exceed 16 KiB.',
    causes: [
      'A header is very long, such as a cookie or a token for another system.',
      'The query string is very long.',
    ],
    remedy: 'Remove headers and parameters that the API does not need.',
    rule: rule('The published catalogue has no type for headers that are too large.'),
  },
  'not-served': {
    meaning: 'The operation exists, but the stub cannot serve it.',
    causes: [
      'The served description has a schema that does not compile or an operation that is not valid.',
      'No example or generated body matches the response schema.',
    ],
    remedy:
      'Fix the description at the location that `detail` names. `GET /__admin/health` and `vatmock validate` list every fault.',
    rule: rule('Only a stub serves arbitrary descriptions, so this type is our own.'),
  },
  unavailable: {
    meaning:
      'The request had no effect: the server is busy or shutting down, or the sandbox was reset, replaced or dropped meanwhile.',
    causes: [
      'A test reset its sandbox while requests of an earlier test were in progress.',
      'A snapshot was restored, or state was imported.',
      'The server is shutting down.',
      'The server has too much to do at once: bodies in progress, large states, open connections.',
    ],
    remedy:
      'Retry with the same `Idempotency-Key`. If the response has `Retry-After`, wait for that number of seconds first.',
    rule: rule('Sandboxes that can be reset during a request exist only in this stub, so this type is our own.'),
  },
  'quota-exceeded': {
    meaning: 'The sandbox has as much of something at the same time as it may have. `quota` names it, with its limit.',
    causes: [
      'Programs keep streams or long-polls of the control API open: they opened new ones without closing the former.',
      'A visitor link has given out as many sandboxes as it may have at the same time.',
    ],
    remedy:
      'Close what is no longer needed, or wait for `Retry-After` seconds. `GET /__admin/sandboxes/{id}` shows what is used.',
    rule: rule('Quotas exist only in this stub, and only its control API returns this type.'),
  },
  'storage-full': {
    meaning: 'The stub has no space left for what the request would store.',
    causes: [
      'The sandbox has reached its limit of records or bytes.',
      'The server has reached its limit of memory, sandboxes, snapshots, capsules or inboxes.',
    ],
    remedy: 'Reset the sandbox with `POST /__admin/reset`, or follow `detail`.',
    rule: rule('Sandbox limits exist only in this stub, so this type is our own.'),
  },
} as const satisfies Record<string, ProblemTexts>;
