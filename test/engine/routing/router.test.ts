import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NO_EXTENSIONS, type Operation } from '../../../src/engine/contract/contract.ts';
import { createRouter } from '../../../src/engine/routing/router.ts';

const operation = (method: string, path: string): Operation => ({
  id: `${method} ${path}`,
  method,
  path,
  pointer: `#/${path}`,
  parameters: [],
  requestBody: undefined,
  responses: [],
  security: [],
  ...NO_EXTENSIONS,
});

const router = createRouter([
  operation('GET', '/orders'),
  operation('GET', '/orders/{uuid}'),
  operation('GET', '/orders/by-vin'),
  operation('POST', '/orders/{uuid}/cancel'),
  operation('GET', '/odd/{x-y.z}'),
]);

test.each([
  ['GET', '/orders/1', 'GET /orders/{uuid}', { uuid: '1' }],
  ['GET', '/orders/by-vin', 'GET /orders/by-vin', {}],
  ['GET', '/orders/a%2Fb%20c', 'GET /orders/{uuid}', { uuid: 'a/b c' }],
  ['GET', '/orders/urn:x:1', 'GET /orders/{uuid}', { uuid: 'urn:x:1' }],
  ['POST', '/orders/1/cancel', 'POST /orders/{uuid}/cancel', { uuid: '1' }],
  ['GET', '/odd/1', 'GET /odd/{x-y.z}', { 'x-y.z': '1' }],
])('%s %s is %s', (method, path, id, pathParameters) => {
  const match = router.find(method, path);
  expect(match?.operation.id).toBe(id);
  expect(match?.pathParameters).toEqual(pathParameters);
});

test('what no operation has is not found', () => {
  expect(router.find('GET', '/nope')).toBeUndefined();
  expect(router.find('DELETE', '/orders')).toBeUndefined();
  expect(router.methodsOf('/orders/1')).toEqual(['GET']);
  expect(router.methodsOf('/nope')).toEqual([]);
});

test('paths that cannot be told apart are found at the start', () => {
  const { findings } = createRouter([operation('GET', '/a/{x}'), operation('GET', '/a/{y}')]);
  expect(findings).toEqual([expect.objectContaining({ operationId: 'GET /a/{y}', pointer: '#//a/{y}' })]);
});

test('a literal path is no value of a template beside it, whatever its method', () => {
  const { find, methodsOf } = createRouter([
    operation('GET', '/invitations'),
    operation('GET', '/invitations/{id}'),
    operation('DELETE', '/invitations/{id}'),
    operation('POST', '/invitations/bulk'),
    operation('PUT', '/invitations/{id}/state'),
    operation('GET', '/invitations/bulk/{day}'),
    operation('GET', '/{kind}/{id}/state'),
  ]);
  expect(find('GET', '/invitations/bulk')).toBeUndefined();
  expect(find('DELETE', '/invitations/bulk')).toBeUndefined();
  expect(methodsOf('/invitations/bulk')).toEqual(['POST']);
  expect(find('GET', '/invitations/7')?.pathParameters).toEqual({ id: '7' });
  expect(methodsOf('/invitations/7')).toEqual(['GET', 'DELETE']);
  // More of it is a parameter, but its template fits only here.
  expect(find('PUT', '/invitations/bulk/state')?.pathParameters).toEqual({ id: 'bulk' });
  expect(find('GET', '/orders/7/state')?.pathParameters).toEqual({ kind: 'orders', id: '7' });
  expect(find('GET', '/invitations/7/state')).toBeUndefined();
  expect(methodsOf('/invitations/7/state')).toEqual(['PUT']);
});

test('any encoded id comes out as it went in', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }).filter((id) => !id.includes('\u0001')),
      (id) => {
        fc.pre(id.isWellFormed() && id !== 'by-vin' && id !== '.' && id !== '..');
        expect(router.find('GET', `/orders/${encodeURIComponent(id)}`)?.pathParameters).toEqual({ uuid: id });
      },
    ),
  );
});
