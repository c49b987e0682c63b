import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type JournalEntry, BODY_KEPT } from '../../../src/engine/journal/journal-entry.ts';
import { createRedactor } from '../../../src/engine/journal/redactor.ts';
import { body, createEntry, createOperation, json } from './create-entry.ts';

const link = createOperation({ id: 'openLink', path: '/self-service/{token}', security: [] });
const webhook = createOperation({ id: 'createWebhook', method: 'POST', path: '/webhooks' });
const redactor = createRedactor({ basePath: '/v1', operations: [link, webhook] });

const shownText = (entry: JournalEntry): string => JSON.stringify(redactor.show(entry));

test('integers beyond 2^53 keep their digits', () => {
  const received = body('{"value":9007199254740993}', 'application/json');
  expect(redactor.show(createEntry({ received })).request.body?.json).toEqual({ value: 9_007_199_254_740_993n });
});

/** Long enough not to stand in other texts by chance, with everything that is awkward in JSON, URLs and expressions. */
const secrets = fc
  .string({
    unit: fc.constantFrom(...Array.from('abcXYZ019-_.~+/=$&^*()[]{}"\'\\ äß€😀%')),
    minLength: 8,
    maxLength: 40,
  })
  .map((text) => `S3${text}Z`);
const headerSecrets = fc
  .string({ unit: fc.constantFrom(...Array.from('abcXYZ019-_.~+/=$&^*()[]{}')), minLength: 8, maxLength: 40 })
  .map((text) => `S3${text}Z`);
const secretNames = fc.constantFrom(
  ...['secret', 'client_secret', 'clientSecret', 'access_token', 'refreshToken', 'password', 'x-api-key', 'apiKey'],
  ...['privateKey', 'Authorization', 'SECRET', 'webhook_secret', 'credentials', 'id_token', 'jwt'],
);
const harmless = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));

/** Something in which a secret stands under a telling name, at any depth. */
const withSecret = (secret: string): fc.Arbitrary<object> => {
  const { tree } = fc.letrec<{ tree: object }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.record({ name: secretNames, other: harmless }).map(({ name, other }) => ({ [name]: secret, other })),
      fc.record({ name: secretNames }).map(({ name }) => ({ [name]: { inner: [secret] } })),
      fc
        .record({ key: fc.constantFrom('a', 'data', 'vins'), inner: tie('tree'), other: harmless })
        .map(({ key, inner, other }) => ({ other, [key]: [inner] })),
    ),
  }));
  return tree;
};

const expectGone = (entry: JournalEntry, secret: string): void => {
  const text = shownText(entry);
  expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
  expect(text).not.toContain(encodeURIComponent(secret));
  expect(JSON.stringify(redactor.redact(entry, { detail: `it was ${secret}.` }))).not.toContain(
    JSON.stringify(secret).slice(1, -1),
  );
};

describe('whatever a secret is', () => {
  test('under a telling name in a JSON body it is nowhere to be seen, also where the answer repeats it', () => {
    fc.assert(
      fc.property(
        secrets.chain((secret) => fc.tuple(fc.constant(secret), withSecret(secret))),
        ([secret, value]) => {
          const received = json(value);
          const sent = json({
            detail: `it was ${secret}.`,
            errors: [{ field: 'x', message: 'y', rejectedValue: secret }],
          });
          expectGone(createEntry({ received, sent, operation: webhook }), secret);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('in a body that was cut or is no JSON it is nowhere to be seen', () => {
    fc.assert(
      fc.property(
        secrets.chain((secret) => fc.tuple(fc.constant(secret), withSecret(secret))),
        fc.nat(),
        fc.constantFrom('end', 'comma', 'long'),
        ([secret, value], cut, how) => {
          const whole = JSON.stringify(value);
          const end = whole.lastIndexOf(JSON.stringify(secret)) + JSON.stringify(secret).length;
          const text =
            how === 'end'
              ? whole.slice(0, end + (cut % Math.max(1, whole.length - end)))
              : how === 'comma'
                ? `${whole.slice(0, -1)},}`
                : `[${whole},"${'x'.repeat(BODY_KEPT)}"]`;
          expectGone(createEntry({ received: body(text, 'application/json') }), secret);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('in a header it is nowhere to be seen, whatever the header is called', () => {
    const names = fc.oneof(
      fc.constantFrom('Authorization', 'Cookie', 'X-Api-Key', 'X-Auth-Token', 'Proxy-Authorization'),
      fc.stringMatching(/^x-[a-z]{3,12}$/).filter((name) => !name.startsWith('x-mock') && !name.startsWith('x-r')),
    );
    fc.assert(
      fc.property(
        names,
        fc.constantFrom('', 'Bearer ', 'Basic ', 'session='),
        headerSecrets,
        (name, prefix, secret) => {
          const entry = createEntry({ rawHeaders: [name, prefix + secret], headers: { [`x-back-${name}`]: secret } });
          const text = shownText(entry);
          expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('in a form it is nowhere to be seen', () => {
    fc.assert(
      fc.property(secretNames, secrets, (name, secret) => {
        const text = new URLSearchParams({ grant_type: 'x', [name]: secret, client_id: 'c' }).toString();
        const sent = json({ error_description: `unknown: ${secret}` });
        expectGone(createEntry({ received: body(text, 'application/x-www-form-urlencoded'), sent }), secret);
      }),
    );
  });
});

test('hostile bodies do not hold anything up', () => {
  const texts = [
    'eyJ'.repeat(5000),
    'whsec_'.repeat(2700),
    'Bearer '.repeat(2300),
    '&a'.repeat(8000),
    '{"secret":'.repeat(1600),
    '"'.repeat(16_000),
    'secret'.repeat(2700),
    'http://'.repeat(2300),
    '/v1/self-service/'.repeat(900),
  ];
  const began = process.cpuUsage();
  for (const text of texts)
    for (const mediaType of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      redactor.show(createEntry({ received: body(text, mediaType) }));
  // With a bad expression one of them takes minutes.
  expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
});
