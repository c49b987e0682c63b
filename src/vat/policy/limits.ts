/** "10 consecutive 429 answers to one API client pause that client for 15 minutes". Milliseconds. */
export const BREAKER = { strikes: 10, pause: 15 * 60_000 };

/** "2x for 10 seconds". Assumption: rate-limit-burst. */
export const BURST = { factor: 2, duration: 10_000 };

/** Maximum webhook endpoints of an organization. Assumption: webhook-endpoint-limit. */
export const MOST_WEBHOOK_ENDPOINTS = 20;

/** "Same key and same body within 24 hours returns the cached response." Milliseconds. */
export const IDEMPOTENCY_WINDOW = 24 * 3_600_000;
