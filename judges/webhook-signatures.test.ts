import { afterEach, describe } from '@jest/globals';
import { Stripe } from 'stripe';
import { Webhook } from 'svix';
import { type Verify, stop, testVerifier } from '../test/engine/webhooks/signed-deliveries.ts';

afterEach(stop);

const verifyByStripe: Verify = (raw, headers, secret) =>
  Stripe.webhooks.signature!.verifyHeader(raw, headers['x-service-signature']!, secret, 300);
const verifyBySvix: Verify = (raw, headers, secret) =>
  new Webhook(secret).verify(raw, headers as Record<string, string>);

describe.each([
  { profile: 'stripe', by: 'stripe', verify: verifyByStripe },
  { profile: 'standard-webhooks', by: 'svix', verify: verifyBySvix },
])('profile $profile, verified by the package $by', ({ profile, verify }) => {
  testVerifier(profile, verify);
});
