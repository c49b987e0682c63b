import type { GeneralRule, Rule } from '../../engine/coaching/detector.ts';

/** Sentences of this API's description that support general rules, and what their remedies say of this API; by rule. */
export const WORDING: Readonly<Record<string, Pick<Rule, 'quote'> & Partial<GeneralRule>>> = {
  'token-per-call': {
    quote: 'Clients should cache the token and refresh about one minute before expiry.',
  },
  'token-expired': {
    quote: 'Clients should cache the token and refresh about one minute before expiry.',
  },
  'retry-with-new-key': {
    quote:
      'Same key and same body within 24 hours returns the cached response; same key and a different body returns 422.',
  },
  'retry-too-early': {
    quote:
      'Rate limit exceeded: 429 rate-limited with headers `Retry-After`, `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`.',
    remedy:
      'Wait for the number of seconds in `Retry-After` before you send anything else in that category. Ten consecutive 429 responses pause the client for 15 minutes.',
  },
  'refused-again': {
    quote: 'stable category; clients key on this, not on status or title',
  },
  'patch-without-if-match': {
    quote:
      'Resources that change carry an integer `version`, exposed as the `ETag` header; PATCH accepts `If-Match` for optimistic concurrency.',
  },
  'fresh-answer-asked-again': {
    quote: 'The response carries Cache-Control hints; a 5-minute in-process cache is recommended.',
    remedy:
      'Cache the response to GET /me for the `max-age` in its `Cache-Control` (five minutes), in the process or in a shared cache.',
  },
  'unknown-query-parameter': {
    quote: 'a `vin` query parameter was added to `GET /orders`',
  },
  'bad-signature-accepted': {
    quote: 'verification uses the raw request body; the timestamp must be within 5 minutes of now',
  },
  'duplicate-worked-on': {
    quote: 'Delivery is at least once; handlers dedupe on the event `id`.',
  },
};
