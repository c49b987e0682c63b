import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type JournalEntry, BODY_KEPT } from '../../../src/engine/journal/journal-entry.ts';
import { createRedactor } from '../../../src/engine/journal/redactor.ts';
import { body, createEntry, createOperation, json } from './create-entry.ts';

const link = createOperation({ id: 'openLink', path: '/self-service/{token}', security: [] });
const webhook = createOperation({ id: 'createWebhook', method: 'POST', path: '/webhooks' });
const redactor = createRedactor({ basePath: '/v1', operations: [link, webhook] });

const shownText = (entry: JournalEntry): string => JSON.stringify(redactor.show(entry));

describe('headers', () => {
  test('that are known to be harmless are shown, any other by its name alone', () => {
    const rawHeaders = ['Content-Type', 'application/json', 'X-Own', 'abc', 'COOKIE', 'a=b', 'If-Match', '"1"'];
    expect(redactor.show(createEntry({ rawHeaders })).request.headers).toEqual({
      'content-type': 'application/json',
      'x-own': '[redacted]',
      cookie: '[redacted]',
      'if-match': '"1"',
    });
  });

  test.each([
    ['Bearer abcdef', 'Bearer [redacted]'],
    ['bearer  two-spaces', '[redacted]'],
    ['abcdef', '[redacted]'],
    ['', '[redacted]'],
  ])('of a credential show its kind: %j', (value, shown) => {
    const { request } = redactor.show(createEntry({ rawHeaders: ['Authorization', value] }));
    expect(request.headers['authorization']).toBe(shown);
  });

  test('that the operation describes are shown, but for the key to it', () => {
    const operation = createOperation({
      security: [[{ kind: 'api-key', name: 'key', in: 'header', key: 'X-Key' }]],
      parameters: ['x-key', 'x-tenant'].map((name) => ({
        name,
        label: name,
        in: 'header' as const,
        required: false,
        style: 'simple',
        explode: false,
        schema: { pointer: '', schema: {} },
        namesPartner: false,
        violationProblem: undefined,
      })),
    });
    const rawHeaders = ['X-Key', 'one', 'X-Tenant', 'two'];
    expect(redactor.show(createEntry({ operation, rawHeaders })).request.headers).toEqual({
      'x-key': '[redacted]',
      'x-tenant': 'two',
    });
  });
});

describe('bodies', () => {
  test('are shown as JSON, with what its name calls a secret taken out', () => {
    const value = { url: 'https://a.example', secret: 'abc', nested: [{ accessToken: 'def', token_type: 'Bearer' }] };
    const { response } = redactor.show(createEntry({ sent: json(value) }));
    expect(response.body?.json).toEqual({
      url: 'https://a.example',
      secret: '[redacted]',
      nested: [{ accessToken: '[redacted]', token_type: 'Bearer' }],
    });
  });

  test('a rejected secret does not come back in errors', () => {
    const errors = [
      { field: 'secret', message: 'is not a property', rejectedValue: 'ab' },
      { field: 'vins[0].vin', message: 'is short', rejectedValue: 'W' },
    ];
    const { response } = redactor.show(createEntry({ sent: json({ errors }, 'application/problem+json') }));
    expect(response.body?.json).toEqual({
      errors: [{ field: 'secret', message: 'is not a property', rejectedValue: '[redacted]' }, errors[1]],
    });
  });

  test.each([
    ['application/json', '{"url": "x", "secret": "top-secret-value"', '{"url": "x", "secret": "[redacted]"'],
    ['application/json', '{ client_secret: top-secret-value, a: 1 }', '{ client_secret: "[redacted]", a: 1 }'],
    ['application/json', 'password=top-secret-value', 'password=[redacted]'],
    ['application/x-www-form-urlencoded', 'a=1&client_secret=top-secret-value', 'a=1&client_secret=[redacted]'],
    ['text/plain', 'token: top-secret-value; rest', 'token: [redacted]; rest'],
  ])('of %s that are no JSON: %s', (mediaType, text, shown) => {
    expect(redactor.show(createEntry({ received: body(text, mediaType) })).request.body?.text).toBe(shown);
  });

  test('of other kinds are not shown at all', () => {
    const { request } = redactor.show(createEntry({ received: body('<a>secret</a>', 'application/xml') }));
    expect(request.body).toEqual({ mediaType: 'application/xml', byteLength: 13, cut: false });
  });

  test('of uploads are shown by their parts', () => {
    const parts = {
      fields: { type: ['CMR'], password: ['abc'] },
      files: [{ field: 'file', fileName: 'cmr.pdf', mediaType: 'application/pdf', byteLength: 5 }],
    };
    const received = body('whatever', 'multipart/form-data; boundary=x');
    expect(redactor.show(createEntry({ received, parts })).request.body?.parts).toEqual([
      { name: 'type', value: 'CMR' },
      { name: 'password', value: '[redacted]' },
      { name: 'file', fileName: 'cmr.pdf', mediaType: 'application/pdf', byteLength: 5 },
    ]);
  });

  test('integers beyond 2^53 keep their digits', () => {
    const received = body('{"value":9007199254740993}', 'application/json');
    expect(redactor.show(createEntry({ received })).request.body?.json).toEqual({ value: 9_007_199_254_740_993n });
  });
});

