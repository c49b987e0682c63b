import path from 'node:path';
import { installed } from './installation.ts';
import type { Peer } from './peer.ts';

export const scalar: Peer = {
  id: 'scalar',
  name: 'Scalar mock server',
  setup: '`createMockServer` on `@hono/node-server`; keeps by code that is written into the description',
  installed: installed('@scalar/mock-server'),
  basePath: '',
  works: {},
  answersExamples: true,
  keeps: { list: '/things?page=1&limit=20' },
  command: (port, { description }) => [
    process.execPath,
    path.join(import.meta.dirname, '..', 'targets', 'scalar.ts'),
    String(port),
    description,
  ],
};
