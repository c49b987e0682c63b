import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  kindOfAddress,
  parseAllowList,
  type EgressMode,
  createEgressGuard,
} from '../../../../src/engine/webhooks/egress.ts';
import { ConfigError } from '../../../../src/kernel/user-errors.ts';
import { hostileUrls, resolveHostile } from './hostile-urls.ts';

const PORT = 8443;

/** What becomes of a URL: why it is refused, or to which addresses it would be connected. */
const judge = async (mode: EgressMode, url: string, allowed = ''): Promise<string | readonly string[]> => {
  const guard = createEgressGuard({ mode, allowed: parseAllowList(allowed) });
  const target = guard.readTarget(url);
  if ('refused' in target) return target.refused;
  const addresses = target.isAddress ? [target.host] : await resolveHostile(target.host);
  return guard.checkAddresses(target, addresses)?.refused ?? addresses;
};

const table = hostileUrls(PORT);

test('the table is long', () => {
  expect(table.length).toBeGreaterThan(400);
});

describe('public-only', () => {
  test.each(table)('refuses $url ($tries)', async ({ url }) => {
    expect(await judge('public-only', url)).toMatch(/^must /);
  });

  test.each([
    'https://public.example/hook',
    'https://public.example:8443/hook?a=b',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'HTTPS://PUBLIC.EXAMPLE/',
  ])('lets %s pass', async (url) => {
    expect(await judge('public-only', url)).toEqual(expect.any(Array));
  });

  test.each([
    ['http://public.example/', /https/],
    ['https://public.example:444/', /port 443 or 8443/],
    ['https://intranet/', /public host name/],
    ['https://user@public.example/', /user name/],
    ['https://public.example/#top', /fragment/],
    [`https://public.example/${'a'.repeat(2048)}`, /2048/],
  ])('says of %s why not', async (url, reason) => {
    expect(await judge('public-only', url)).toMatch(reason);
  });

  /** By their names alone: nothing may be asked about them. */
  test.each([
    'intranet',
    'receiver',
    'public.example.',
    'a.localhost',
    'db.internal',
    'printer.local',
    'x.home.arpa',
    'a.test',
  ])('refuses the name %s before anybody is asked where it leads', (host) => {
    const guard = createEgressGuard({ mode: 'public-only', allowed: [] });
    expect(guard.readTarget(`https://${host}/`)).toEqual({
      refused: expect.stringMatching(/^must have a public host name on this server/),
    });
  });

  test('tells nobody where a name leads in our network', async () => {
    expect(await judge('public-only', 'https://private.attacker.example/')).not.toMatch(/192\.168/);
  });
});

describe('local', () => {
  const isLoopback = (address: string): boolean => ['loopback', 'public'].includes(kindOfAddress(address));

  test.each(table)('reaches this machine or public addresses with $url, or nothing', async ({ url }) => {
    const verdict = await judge('local', url);
    if (typeof verdict === 'string') expect(verdict).toMatch(/^must /);
    else expect(verdict.filter((address) => !isLoopback(address))).toEqual([]);
  });

  test.each(['http://localhost:3000/hook', 'http://127.0.0.1:1/', 'http://[::1]:3000/', 'https://localhost/'])(
    'lets %s pass, where the receiver of a developer is',
    async (url) => {
      expect(await judge('local', url)).toEqual(expect.any(Array));
    },
  );

  test.each([
    ['http://192.168.1.1/', 'but 192.168.1.1 does not'],
    ['http://private.attacker.example/', 'but private.attacker.example (192.168'],
    ['ftp://public.example/', 'must be an http or https URL'],
    ['file:///etc/passwd', 'must be an http or https URL'],
    ['http://public.example:0/', 'must have a host and a port that can be reached'],
    ['http://[::1', 'must be an absolute URL'],
  ])('says of %s why not', async (url, reason) => {
    expect(await judge('local', url)).toContain(reason);
  });

  test.each(['nonsense', '', '1.2.3', '0x7f.1', '127.1', '10.0.0.1', 'fd00::1', '203.0.113.1'])(
    'takes %j for no public address',
    (address) => {
      expect(kindOfAddress(address)).toBe('special');
    },
  );

  test('says at once of an address that it is none of those', () => {
    const guard = createEgressGuard({ mode: 'local', allowed: [] });
    expect(guard.readTarget('http://10.0.0.1/')).toEqual({ refused: expect.stringContaining('but 10.0.0.1 does not') });
    expect(guard.readTarget('http://name.example/')).toMatchObject({ host: 'name.example', isAddress: false });
  });
});