test.each([
  ['Authorization', 'Bearer my-own-credential', 'my-own-credential'],
  ['Authorization', 'Basic Y2xpZW50Om15LW93bi1jcmVkZW50aWFs', 'my-own-credential'],
  ['Cookie', 'theme=dark; session=my-own-credential', 'my-own-credential'],
  ['X-Api-Key', 'my-own-credential', 'my-own-credential'],
])('a credential of the header %s does not come back in the answer: %s', (name, value, secret) => {
  const sent = json({ detail: `what is ${secret}?`, challenge: 'Bearer realm="x"' });
  const { response } = redactor.show(createEntry({ rawHeaders: [name, value], sent }));
  expect(response.body?.json).toEqual({ detail: 'what is [redacted]?', challenge: 'Bearer realm="x"' });
});

test('a public link does not appear anywhere', () => {
  const token = 'demo.5K3M9X7Q1W3E5R8T';
  const entry = createEntry({
    operation: link,
    path: link.path,
    pathParameters: { token },
    query: `from=${token}`,
    sent: json({ instance: `/v1/self-service/${token}`, detail: `no link ${token}` }),
  });
  expect(shownText(entry)).not.toContain(token);
  const invitation = createEntry({ sent: json({ url: `http://h/v1/self-service/${token}`, status: 'OPEN' }) });
  expect(redactor.show(invitation).response.body?.json).toEqual({
    url: 'http://h/v1/self-service/[redacted]',
    status: 'OPEN',
  });
  const unknown = createEntry({ path: `/v1/self-service/${token}/other`, status: 404 });
  expect(shownText(unknown)).not.toContain(token);
});

test.each(['api_key', 'apiKey', 'access_token', 'client_secret', 'password', 'token'])(
  'a credential in a query does not come back in the answer, though the operation knows no ?%s=',
  (name) => {
    const entry = createEntry({
      query: `page=1&${name}=my%2Bown-credential`,
      headers: { link: `</v1/orders?${name}=my%2Bown-credential>; rel="next"`, 'x-echo': 'my+own-credential' },
      sent: json({
        detail: 'there is no my+own-credential',
        errors: [{ field: 'x', rejectedValue: 'my+own-credential' }],
      }),
    });
    expect(shownText(entry)).not.toMatch(/my(?:\+|%2B)own-credential/);
    expect(redactor.redact(entry, { said: 'it was my+own-credential.' })).toEqual({ said: 'it was [redacted].' });
    expect(redactor.show(entry).response.body?.json).toMatchObject({ detail: 'there is no [redacted]' });
  },
);

test('parameters that nobody knows are shown by their names alone', () => {
  const operation = createOperation({
    parameters: [
      {
        name: 'vin',
        label: 'vin',
        in: 'query',
        required: false,
        style: 'form',
        explode: true,
        schema: { pointer: '', schema: {} },
        namesPartner: false,
        violationProblem: undefined,
      },
    ],
  });
  const { request } = redactor.show(createEntry({ operation, query: 'vin=W1&vin=W2&access_token=abc&x=y' }));
  expect(request.query).toEqual({ vin: ['W1', 'W2'], access_token: ['[redacted]'], x: ['[redacted]'] });
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

// With a bad expression one of them would take minutes, and the test would be given up.
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
  for (const text of texts)
    for (const mediaType of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      redactor.show(createEntry({ received: body(text, mediaType) }));
});
