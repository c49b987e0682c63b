import { expect, test } from '@jest/globals';
import { createAddress } from '../../src/composition/address.ts';

const local = { host: '127.0.0.1', port: 0, publicUrl: undefined, mode: 'local' } as const;

test('The port is known once the server listens', () => {
  const address = createAddress(local, undefined);
  address.listensOn(4010);
  expect(address.url()).toBe('http://127.0.0.1:4010');
});

test.each([
  ['0.0.0.0', 'http://localhost:4010'],
  ['::', 'http://localhost:4010'],
  ['::1', 'http://[::1]:4010'],
])('A server on %s is reached at %s', (host, url) => {
  expect(createAddress({ ...local, host, port: 4010 }, undefined).url()).toBe(url);
});

test('A client that came by another name stays with it', () => {
  const address = createAddress({ ...local, port: 4010 }, undefined);
  expect(address.toOrigin('stub:4010')).toBe('http://stub:4010');
  expect(address.toOrigin('[::1]:4010')).toBe('http://[::1]:4010');
});

test.each([undefined, 'evil/path', 'a b', '"><script>'])('A Host header of %p is not believed', (host) => {
  expect(createAddress({ ...local, port: 4010 }, undefined).toOrigin(host)).toBe('http://127.0.0.1:4010');
});

test('A public URL stands for every client, whatever it calls the server', () => {
  const address = createAddress({ ...local, publicUrl: 'https://stub.example' }, undefined);
  expect([address.url(), address.toOrigin('127.0.0.1:4010')]).toEqual(['https://stub.example', 'https://stub.example']);
});

test('A server that stands in for another one writes its addresses', () => {
  expect(createAddress(local, 'https://recorded.example').url()).toBe('https://recorded.example');
});
