import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toCapsuleRequest } from '../../../src/control/recordings/to-capsule-request.ts';
import { createMask } from '../../../src/engine/capsule/mask.ts';
import { type JournalEntry, keepBody } from '../../../src/engine/journal/journal-entry.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

const SANDBOX = 'demo';

/** Long enough not to occur by chance. */
const secret = fc
  .string({
    unit: fc.constantFrom(...Array.from('abcdefghijkmnpqrstuvwxyz23456789+/=$&" %')),
    minLength: 12,
    maxLength: 40,
  })
  .map((text) => `S3${text}Z`);
const linkKey = fc.string({
  unit: fc.constantFrom(...Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')),
  minLength: 26,
  maxLength: 26,
});
const name = fc.constantFrom(
  'access_token',
  'client_secret',
  'password',
  'X-Api-Key',
  'jwt',
  'token[]',
  'refreshToken',
);

const inQuery = (names: string, value: string): string =>
  `page=1&${encodeURIComponent(names)}=${encodeURIComponent(value)}`;

/** Bodies with a secret in a member, a field or a part; those of JSON are cut or broken. */
const body = fc
  .record({ name, value: secret, kind: fc.constantFrom('json', 'broken', 'cut', 'form', 'multipart', 'text', 'deep') })
  .map(({ name: own, value, kind }) => {
    const json = JSON.stringify({ n: 1, a: [{ [own]: value, b: 'x' }] });
    const text = {
      json,
      broken: json.replace('"n":1', '"n":'),
      cut: json.slice(0, json.indexOf(JSON.stringify(value)) + JSON.stringify(value).length),
      form: inQuery(own, value),
      multipart: `--b\r\ncontent-disposition: form-data; name="${own.replace('[]', '')}"\r\n\r\n${value}\r\n--b--\r\n`,
      text: `${own.replace('[]', '')}=${encodeURIComponent(value)} and more`,
      deep: `${'['.repeat(300)}${json}${']'.repeat(300)}`,
    }[kind];
    return { text, value, kind };
  });

const exchangeOf = (query: string, received: string, sent: string, headers: readonly string[] = []) => ({
  entry: {
    id: 'id',
    traceId: 'trace',
    receivedAt: 0,
    startedAt: 0,
    endedReadingAt: 0,
    source: 'stateful',
    method: 'POST',
    path: '/v1/orders',
    query,
    status: 200,
    headers: {},
    rawHeaders: headers,
    events: [],
    received: keepBody('', Buffer.from(received), Buffer.byteLength(received)),
    sent: keepBody('', sent, Buffer.byteLength(sent)),
  } as unknown as JournalEntry,
  path: '/v1/orders',
  origin: 'http://127.0.0.1',
});

const parts = (mask: ReturnType<typeof createMask>) => ({ mask, toOrigin: () => 'http://127.0.0.1', basePath: '/v1' });

const formsOf = (value: string): readonly string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  JSON.stringify(encodeURIComponent(value)).slice(1, -1),
];

const expectGone = (shown: unknown, values: readonly string[]): void => {
  const text = JSON.stringify(shown);
  for (const value of values)
    for (const form of formsOf(value))
      expect([form, text.includes(JSON.stringify(form).slice(1, -1))]).toEqual([form, false]);
};

test('no secret of a query, a body or a header is in a request, nor where the answer repeats it', () => {
  fc.assert(
    fc.property(name, secret, body, secret, (parameter, inUrl, { text, value }, cookie) => {
      const mask = createMask(SANDBOX);
      const answer = JSON.stringify({
        detail: `${inUrl} and ${value}`,
        link: `/v1/orders?${inQuery(parameter, inUrl)}`,
      });
      const headers = [
        'Cookie',
        `sid=${encodeURIComponent(cookie)}`,
        'Referer',
        `http://a/?${inQuery(parameter, inUrl)}`,
      ];
      const exchange = exchangeOf(inQuery(parameter, inUrl), text, answer, headers);
      const request = runAtOnce(toCapsuleRequest(exchange, parts(mask)));
      expectGone(request, [inUrl, value, cookie]);
    }),
    { numRuns: 300 },
  );
});

test('the keys of links and inboxes, and the secrets of endpoints, are nowhere in a state', () => {
  fc.assert(
    fc.property(linkKey, linkKey, secret, secret, secret, (link, inbox, current, former, inAnswer) => {
      const documents = (value: Json) => ({ last: 1, documents: [{ id: 'a', position: 1, value, keys: [] }] }) as Json;
      const state: Json = {
        collections: {
          'inbox-keys': documents({ key: inbox }),
          invitations: documents({ secret: link }),
          'webhook-endpoints': documents({
            url: `http://127.0.0.1/__inbox/${SANDBOX}.${inbox}/a`,
            secrets: { current, former: { secret: former, goodUntil: 1 } },
          }),
          idempotency: documents({ text: JSON.stringify({ id: 'wh_1', secret: inAnswer }) }),
          mails: documents({
            text: `Open http://127.0.0.1/v1/self-service/${SANDBOX}.${link} with ${current}, ${inbox}`,
          }),
        },
      };
      expectGone(createMask(SANDBOX).value(state), [link, inbox, current, former, inAnswer]);
    }),
  );
});

test('a key that the final state alone knows as one is masked in the calls before it', () => {
  const mask = createMask(SANDBOX);
  const key = '7QM8XV3TZR1YW5KC7HN2BD9KF4';
  const request = () => runAtOnce(toCapsuleRequest(exchangeOf('', JSON.stringify({ note: key }), '{}'), parts(mask)));
  request();
  mask.value({ collections: { 'inbox-keys': { documents: [{ value: { key } }] } } });
  expect(JSON.stringify(request())).not.toContain(key);
});

test('a malformed body that had a secret is not replayed', () => {
  const exchange = exchangeOf('', '{"password":"hunter22-hunter22","a":}', '{}');
  const { skipped, body: shown } = runAtOnce(toCapsuleRequest(exchange, parts(createMask(SANDBOX))));
  expect([skipped, shown]).toEqual([
    'its body was malformed and had a secret, which a capsule does not hold',
    { text: '{"password":"[redacted]","a":}' },
  ]);
});
