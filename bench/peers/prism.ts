import { fileOf, installed } from './installation.ts';
import type { Peer } from './peer.ts';

const PACKAGE = '@stoplight/prism-cli';

const createPrism = (id: string, name: string, setup: string, options: readonly string[]): Peer => ({
  id,
  name,
  setup,
  installed: installed(PACKAGE),
  basePath: '',
  works: { me: {}, orders: {}, invalid: {}, generated: {} },
  command: (port, { description }) => [
    process.execPath,
    fileOf(PACKAGE, 'dist', 'index.js'),
    'mock',
    description,
    '--port',
    String(port),
    ...options,
  ],
});

export const prism = createPrism(
  'prism',
  'Prism CLI',
  'as shipped: `prism mock FILE`, which logs several lines per request',
  [],
);

export const quietPrism = createPrism('prism-silent', 'Prism CLI, silent', '`prism mock FILE --verboseLevel silent`', [
  '--verboseLevel',
  'silent',
]);
