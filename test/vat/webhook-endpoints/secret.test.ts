import { expect, test } from '@jest/globals';
import { createRandom } from '../../../src/kernel/random.ts';
import { drawWebhookSecret } from '../../../src/engine/webhooks/endpoint.ts';

test('a secret is whsec_ and 32 bytes: the same of the same chance, another of another', () => {
  const secrets = ['a', 'b', 'a'].map((seed) => drawWebhookSecret(createRandom(seed)));
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secrets[0]).toBe(secrets[2]);
  expect(secrets[0]).not.toBe(secrets[1]);
  const bytes = Buffer.from(secrets[0]!.slice('whsec_'.length), 'base64');
  expect(bytes.subarray(28)).not.toEqual(Buffer.alloc(4));
});
