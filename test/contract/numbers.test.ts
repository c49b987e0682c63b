import { expect, test } from '@jest/globals';
import { CONNECT_TIMEOUT } from '../../src/edges/webhooks/undici-sender.ts';
import { LIMITS } from '../../src/generated/settings.ts';
import { keyRecords } from '../../src/engine/idempotency/key-record.ts';
import { TOLERANCE } from '../../src/engine/webhooks/signature.ts';
import { MAX_WAIT } from '../../src/engine/idempotency/idempotency.ts';
import { TOKEN_LIFETIME } from '../../src/identity/tokens.ts';
import { MOST_VINS } from '../../src/vat/orders/order.ts';
import { NEWNESS } from '../../src/vat/compliance/vat-rules.ts';
import { MAX_LENGTH } from '../../src/vat/documents/document.ts';
import { LIFETIME } from '../../src/vat/invitations/invitation.ts';
import { DURATION } from '../../src/vat/kyc/kyc-verification.ts';
import { DELIVERY_POLICY } from '../../src/engine/webhooks/delivery.ts';
import { BREAKER, BURST, IDEMPOTENCY_WINDOW, MOST_WEBHOOK_ENDPOINTS } from '../../src/vat/policy/limits.ts';
import { ANSWER_TIME, CHECK_TIMEOUT, REPETITION } from '../../src/vat/vies/run-check.ts';
import { type Tree, isTree, treeAt } from '../support/description.ts';
import { readSpec } from '../support/spec-files.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MEBIBYTE = 1_048_576;
const [LONGEST_TEXT, MOST_ENTRIES] = [500, 100];

const openapi = await readSpec('openapi.yaml');
const asyncapi = await readSpec('asyncapi.yaml');
const { assumptions } = (await readSpec('assumptions.yaml')) as unknown as {
  readonly assumptions: readonly { readonly id: string; readonly question: string; readonly chosen: string }[];
};

/** All texts of a description, with single spaces. */
const textsOf = (node: unknown): string =>
  typeof node === 'string'
    ? node.replaceAll(/\s+/g, ' ')
    : typeof node === 'object' && node !== null
      ? Object.values(node).map(textsOf).join('\n')
      : '';

const WORDS: Readonly<Record<number, string>> = { 2: 'two', 5: 'five', 6: 'six', 7: 'seven', 10: 'ten' };
const inWords = (count: number): string => WORDS[count] ?? String(count);

const inUnits = (milliseconds: number): string => {
  const [size, unit] = milliseconds < MINUTE ? [SECOND, 's'] : milliseconds < HOUR ? [MINUTE, 'min'] : [HOUR, 'h'];
  return `${String(milliseconds / size)} ${unit}`;
};

const { retries, autoPause, retention } = DELIVERY_POLICY;
const waits = retries.waits.map(inUnits);

test.each([
  ['openapi.yaml', `Tokens typically live for ${TOKEN_LIFETIME} seconds`],
  ['openapi.yaml', `Its time stamp must be within ${TOLERANCE / MINUTE} minutes`],
  ['openapi.yaml', `Delivery history of the last ${retention / DAY} days`],
  ['openapi.yaml', `was used within the last ${IDEMPOTENCY_WINDOW / HOUR} hours`],
  [
    'openapi.yaml',
    `${inWords(BREAKER.strikes)} refusals in a row: this client is paused for ${BREAKER.pause / MINUTE} minutes`,
  ],
  ['asyncapi.yaml', `up to ${waits.length + 1} attempts over up to ${retries.span / HOUR} hours`],
  ['asyncapi.yaml', `waits of ${waits.slice(0, -1).join(', ')} and ${waits.at(-1) ?? ''} between them`],
  [
    'asyncapi.yaml',
    `paused after ${autoPause.failures} consecutive failures or after ${autoPause.duration / HOUR} hours without a success`,
  ],
  ['asyncapi.yaml', `Delivery history keeps ${retention / DAY} days`],
  ['asyncapi.yaml', `more than ${TOLERANCE / MINUTE} minutes before or after now`],
])('%s: %s', (file, sentence) => {
  const texts = textsOf(file === 'openapi.yaml' ? openapi : asyncapi);
  expect(texts.toLowerCase()).toContain(sentence.toLowerCase());
});

const { maxBodyBytes, maxUploadBytes, webhookTimeout } = LIMITS;

const MAX_SIZE = Number(treeAt(openapi, 'components', 'parameters', 'Size', 'schema')['maximum']);