describe('what the operator allows', () => {
  test.each([
    ['receiver:8080', 'http://receiver:8080/'],
    ['receiver:65535', 'http://receiver:65535/'],
    ['receiver', 'http://receiver:9999/'],
    ['receiver:*', 'http://receiver:9999/'],
    ['other, RECEIVER:8080', 'http://receiver:8080/'],
    ['10.1.2.3:80', 'http://10.1.2.3/'],
    ['[fd00::1]:80', 'http://[fd00:0::1]/'],
    ['127.0.0.1', 'http://0x7f000001:81/'],
    ['192.168.0.0/16', 'https://private.attacker.example/'],
  ])('"%s" allows %s', async (allowed, url) => {
    expect(await judge('public-only', url, allowed)).toEqual(expect.any(Array));
  });

  test.each([
    ['receiver:8080', 'http://receiver:8081/'],
    ['receiver', 'http://receiver.evil.example/'],
    ['receiver', 'http://evilreceiver/'],
    ['10.0.0.0/8', 'http://192.168.0.1/'],
    ['192.168.0.0/16', 'http://private.attacker.example/'],
    ['192.168.0.0/16', 'https://mixed.attacker.example/'],
    ['metadata.google.internal', 'http://metadata.google.internal/'],
    ['169.254.0.0/16 169.254.169.254:80', 'http://169.254.169.254/'],
    ['0.0.0.0/0', 'https://metadata.attacker.example/'],
  ])('"%s" does not allow %s', async (allowed, url) => {
    expect(await judge('public-only', url, allowed)).toMatch(/^must /);
  });

  /** One address of each range where a cloud keeps its secrets, and its edges. */
  describe.each([
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::',
    'fd00:ec2::254',
    'fd00:ec2:ffff:ffff:ffff:ffff:ffff:ffff',
    'fd20:ce::254',
    'fe80::a9fe:a9fe',
    '::ffff:169.254.169.254',
    '::ffff:100.100.100.200',
  ])('but never %s', (address) => {
    const isV6 = address.includes(':');
    const url = `https://${isV6 ? `[${address}]` : address}/`;

    test.each(['public-only', 'local'] as const)('in mode %s', async (mode) => {
      expect(kindOfAddress(address)).toBe('metadata');
      for (const allowed of ['0.0.0.0/0 ::/0', `${address}/${isV6 ? '128' : '32'}`, isV6 ? `[${address}]` : address]) {
        expect(await judge(mode, url, allowed)).toBe('must not lead to where a cloud keeps its secrets');
        const guard = createEgressGuard({ mode, allowed: parseAllowList(`${allowed} receiver.example`) });
        for (const name of ['https://receiver.example/', 'https://public.example/']) {
          const target = guard.readTarget(name);
          if ('refused' in target) throw new Error(target.refused);
          expect(guard.checkAddresses(target, ['93.184.215.14', address])?.refused).toMatch(/^must resolve to /);
        }
      }
    });
  });

  test.each([
    ['169.254.0.0/16', '169.254.169.253'],
    ['169.254.0.0/16', '169.254.170.3'],
    ['100.64.0.0/10', '100.100.100.201'],
    ['192.0.0.0/24', '192.0.0.193'],
    ['fd00::/8', 'fd00:ec1:ffff::1'],
    ['fd00::/8', 'fd20:ce::253'],
    ['fe80::/10', 'fe80::a9fe:a9fd'],
  ])('of %s also %s, which is none of them', async (allowed, address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    expect(await judge('public-only', `https://${host}/`, allowed)).toEqual([address]);
    expect(await judge('public-only', `https://${host}/`)).toMatch(/^must /);
  });

  test.each(['10.0.0.0/33', 'http://receiver', 'receiver:99999', 'a b:c', '[not-an-address]', '/8', 'receiver:'])(
    '"%s" cannot be read',
    (text) => {
      expect(() => parseAllowList(text)).toThrow(ConfigError);
    },
  );
});

describe('addresses', () => {
  test('every IPv4 address is the same in every spelling that means it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const kind = kindOfAddress(address);
        expect(kindOfAddress(`::ffff:${address}`)).toBe(kind);
        const { hostname } = new URL(`http://[::ffff:${address}]`);
        expect(kindOfAddress(hostname.slice(1, -1))).toBe(kind);
        // Never public where it is only hidden.
        for (const hidden of [`::${address}`, `64:ff9b::${address}`, `::ffff:0:${address}`])
          expect(kindOfAddress(hidden)).not.toBe('public');
      }),
    );
  });

  test('IPv6 beyond what is given out is never public', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, 5), 16);
        if (kindOfAddress(address) === 'public' && !/ffff:/i.test(address)) expect(first >> 13).toBe(1);
      }),
    );
  });
});
