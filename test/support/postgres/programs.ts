import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Folders outside of PATH where packages put the programs of the server; `*` is a version. */
const PLACES = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin', '/usr/local/opt/postgresql@*/bin'];
const BESIDE_PATH = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

const onPath = (): readonly string[] => (process.env['PATH'] ?? '').split(path.delimiter).filter((each) => each !== '');

/** The newest version first. */
const expand = (place: string): readonly string[] => {
  const [before = '', after = ''] = place.split('*');
  const parent = path.dirname(`${before}x`);
  const prefix = path.basename(before === `${parent}/` ? '' : before);
  const versions = existsSync(parent)
    ? readdirSync(parent).filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    : [];
  return versions
    .toSorted((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .map((name) => path.join(parent, name) + after);
};

/** The folder with `initdb` and `postgres`; Debian keeps it out of PATH. */
export const findPostgres = (): string | undefined =>
  [...onPath(), ...PLACES.flatMap(expand)].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
  );

export const findPgBouncer = (): string | undefined =>
  [...onPath(), ...BESIDE_PATH].map((folder) => path.join(folder, 'pgbouncer')).find((file) => existsSync(file));

export const NO_POSTGRES =
  'There is no PostgreSQL: install it (Debian: apt-get install postgresql pgbouncer) or set VATMOCK_TEST_DATABASE_URL.';
