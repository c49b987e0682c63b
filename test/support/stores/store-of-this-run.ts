/** Where acceptance tests keep what their servers know. */
const STORES = ['memory', 'sqlite', 'postgres', 'replicas'] as const;

type StoreName = (typeof STORES)[number];

const isStore = (name: string): name is StoreName => STORES.some((each) => each === name);

const readStore = (): StoreName => {
  const name = process.env['VATMOCK_TEST_STORE'] ?? 'memory';
  if (isStore(name)) return name;
  throw new Error(`VATMOCK_TEST_STORE is ${name}; it may be ${STORES.join(', ')}`);
};

/**
 * `VATMOCK_TEST_STORE=sqlite` runs acceptance tests on a folder of data, `=postgres` on a PostgreSQL database, and
 * `=replicas` on three servers that share one, behind a proxy that gives each of them the next request.
 */
export const STORE: StoreName = readStore();
