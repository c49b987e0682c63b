import { expect, test } from '@jest/globals';
import { inboxPathForLog, readInboxPath, readInboxUrl, toInboxPath } from '../../../src/control/inbox/inbox-address.ts';

const OWN = 'https://stub.example';
const KEY = '0123456789ABCDEFGHJKMNPQRS';
const LONG = `/__inbox/sb-1.${KEY}/shop`;

test('an address is read as it was made', () => {
  for (const path of ['/__inbox/shop', LONG]) {
    const address = readInboxPath(path);
    expect(address).toBeDefined();
    expect(toInboxPath(address!)).toBe(path);
    expect(readInboxUrl(OWN + path, OWN)).toEqual(address);
  }
  expect(readInboxPath(LONG)).toEqual({ name: 'shop', sandbox: 'sb-1', key: KEY });
});

test.each([
  `https://stub.example.evil.example${LONG}`,
  `https://stub.example@evil.example${LONG}`,
  `https://user@stub.example${LONG}`,
  `https://stub.example:444${LONG}`,
  `https://stub.example:443${LONG}`,
  `http://stub.example${LONG}`,
  `HTTPS://stub.example${LONG}`,
  `//stub.example${LONG}`,
  `https://evil.example/?https://stub.example${LONG}`,
  `https://evil.example/#https://stub.example${LONG}`,
  `https://stub.example/..${LONG}`,
  `https://stub.example/v1/../__inbox/shop`,
  `https://stub.example/%5f%5finbox/shop`,
  `https://stub.example//__inbox/shop`,
  `${OWN}${LONG}?to=evil`,
  `${OWN}${LONG}#x`,
  `${OWN}${LONG}/`,
  `${OWN}${LONG}/../../v1`,
  `${OWN}${LONG} `,
  `${OWN}${LONG}\n`,
  `${OWN}/__inbox/`,
  `${OWN}/__inbox/..`,
  `${OWN}/__inbox/.`,
  `${OWN}/__inbox/a%2fb`,
  `${OWN}/__inbox/sb-1.${KEY.slice(1)}/shop`,
  `${OWN}/__inbox/sb-1.${KEY}I/shop`,
  `${OWN}/__inbox/sb-1/shop`,
  `${OWN}/__inboxes/shop`,
  `${OWN}/v1/orders`,
  `${OWN}/__admin/reset`,
  '',
])('%j is none of our inboxes', (url) => {
  expect(readInboxUrl(url, OWN)).toBeUndefined();
});

test('whoever reads a log cannot send to an inbox', () => {
  for (const path of [LONG, `/__inbox/sb-1.${KEY}`, `/__inbox/sb-1.${KEY}/a/b`, `/__inbox/sb-1.${KEY}x/shop`])
    expect(inboxPathForLog(path)).not.toContain(KEY);
  expect(inboxPathForLog('/__inbox/shop')).toBe('/__inbox/shop');
});
