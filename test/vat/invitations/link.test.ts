import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRandom } from '../../../src/kernel/random.ts';
import {
  drawSeededSecret,
  sandboxOfLink,
  secretOfLink,
  toLinkToken,
  toLinkUrl,
} from '../../../src/vat/invitations/invitation.ts';

const sandboxNames = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/);

test('a token leads back to its sandbox, and to the link in it', () => {
  fc.assert(
    fc.property(sandboxNames, fc.string(), (sandbox, seed) => {
      const secret = drawSeededSecret(createRandom(seed));
      const token = toLinkToken(sandbox, secret);
      expect([sandboxOfLink(token), secretOfLink(token)]).toEqual([sandbox, secret]);
    }),
  );
});

test('a link is an address that ends in its token, whatever the sandbox is called', () => {
  fc.assert(
    fc.property(sandboxNames, fc.string(), (sandbox, seed) => {
      const secret = drawSeededSecret(createRandom(seed));
      const { pathname } = new URL(toLinkUrl({ origin: 'https://stub.example', sandbox: { id: sandbox } }, secret));
      expect(pathname.split('/')).toEqual(['', 'v1', 'self-service', toLinkToken(sandbox, secret)]);
    }),
  );
});

test('the secret part has 26 characters that nobody confuses when reading them aloud', () => {
  expect(drawSeededSecret(createRandom('42'))).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
});

test.each([undefined, '', '.', '.secret', 'demo'])('%j leads to no sandbox', (token) => {
  expect(sandboxOfLink(token)).toBeUndefined();
});

test('the link is what follows the last dot, whatever stands before it', () => {
  expect([secretOfLink('a.b.SECRET'), sandboxOfLink('a.b.SECRET')]).toEqual(['SECRET', 'a.b']);
  expect(secretOfLink('SECRET')).toBe('SECRET');
});
