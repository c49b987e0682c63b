import { spawnSync } from 'node:child_process';

/** What judges a release: each takes minutes, or packages and programs that the tests do without. */
export interface Judge {
  readonly name: string;
  readonly shows: string;
  readonly command: string;
  /** The form that judges every change; those without one judge only a release. */
  readonly short?: string;
  /** Minutes on two cores, by form. */
  readonly minutes: { readonly short?: number; readonly long: number };
  /** Why this machine cannot run it; undefined where it can. */
  readonly missing?: () => string | undefined;
}

const program = (command: string, ...args: readonly string[]) => {
  return (): string | undefined => (spawnSync(command, args).status === 0 ? undefined : `it needs ${command}`);
};

const variable = (name: string, what: string) => {
  return (): string | undefined => (process.env[name] === undefined ? `it needs ${what} in ${name}` : undefined);
};

const inBothForms = (command: string, minutes: number) => ({
  command,
  short: command,
  minutes: { short: minutes, long: minutes },
});

const testsOf = (name: string): string => `npm run --silent test:jest -- --config judges/jest.config.js ${name}`;

const tests = (name: string, shows: string, minutes: number): Judge => ({
  name,
  shows,
  ...inBothForms(testsOf(name), minutes),
});

const CHECK_TYPES =
  'npm run --silent generate -- --types && git diff --exit-code src/generated && oxlint --type-check judges scripts/types mcp clients/node';

/** In the order in which they are run: in CI, the last ones if there is time. */
export const JUDGES: readonly Judge[] = [
  {
    name: 'types',
    shows: 'src/generated is what its generator makes; types and rules of that generator and of the judges',
    ...inBothForms(CHECK_TYPES, 1),
  },
  {
    name: 'unused',
    shows: 'no file, export or package that nobody uses',
    ...inBothForms('node judges/node_modules/knip/bin/knip.js --no-progress', 1),
  },
  tests('descriptions', 'Redocly, Spectral and the AsyncAPI parser accept spec/', 1),
  tests('webhook-signatures', 'the packages of Stripe and Svix accept deliveries', 1),
  tests('negotiation', 'media types are chosen as by Prism', 1),
  tests('prism-proxy', 'a Prism between client and server finds every answer valid', 1),
  tests('workflows', 'Redocly Respect plays the published Arazzo workflows', 1),
  tests('agents', 'coding agents find the mistakes of five clients, by the official client of their protocol', 1),
  tests('package', 'the packed package in four runners, in TypeScript, and by publint and attw', 2),
  tests('pipelines', 'the pipelines of docs/examples by their linters, and run with the packed package', 1),
  {
    ...tests('image', 'the container image in 512 MB, driven by the README, and as a pod of the chart', 2),
    missing: program('buildah', '--version'),
  },
  {
    name: 'provenance',
    shows: 'one commit gives the same package, image folder and statement twice',
    command: testsOf('provenance'),
    minutes: { long: 3 },
  },
  {
    name: 'attack',
    shows: 'known attacks against the command of the container',
    command: 'npm run --silent attack',
    short: 'npm run --silent attack -- --short',
    minutes: { short: 4, long: 15 },
  },
  tests(
    'languages',
    'the samples of clients/ pass, and each planted mistake fails with the finding that names it',
    1.5,
  ),
  {
    name: 'collections',
    shows: 'Newman plays the published collection; in the long form Bruno, too',
    command: testsOf('collections'),
    short: `${testsOf('collections')} -t Newman`,
    minutes: { short: 0.5, long: 3 },
  },
  {
    name: 'benchmark',
    shows: 'every peer on the same work; the long form writes docs/performance.md',
    command: 'npm run --silent bench',
    short: 'npm run --silent bench -- --quick',
    minutes: { short: 1, long: 15 },
  },
  {
    name: 'generated-clients',
    shows: 'clients that openapi-generator makes in four languages order and upload',
    command: 'npm run --silent test:clients -- --minutes 15',
    short: 'npm run --silent test:clients',
    minutes: { short: 3, long: 15 },
    missing: program('java', '-version'),
  },
  {
    name: 'long-forms',
    shows: 'long walks, compiled languages and the pooler, which the tests leave out',
    command: 'VATMOCK_LONG_FORM=true npm run --silent test:jest -- --findRelatedTests test/support/long-form.ts',
    minutes: { long: 15 },
  },
  ...['sqlite', 'postgres', 'replicas'].map((store) => ({
    name: `store-${store}`,
    shows: `the acceptance tests on ${store}`,
    command: `npm run --silent test:stores -- ${store}`,
    minutes: { long: 30 },
  })),
  {
    name: 'schemathesis',
    shows: 'Schemathesis against the API and the control API',
    command: 'npm run --silent schemathesis -- --required',
    minutes: { long: 20 },
    missing: program('schemathesis', '--version'),
  },
  {
    name: 'json-schema',
    shows: 'the server agrees with the JSON-Schema-Test-Suite as often as Ajv',
    command: `npm run --silent conformity:schemas -- "${process.env['JSON_SCHEMA_TEST_SUITE'] ?? ''}"`,
    minutes: { long: 2 },
    missing: variable('JSON_SCHEMA_TEST_SUITE', 'the folder of a copy'),
  },
  {
    name: 'real-descriptions',
    shows: 'what is served of the descriptions of vendors fits them, by a reading of its own',
    command: `npm run --silent conformity:descriptions -- "${process.env['REAL_DESCRIPTIONS'] ?? ''}"`,
    minutes: { long: 15 },
    missing: variable('REAL_DESCRIPTIONS', 'a folder with descriptions of vendors'),
  },
  {
    name: 'endurance',
    shows: 'three servers on one PostgreSQL while servers and database fail',
    command: 'npm run --silent endure',
    minutes: { long: 20 },
  },
  {
    name: 'fuzz',
    shows: 'an hour of drawn inputs neither ends the server nor holds its event loop',
    command: 'npm run --silent fuzz',
    minutes: { long: 60 },
  },
  {
    name: 'soak',
    shows: 'ten minutes of load leave nothing behind',
    command: 'npm run --silent soak',
    minutes: { long: 11 },
  },
  {
    name: 'mutation',
    shows: 'the tests find nine of ten small faults',
    command: 'npm run --silent mutate',
    minutes: { long: 600 },
  },
];
