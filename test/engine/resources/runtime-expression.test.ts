import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fillExpressions, valueOf } from '../../../src/engine/resources/callbacks.ts';
import { madeRequest } from '../../../src/kernel/http.ts';

/** The example of OpenAPI 3.1.1, 4.8.18.2. */
const BODY = { failedUrl: 'https://clientdomain.com/failed', successUrls: ['https://clientdomain.com/fast', 7] };
const CALLED: Parameters<typeof valueOf>[1] = {
  request: madeRequest({
    ...{ method: 'POST', origin: 'http://example.org', path: '/subscribe/myevent', body: new Uint8Array() },
    ...{ query: 'queryUrl=https://clientdomain.com/stillrunning', headers: [['content-type', 'application/json']] },
  }),
  pathParameters: { eventType: 'myevent' },
  input: { parameters: { path: {}, query: {}, querystring: {}, header: {}, cookie: {} }, body: { ...BODY, no: null } },
};
const OUTCOME = { status: 201, headers: { location: 'https://example.org/subscription/1' }, body: { id: 'a/b' } };

test.each([
  ['$url', 'http://example.org/subscribe/myevent?queryUrl=https://clientdomain.com/stillrunning'],
  ['$method', 'POST'],
  ['$statusCode', 201],
  ['$request.path.eventType', 'myevent'],
  ['$request.query.queryUrl', 'https://clientdomain.com/stillrunning'],
  ['$request.header.Content-Type', 'application/json'],
  ['$request.body#/failedUrl', 'https://clientdomain.com/failed'],
  ['$request.body#/successUrls/1', 7],
  ['$request.body', { ...BODY, no: null }],
  ['$response.header.Location', 'https://example.org/subscription/1'],
  ['$response.body#/id', 'a/b'],
  ['$response.query.x', undefined],
  ['$request.body#/nothing/there', undefined],
  ['$request', undefined],
  ['request.body', undefined],
])('%s is %j', (expression, value) => {
  expect(valueOf(expression, CALLED, OUTCOME)).toEqual(value);
});

test.each([
  ['{$request.query.queryUrl}', 'https://clientdomain.com/stillrunning'],
  ['$request.body#/failedUrl', 'https://clientdomain.com/failed'],
  ['http://a.test?id={$response.body#/id}&of={$request.path.eventType}', 'http://a.test?id=a/b&of=myevent'],
  ['http://a.test/{id}', 'http://a.test/{id}'],
  ['http://a.test/{$request.body#/no}', undefined],
  ['{$request.body}', undefined],
  ['{$nonsense}', undefined],
])('%s becomes %j', (template, text) => {
  expect(fillExpressions(template, CALLED, OUTCOME)).toBe(text);
});

test('any text is filled or refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => ['string', 'undefined'].includes(typeof fillExpressions(text, CALLED, OUTCOME))),
  );
});
