const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * URLs that try to lead a server to where it must not go, with what each one tries. `{port}` is the port of a receiver on
 * loopback; names are resolved by {@link resolveHostile}.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  'loopback, plainly': words(`127.0.0.1 127.0.0.2 127.255.255.254 localhost LOCALHOST [::1]`),
  'loopback, in other numbers': words(`
    2130706433 0x7f000001 0x7F.0x0.0x0.0x1 0177.0.0.1 0177.0000.0000.0001 017700000001 127.1 127.0.1 0x7f.1
    127.0x0.0.1 00000177.0.0.1 127.0.0.1. 127.000.000.001
  `),
  'loopback, in other letters': words(`
    １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 127｡0｡0｡1 ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ %31%32%37.0.0.1
    %6c%6f%63%61%6c%68%6f%73%74 local\u00adhost loc\u200balhost localhoſt
  `),
  'loopback, in IPv6': words(`
    [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::ffff:127.0.0.1] [::ffff:7f00:1]
    [::ffff:7f00:0001] [0:0:0:0:0:ffff:7f00:1] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [::ffff:0:7f00:1]
    [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:7f00:0001::1]
    [2001:0:7f00:1::80ff:fffe] [::] [::0]
  `),
  'this host and broadcast': words(`0.0.0.0 0 0x0 00000000 0.0.0.1 255.255.255.255 4294967295`),
  'private networks': words(`
    10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.1.1 0xa000001 167772161 0300.0250.0.1
    [::ffff:10.0.0.1] [::ffff:c0a8:1] [fc00::1] [fd12:3456:789a::1] [fec0::1]
  `),
  'link-local and carriers': words(`
    169.254.0.1 169.254.255.254 100.64.0.1 100.127.255.254 [fe80::1] [fe80::a00:27ff:fe4e:66a1] [febf::1]
  `),
  'the secrets of clouds': words(`
    169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.16689662 [::ffff:a9fe:a9fe]
    [::ffff:169.254.169.254] [64:ff9b::a9fe:a9fe] [2002:a9fe:a9fe::] 169.254.170.2 169.254.170.23 100.100.100.200
    168.63.129.16 192.0.0.192 [fd00:ec2::254] [fd20:ce::254] [fe80::a9fe:a9fe] metadata.google.internal metadata
    instance-data
  `),
  'set aside for something else': words(`
    192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255
    240.0.0.1 [ff02::1] [ff05::2] [100::1] [2001:db8::1] [2001:10::1] [2001:20::1] [3fff::1] [4000::1] [5f00::1]
  `),
  'names that lead inside': words(`
    loopback.attacker.example private.attacker.example link-local.attacker.example metadata.attacker.example
    mapped.attacker.example ula.attacker.example nat64.attacker.example mixed.attacker.example
    mixed-6.attacker.example zero.attacker.example nowhere.attacker.example 127.0.0.1.nip.example
    customer1.app.localhost localhost.localdomain printer.local wiki.corp nas.home.arpa router.lan db
    loopback.attacker.example. hidden.onion
  `),
};

/** Whole URLs, where it is not the host alone. */
const oddUrls: Readonly<Record<string, readonly string[]>> = {
  'two readers see two hosts': [
    '{scheme}://public.example@127.0.0.1:{port}/',
    '{scheme}://127.0.0.1:{port}@public.example/',
    '{scheme}://user:pass@public.example/',
    '{scheme}://@127.0.0.1:{port}/',
    '{scheme}://127.0.0.1:{port}\\@public.example/',
    '{scheme}://public.example\\@127.0.0.1:{port}/',
    '{scheme}://public.example\\.127.0.0.1:{port}/',
    '{scheme}:\\\\127.0.0.1:{port}\\',
    '{scheme}:/127.0.0.1:{port}/',
    '{scheme}:127.0.0.1:{port}/',
    '{scheme}:////127.0.0.1:{port}/',
    '{scheme}://127.0.0.1:{port}/#@public.example/',
    '{scheme}://public.example#@127.0.0.1:{port}/',
    '{scheme}://127.0.0.1:{port}/?@public.example/',
    ' {scheme}://127.0.0.1:{port}/',
    '{scheme}://127.0.0.1:{port}/ ',
    '{scheme}://127.0.0.1:{port}\t/',
    '{scheme}://127.0.\n0.1:{port}/',
    '{scheme}://127.0.0.1\r\n:{port}/',
    '{scheme}://127.0.0.1%00.public.example:{port}/',
    '{scheme}://public.example:443:{port}/',
    '{scheme}://[::1%25lo]:{port}/',
    '{scheme}://[::1:{port}/',
  ],
  'odd ports': [
    '{scheme}://public.example:22/',
    '{scheme}://public.example:25/',
    '{scheme}://public.example:80/',
    '{scheme}://public.example:6379/',
    '{scheme}://public.example:8080/',
    '{scheme}://public.example:0/',
    '{scheme}://public.example:65536/',
  ],
  'other schemes': [
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'ws://127.0.0.1/',
    '//127.0.0.1/',
    '/hook',
    '',
  ],
};

export interface HostileUrl {
  readonly tries: string;
  readonly url: string;
}

export const hostileUrls = (port: number): readonly HostileUrl[] => {
  const fill = (url: string, scheme: string): string =>
    url.replaceAll('{scheme}', scheme).replaceAll('{port}', String(port));
  const all = Object.entries(spellings).flatMap(([tries, hosts]) =>
    hosts.flatMap((host) => [
      { tries, url: `http://${host}:${String(port)}/` },
      { tries, url: `https://${host}:${String(port)}/` },
      // As good a port as any.
      { tries, url: `https://${host}/` },
    ]),
  );
  const odd = Object.entries(oddUrls).flatMap(([tries, urls]) =>
    urls.flatMap((url) => [
      { tries, url: fill(url, 'http') },
      { tries, url: fill(url, 'https') },
    ]),
  );
  return [...new Map([...all, ...odd].map((each) => [each.url, each])).values()];
};

const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1'],
  'customer1.app.localhost': ['127.0.0.1'],
  'localhost.localdomain': ['127.0.0.1'],
  'loopback.attacker.example': ['127.0.0.1'],
  'loopback.attacker.example.': ['127.0.0.1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  'private.attacker.example': ['192.168.1.10'],
  'link-local.attacker.example': ['169.254.3.4'],
  'metadata.attacker.example': ['169.254.169.254'],
  'metadata.google.internal': ['169.254.169.254'],
  'mapped.attacker.example': ['::ffff:127.0.0.1'],
  'ula.attacker.example': ['fd00::1'],
  'nat64.attacker.example': ['64:ff9b::7f00:1'],
  'mixed.attacker.example': ['93.184.215.14', '127.0.0.1'],
  'mixed-6.attacker.example': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1'],
  'zero.attacker.example': ['0.0.0.0'],
  'public.example': ['93.184.215.14'],
};

/** A resolver under the attacker's control; what it does not know leads to loopback, which is the worst. */
export const resolveHostile = (host: string): Promise<readonly string[]> =>
  host === 'nowhere.attacker.example' ? Promise.resolve([]) : Promise.resolve(ANSWERS[host] ?? ['127.0.0.1']);
