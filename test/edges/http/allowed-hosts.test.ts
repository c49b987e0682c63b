import { expect, test } from '@jest/globals';
import { createOwnHosts, parseAllowedHosts } from '../../../src/edges/http/host-guard.ts';

const LOCAL = { host: '127.0.0.1', publicUrl: undefined, allowedHosts: undefined };

test.each([
  ...['localhost', 'localhost:4010', 'LOCALHOST:80', 'localhost.', 'stub.localhost:4010'],
  ...[
    '127.0.0.1',
    '127.0.0.1:4010',
    '127.8.9.10',
    '[::1]',
    '[::1]:4010',
    '[0:0:0:0:0:0:0:1]:4010',
    '[::ffff:127.0.0.1]',
  ],
])('%s is loopback, and so this machine', (host) => {
  const { isOwn, isNamed } = createOwnHosts(LOCAL);
  expect([isOwn(host), isNamed(host)]).toEqual([true, true]);
});

test.each([
  ...['evil.example', 'evil.example:4010', 'localhost.evil.example', '127.0.0.1.evil.example', 'notlocalhost'],
  ...['', ' ', 'a b', 'localhost@evil.example', 'evil.example/localhost', 'localhost:4010, evil.example'],
  ...['host.docker.internal:4010', 'vatmock:4010', '10.0.0.1:4010', '0.0.0.0:4010', '[::]', '[2001:db8::1]'],
])('"%s" is not a name of a server on loopback', (host) => {
  const { isOwn, isNamed } = createOwnHosts(LOCAL);
  expect([isOwn(host), isNamed(host)]).toEqual([false, false]);
});

test('names of the setting and of the public URL are its own, at any port and in any case', () => {
  const { isOwn, isNamed } = createOwnHosts({
    ...LOCAL,
    publicUrl: 'https://Stub.example/vat',
    allowedHosts: 'vatmock, Host.docker.internal 192.0.2.7',
  });
  for (const host of ['stub.example', 'vatmock:4010', 'host.docker.internal:80', 'VATMOCK', '192.0.2.7:1'])
    expect([host, isOwn(host), isNamed(host)]).toEqual([host, true, true]);
  for (const host of ['other.example', 'a.stub.example', 'vatmock.example', '192.0.2.8'])
    expect([host, isOwn(host)]).toEqual([host, false]);
});

test.each(['0.0.0.0', '::', 'team.example', '192.0.2.1'])(
  'a server on %s takes any address, since it does not know those outside of its container',
  (host) => {
    const { isOwn, isNamed } = createOwnHosts({ ...LOCAL, host });
    for (const address of ['192.0.2.7:4010', '[2001:db8::1]:4010'])
      expect([isOwn(address), isNamed(address)]).toEqual([true, false]);
    expect([isOwn('evil.example'), isOwn('team.example')]).toEqual([false, host === 'team.example']);
  },
);

test.each(['vatmock:4010', 'http://vatmock', 'a/b', '*.example', '[::1]:80'])('"%s" is no name', (entry) => {
  expect(() => parseAllowedHosts(`localhost, ${entry}`)).toThrow(`"${entry}" is no host name`);
});
