import type { ProblemTexts } from './problem-texts.ts';

/** All of them are our own, for one reason. */
const rule = (text: string, ...more: readonly string[]) => ({
  text,
  documented: false,
  assumptions: ['outside-catalogue-statuses', ...more],
});

/** The types that any request can meet on its way, and that no operation lists. */
export const UNLISTED_TEXTS = {
  'method-not-allowed': {
    meaning: 'The path exists, but not with this method.',
    causes: [
      'The method is misspelt or mixed up: a buyer is created with POST and changed with PATCH, never with PUT.',
      'An HTTP library followed a redirect and turned a POST into a GET.',
    ],
    remedy: 'Use one of the methods in the `Allow` header.',
    rule: rule('The published catalogue has no type for a method that a path does not take.'),
  },
  'not-acceptable': {
    meaning: 'The operation cannot answer in any of the media types that the client accepts.',
    causes: ['The `Accept` header leaves out `application/json`, or the media type of a download.'],
    remedy: 'Send `Accept: */*`, or one of the media types that `detail` names.',
    rule: rule('The published catalogue has no type for an `Accept` header that cannot be met.'),
  },
  'request-timeout': {
    meaning: 'The request did not arrive in time.',
    causes: [
      'The client opened the connection and did not send its headers or its body to the end.',
      'The network is very slow, or the upload is very large for it.',
    ],
    remedy: 'Send the request again with the same `Idempotency-Key`: nothing was done.',
    rule: rule('The published catalogue has no type for a request that takes too long.'),
  },
  'sandbox-gone': {
    meaning: 'The sandbox that the request was meant for does not exist any more.',
    causes: [
      'Somebody dropped the sandbox while the request was on its way.',
      'The server made room for another sandbox after this one had been idle for long.',
    ],
    remedy: 'Create a new sandbox with POST /__admin/sandboxes and use its client.',
    rule: rule('Only the stub has sandboxes, so this type is our own.'),
  },
  'content-too-large': {
    meaning: 'The body is larger than what is read here.',
    causes: [
      'A document is larger than an upload may be.',
      'A JSON body holds far more than the operation needs, such as a document as text.',
    ],
    remedy: 'Send less, or start the stub with `--max-body-bytes` or `--max-upload-bytes`.',
    rule: rule(
      'The limits of bodies and uploads are not shown, and the published catalogue has no type for them.',
      'body-and-upload-size',
    ),
  },
  'unsupported-media-type': {
    meaning: 'The body is in a media type, a character set or an encoding that the operation does not take.',
    causes: [
      'The `Content-Type` is missing or wrong: JSON goes as `application/json`, an upload as `multipart/form-data`.',
      'A tool sent a form where JSON is expected, as `curl -d` does without a `Content-Type`.',
      'The body is compressed, or not in UTF-8.',
    ],
    remedy: 'Send the body in the media type that `detail` and the `Accept` header of the answer name.',
    rule: rule('The published catalogue has no type for a media type that is not taken.'),
  },
  'header-fields-too-large': {
    meaning: 'The request line and the headers are larger than 16 KiB together.',
    causes: ['A header is very long, such as a cookie or a token of another system.', 'The query string is very long.'],
    remedy: 'Leave out what the API does not ask for.',
    rule: rule('The published catalogue has no type for headers that are too large.'),
  },
  'not-served': {
    meaning: 'The stub knows the operation and cannot answer it.',
    causes: [
      'The served description has a schema that cannot be compiled, or an operation that cannot be understood.',
      'No example and no generated body fits what the description promises.',
    ],
    remedy:
      'Correct the description at the place that `detail` names; GET /__admin/health and `vatmock validate` list all of them.',
    rule: rule('Only a stub serves descriptions that somebody else wrote, so this type is our own.'),
  },
  unavailable: {
    meaning:
      'The request had no effect, because the sandbox was reset, replaced or dropped meanwhile, or the server is closing.',
    causes: [
      'A test reset its sandbox while requests of an earlier test were still on their way.',
      'A snapshot was restored, or a state imported.',
      'The server is shutting down.',
    ],
    remedy:
      'Send the request again with the same `Idempotency-Key`, after the seconds in `Retry-After` where there are any.',
    rule: rule('Only the stub has sandboxes that can be reset under a request, so this type is our own.'),
  },
  'storage-full': {
    meaning: 'The stub has no room for what the request would keep.',
    causes: [
      'The sandbox holds as many records or bytes as one may hold.',
      'The memory of the server, or its number of sandboxes, snapshots, capsules or inboxes, is at its limit.',
    ],
    remedy: 'Reset the sandbox with POST /__admin/reset, or do what `detail` says.',
    rule: rule('Only the stub limits what a sandbox may hold, so this type is our own.'),
  },
} as const satisfies Record<string, ProblemTexts>;
