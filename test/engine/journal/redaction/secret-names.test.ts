import { expect, test } from '@jest/globals';
import { isSecretName } from '../../../../src/engine/journal/secrets.ts';

test.each([
  ...['secret', 'client_secret', 'clientSecret', 'webhookSecrets', 'PASSWORD', 'passwd', 'passphrase', 'pwd'],
  ...['token', 'access_token', 'refreshToken', 'X-Auth-Token', 'credentials', 'Authorization', 'api_key', 'apiKey'],
  ...['X-API-Key', 'private-key', 'accessKey', 'signing_key', 'client_assertion', 'bearer', 'jwt', 'Set-Cookie'],
  ...['token_typed', 'a.token.url'],
])('%s names a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  ...['token_type', 'tokenUrl', 'token-endpoint', 'TokenLifetime'],
  ...['key', 'keyword', 'author', 'vin', 'idempotencyKey', 'passed', 'bear', ''],
])('%j names none', (name) => {
  expect(isSecretName(name)).toBe(false);
});
