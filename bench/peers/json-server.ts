import path from 'node:path';
import { fileOf, installed } from './installation.ts';
import type { Peer, PeerFiles } from './peer.ts';

const PACKAGE = 'json-server';

/** What it serves: members of the file are collections. */
export const thingsFile = ({ folder }: Pick<PeerFiles, 'folder'>): string => path.join(folder, 'things-to-serve.json');

export const jsonServer: Peer = {
  id: 'json-server',
  name: 'json-server',
  setup: '`json-server FILE --quiet`, the things in the file; reads no description',
  installed: installed(PACKAGE),
  basePath: '',
  works: {},
  keeps: { list: '/things?_page=1&_limit=20', beginsWithThings: true },
  command: (port, files) => [
    process.execPath,
    fileOf(PACKAGE, 'lib', 'cli', 'bin.js'),
    thingsFile(files),
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
    '--quiet',
  ],
};