test.each([
  ['text-limits', `1 to ${LONGEST_TEXT} characters`],
  ['list-limits', `${MOST_ENTRIES} contacts of a buyer`],
  ['order-vins-limits', `At most ${MOST_VINS} VINs`],
  ['pagination-limits', `a size above ${MAX_SIZE} is refused`],
  ['webhook-endpoint-limit', `${MOST_WEBHOOK_ENDPOINTS}, paused ones included`],
  ['rate-limit-burst', `a burst of ${BURST.factor}x for ${BURST.duration / SECOND} seconds`],
  ['client-pause', `the rest of the ${BREAKER.pause / MINUTE} minutes`],
  ['idempotency-in-flight', `waits up to ${MAX_WAIT / SECOND} seconds`],
  [
    'body-and-upload-size',
    `${Number(maxBodyBytes.fallback) / MEBIBYTE} MiB for JSON, ${Number(maxUploadBytes.fallback) / MEBIBYTE} MiB for a document`,
  ],
  ['token-endpoint', `Tokens live for ${TOKEN_LIFETIME} seconds`],
  ['document-upload', `cut to ${MAX_LENGTH} characters`],
  ['invitation-lifetime', `${inWords(LIFETIME / DAY)} days`],
  ['vies-outcomes', `PENDING for ${CHECK_TIMEOUT / SECOND} seconds`],
  ['vies-recheck', `${inWords(REPETITION / MINUTE)} minutes after an UNKNOWN`],
  ['vies-answer-time', `${inWords(ANSWER_TIME / SECOND)} seconds`],
  ['kyc-verification-outcome', `VERIFIED ${DURATION === MINUTE ? 'one minute' : ''} after the start`],
  [
    'new-means-of-transport',
    `at most ${NEWNESS.kilometres.toLocaleString('en')} km or was first registered at most ${inWords(NEWNESS.months)} months`,
  ],
  [
    'delivery-request',
    `after ${Number(webhookTimeout.fallback) / SECOND} seconds (${CONNECT_TIMEOUT / SECOND} of them to connect)`,
  ],
  ['auto-pause-counting', `${autoPause.failures} failed attempts in a row`],
  ['auto-pause-counting', `${autoPause.duration / HOUR} hours run from`],
])('assumption %s: %s', (id, sentence) => {
  const { question, chosen } = assumptions.find((each) => each.id === id) ?? { question: '', chosen: '' };
  expect(textsOf([question, chosen]).toLowerCase()).toContain(sentence.toLowerCase());
});

/** Every value of a keyword in the named components, with its place. */
const valuesOf = (
  keyword: string,
  node: unknown,
  place: string,
): { readonly place: string; readonly value: unknown }[] =>
  Array.isArray(node)
    ? node.flatMap((each: unknown) => valuesOf(keyword, each, place))
    : isTree(node)
      ? Object.entries(node).flatMap(([key, value]) =>
          key === keyword && typeof value === 'number'
            ? [{ place, value }]
            : valuesOf(keyword, value, key === 'properties' ? place : `${place}/${key}`),
        )
      : [];

const components: Tree = treeAt(openapi, 'components', 'schemas');
const limitsOf = (keyword: string) =>
  Object.entries(components).flatMap(([name, schema]) => valuesOf(keyword, schema, name));
const keyParameter = Object.values(treeAt(openapi, 'components', 'parameters')).find(
  (parameter) => treeAt(parameter)['name'] === 'Idempotency-Key',
);

test('the limits in the schemas of the description are those of the code', () => {
  // VINs have 17 characters, URLs a limit of their own.
  const texts = limitsOf('maxLength').filter(({ value }) => value !== 17 && value !== 2048);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter(({ value }) => value !== LONGEST_TEXT)).toEqual([]);
  expect(limitsOf('maxItems').map(({ place, value }) => `${place} ${String(value)}`)).toEqual(
    expect.arrayContaining([
      `OrderCreateRequest/vins ${String(MOST_VINS)}`,
      `OrderVinSelection ${String(MOST_VINS)}`,
      `BuyerRequest/contacts ${String(MOST_ENTRIES)}`,
    ]),
  );
  expect(treeAt(components, 'Pagination', 'properties', 'size')['maximum']).toBe(MAX_SIZE);
  expect(treeAt(components, 'Document', 'properties', 'size')['maximum']).toBe(Number(maxUploadBytes.fallback));
  expect(treeAt(components, 'WebhookDelivery', 'properties', 'attempts')['maximum']).toBe(waits.length + 1);
  const { minLength, maxLength } = treeAt(keyParameter, 'schema');
  const { properties } = keyRecords.schema;
  expect(treeAt(properties, 'key')).toMatchObject({ minLength, maxLength });
});
