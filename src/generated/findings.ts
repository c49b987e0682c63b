/** spec/findings.yaml, made by "npm run generate". */
export const FINDINGS = {
  rules: {
    "eager-polling": {
      title: "Polls the compliance status too fast",
      quote: "Compliance rollup: poll the workflow status per order or subscribe to webhooks.",
      assumptions: [],
      seenBy:
        "four consecutive unchanged responses for one order, each requested within ten seconds of the previous one",
      remedy:
        "Subscribe to `compliance.*` and poll only in case a webhook is lost. Once a minute is enough, since VIES, documents and transport take minutes to days.",
    },
    "vies-asked-again": {
      title: "Requests one VIES check after another",
      quote: "VIES checks run asynchronously and do not block other operations.",
      assumptions: [],
      seenBy: "a third check of one buyer, each requested within ten minutes of the previous one",
      remedy:
        "Request one check and continue with the order. The service repeats a `PENDING` or `UNKNOWN` check automatically; get its result from an event or by occasional polling.",
    },
    "goes-on-without-dpa": {
      title: "Continues although the DPA is missing",
      quote:
        "If the DPA is missing or outdated every call is refused with 403 of type dpa-not-accepted.",
      assumptions: [],
      seenBy:
        "a third consecutive call refused with dpa-not-accepted, each within five minutes of the previous one",
      remedy:
        "Stop all calls for the organization at the first dpa-not-accepted and notify the people who can accept the DPA. The client cannot resolve this itself.",
    },
    "vat-left-off": {
      title: "Omits VAT from the final invoice",
      quote: "VAT must be applied on the final invoice",
      assumptions: [],
      seenBy:
        "a final invoice with vatIncluded: false, and not under the margin scheme, for an order whose decision the client has read as VAT_APPLICABLE",
      remedy:
        "Read `decision`, not only `status`: `VAT_APPLICABLE` means that VAT is due even if the order is valid. Issue the final invoice with VAT, and do not promise an exemption before the decision.",
    },
    "unlikely-vin": {
      title: "Sends VINs with I, O or Q",
      quote: "exactly 17 characters",
      assumptions: ["vin-characters"],
      seenBy: "a VIN with I, O or Q, in a new order or in a search",
      remedy:
        "Look for misread letters: ISO 3779 excludes I, O and Q from VINs because they look like 1 and 0. The stub accepts them; the API description does not say whether the real service does.",
    },
  },
  wording: {
    "token-per-call": {
      quote: "Clients should cache the token and refresh about one minute before expiry.",
    },
    "token-expired": {
      quote: "Clients should cache the token and refresh about one minute before expiry.",
    },
    "retry-with-new-key": {
      quote:
        "Same key and same body within 24 hours returns the cached response; same key and a different body returns 422.",
    },
    "retry-too-early": {
      quote:
        "Rate limit exceeded: 429 rate-limited with headers `Retry-After`, `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`.",
      remedy:
        "Wait for the number of seconds in `Retry-After` before you send anything else in that category. Ten consecutive 429 responses pause the client for 15 minutes.",
    },
    "refused-again": { quote: "stable category; clients key on this, not on status or title" },
    "patch-without-if-match": {
      quote:
        "Resources that change carry an integer `version`, exposed as the `ETag` header; PATCH accepts `If-Match` for optimistic concurrency.",
    },
    "fresh-answer-asked-again": {
      quote:
        "The response carries Cache-Control hints; a 5-minute in-process cache is recommended.",
      remedy:
        "Cache the response to GET /me for the `max-age` in its `Cache-Control` (five minutes), in the process or in a shared cache.",
    },
    "unknown-query-parameter": { quote: "a `vin` query parameter was added to `GET /orders`" },
    "bad-signature-accepted": {
      quote:
        "verification uses the raw request body; the timestamp must be within 5 minutes of now",
    },
    "duplicate-worked-on": {
      quote: "Delivery is at least once; handlers dedupe on the event `id`.",
    },
  },
  undetectable: [
    {
      mistake: "Branches on the text, title or status of a problem instead of its type",
      quote: "stable category; clients key on this, not on status or title",
      instead:
        "Run the scenarios new-problem-type and gateway-page: a client that keys on the type handles them like any unknown problem.",
    },
    {
      mistake: "Relies on the order of events",
      quote:
        "Ordering is best effort; retries can reorder. Handlers should key on resource state, not event order.",
      instead: "Run the scenario reordered-webhooks and check the state of the receiver.",
    },
    {
      mistake: "Processes a duplicate event twice without calling the API",
      quote: "Delivery is at least once; handlers dedupe on the event `id`.",
      instead:
        "Run the scenario duplicate-webhooks and check the state of the receiver; a receiver that calls the API for both events causes a finding.",
    },
  ],
} as const;
