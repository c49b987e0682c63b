import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Called, fillExpressions, valueOf } from '../../../src/engine/resources/callbacks.ts';

/** The example of OpenAPI 3.1.1, 4.8.18.2. */
const CALLED: Called = {
  url: 'http://example.org/subscribe/myevent?queryUrl=https://clientdomain.com/stillrunning',
  method: 'POST',
  statusCode: 201,
  request: {
    header: (name) => ({ 'content-type': 'application/json' })[name],
    query: (name) => ({ queryUrl: 'https://clientdomain.com/stillrunning' })[name],
    path: (name) => ({ eventType: 'myevent' })[name],
    body: { failedUrl: 'https://clientdomain.com/failed', successUrls: ['https://clientdomain.com/fast', 7], no: null },
  },
  response: {
    header: (name) => ({ location: 'https://example.org/subscription/1' })[name],
    body: { id: 'a/b' },
  },
};

test.each([
  ['$url', CALLED.url],
  ['$method', 'POST'],
  ['$statusCode', 201],
  ['$request.path.eventType', 'myevent'],
  ['$request.query.queryUrl', 'https://clientdomain.com/stillrunning'],
  ['$request.header.Content-Type', 'application/json'],
  ['$request.body#/failedUrl', 'https://clientdomain.com/failed'],
  ['$request.body#/successUrls/1', 7],
  ['$request.body', CALLED.request.body],
  ['$response.header.Location', 'https://example.org/subscription/1'],
  ['$response.body#/id', 'a/b'],
  ['$response.query.x', undefined],
  ['$request.body#/nothing/there', undefined],
  ['$request', undefined],
  ['request.body', undefined],
])('%s is %j', (expression, value) => {
  expect(valueOf(expression, CALLED)).toEqual(value);
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
  expect(fillExpressions(template, CALLED)).toBe(text);
});

test('any text is filled or refused', () => {
  fc.assert(fc.property(fc.string(), (text) => ['string', 'undefined'].includes(typeof fillExpressions(text, CALLED))));
});
