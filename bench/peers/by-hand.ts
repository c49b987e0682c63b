import path from 'node:path';
import { installed } from './installation.ts';
import type { Peer, PeerFiles } from './peer.ts';

const target =
  (name: string) =>
  (port: number, { answers }: PeerFiles) => [
    process.execPath,
    path.join(import.meta.dirname, '..', 'targets', name),
    String(port),
    answers,
  ];

export const nodeHttp: Peer = {
  id: 'node',
  name: 'node:http',
  setup: 'the floor: a fixed answer, bodies parsed and not looked at',
  installed: { version: process.versions.node },
  basePath: '/v1',
  works: { me: {}, orders: {} },
  command: target('node-http.ts'),
};

export const expressAjv: Peer = {
  id: 'express',
  name: 'Express 5 + Ajv',
  setup: 'by hand: a fixed answer, bodies validated by Ajv, no token, no limits, no state, no log',
  installed: installed('express'),
  basePath: '/v1',
  works: { me: {}, orders: {}, invalid: {} },
  command: target('express-ajv.ts'),
};
