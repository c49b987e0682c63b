import { fileOf, installedWithJava } from './installation.ts';
import type { Peer } from './peer.ts';

const PACKAGE = 'specmatic';

export const specmatic: Peer = {
  id: 'specmatic',
  name: 'Specmatic',
  setup: 'as shipped: `specmatic mock FILE`; answers orders with generated bodies, refuses with 400',
  installed: installedWithJava(PACKAGE),
  basePath: '',
  works: { me: {}, orders: {}, invalid: { status: 400 }, generated: {} },
  answersExamples: true,
  command: (port, { description }) => [
    'java',
    '-jar',
    fileOf(PACKAGE, 'specmatic.jar'),
    'mock',
    description,
    '--port',
    String(port),
  ],
};
