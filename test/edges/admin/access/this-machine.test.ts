import { expect, test } from '@jest/globals';
import { isPrivate } from '../../../../src/edges/admin/access/this-machine.ts';

test.each([
  ['127.0.0.1', undefined, true],
  ['localhost', undefined, true],
  ['::1', undefined, true],
  ['0.0.0.0', undefined, false],
  ['::', undefined, false],
  ['192.168.1.5', undefined, false],
  ['127.0.0.1', 'http://localhost:8080', true],
  ['127.0.0.1', 'http://[::1]:8080/stub', true],
  ['127.0.0.1', 'https://stub.example', false],
  ['127.0.0.1', 'http://127.0.0.1.nip.io', false],
  ['0.0.0.0', 'http://localhost', false],
])('a server on %s with the public URL %p is for its own machine only: %p', (host, publicUrl, expected) => {
  expect(isPrivate({ host, publicUrl })).toBe(expected);
});
