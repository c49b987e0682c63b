import { choice, integer, text } from './setting.ts';

/** Where webhooks may be sent, and how they are signed and delivered. */
export const WEBHOOK_SETTINGS = {
  webhookEgress: choice({
    flag: 'webhook-egress',
    env: 'VATMOCK_WEBHOOK_EGRESS',
    choices: ['auto', 'local', 'public-only'],
    fallback: 'auto',
    hostedFallback: 'public-only',
    value: 'MODE',
    help: 'Allowed destinations of webhooks. local: this machine and public addresses. public-only: HTTPS to public addresses on ports 443 and 8443. auto: local if the server listens on loopback, otherwise public-only.',
  }),
  webhookAllow: text({
    flag: 'webhook-allow',
    env: 'VATMOCK_WEBHOOK_ALLOW',
    fallback: undefined,
    value: 'LIST',
    help: 'Additional destinations of webhooks: hosts with or without a port, and address ranges (receiver:8080,10.0.0.0/8).',
  }),
  webhookUrl: text({
    flag: 'webhook-url',
    env: 'VATMOCK_WEBHOOK_URL',
    fallback: undefined,
    value: 'URL',
    help: 'Send every event of every sandbox to this URL, without registration (docs/webhooks.md). Not in hosted mode.',
  }),
  webhookSecret: text({
    flag: 'webhook-secret',
    env: 'VATMOCK_WEBHOOK_SECRET',
    fallback: undefined,
    value: 'SECRET',
    help: 'Secret that signs the deliveries to --webhook-url: 16 to 200 printable characters without spaces. By default, a secret derived from the seed and printed at start. Prefer the variable: process lists show flags.',
  }),
  webhookSignature: text({
    flag: 'webhook-signature',
    env: 'VATMOCK_WEBHOOK_SIGNATURE',
    fallback: 'stripe',
    value: 'PROFILE-OR-FILE',
    help: 'Signature profile of webhooks: stripe, standard-webhooks, github, or a file with your own profile (docs/webhooks.md).',
  }),
  webhookTimeout: integer({
    flag: 'webhook-timeout',
    env: 'VATMOCK_WEBHOOK_TIMEOUT',
    minimum: 50,
    maximum: 60_000,
    fallback: '15000',
    value: 'MILLISECONDS',
    help: 'Time limit for a receiver to respond to a webhook, including at most three seconds to connect.',
  }),
};
