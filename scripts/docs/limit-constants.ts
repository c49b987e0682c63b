/** Limits that no setting changes: the constant in the source that holds each, and what it bounds, for docs/security.md. */
export const LIMIT_CONSTANTS: readonly { readonly file: string; readonly name: string; readonly what: string }[] = [
  { file: 'src/engine/inbox/inboxes.ts', name: 'LARGEST_MESSAGE', what: 'Bytes of a message to an inbox' },
  {
    file: 'src/edges/webhooks/undici-sender.ts',
    name: 'CONNECT_TIMEOUT',
    what: 'Milliseconds to connect to a receiver',
  },
  {
    file: 'src/edges/webhooks/undici-sender.ts',
    name: 'ANSWER_BYTES',
    what: "Bytes of a receiver's response that are read",
  },
  {
    file: 'src/edges/webhooks/undici-sender.ts',
    name: 'ANSWER_KEPT',
    what: "Characters of a receiver's response that are kept",
  },
  {
    file: 'src/edges/webhooks/resolve-host.ts',
    name: 'LOOKUPS',
    what: 'Names of receivers that are looked up at once; a sandbox holds a tenth of those that are free',
  },
  {
    file: 'src/engine/webhooks/slow-receivers.ts',
    name: 'SLOW_UNTIL_QUARANTINE',
    what: 'Consecutive slow responses after which a receiver host is quarantined',
  },
  {
    file: 'src/engine/webhooks/slow-receivers.ts',
    name: 'SLOW_RESPONSE',
    what: 'Milliseconds after which a response of a receiver is slow',
  },
  {
    file: 'src/vat/policy/limits.ts',
    name: 'MOST_WEBHOOK_ENDPOINTS',
    what: 'Webhook endpoints of an organization',
  },
];
