import { expect, test } from '@jest/globals';
import { allowsHost, entryFor, parseAllowList } from '../../../../src/engine/webhooks/egress.ts';

test.each([
  ['https://receiver.example/hook', 'receiver.example:443', 'receiver.example', 443],
  ['http://receiver.example/hook?a=b', 'receiver.example:80', 'receiver.example', 80],
  ['https://receiver.example:80/', 'receiver.example:80', 'receiver.example', 80],
  ['http://Receiver:8080', 'receiver:8080', 'receiver', 8080],
  ['http://[::1]:9000/hook', '[::1]:9000', '::1', 9000],
  ['http://me:password@127.0.0.1/', '127.0.0.1:80', '127.0.0.1', 80],
])('the entry that allows what %s leads to is %s, and allows no other port', (url, entry, host, port) => {
  expect(entryFor(url)).toBe(entry);
  const entries = parseAllowList(entryFor(url));
  expect(allowsHost(entries, host, port)).toBe(true);
  expect(allowsHost(entries, host, port + 1)).toBe(false);
  expect(allowsHost(entries, 'another.example', port)).toBe(false);
});
