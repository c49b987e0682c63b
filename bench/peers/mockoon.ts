import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileOf, installed } from './installation.ts';
import type { Peer, PeerFiles } from './peer.ts';

const PACKAGE = '@mockoon/cli';
const program = (): string => fileOf(PACKAGE, 'bin', 'run.js');

interface Environment {
  readonly routes: readonly {
    readonly endpoint: string;
    readonly responses: readonly { readonly statusCode: number; default: boolean }[];
  }[];
}

const environmentFile = ({ description }: PeerFiles): string =>
  path.join(path.dirname(description), `${path.basename(description, '.json')}.mockoon.json`);

/**
 * Its own import makes the routes. For each status it makes a response that is generated from the schema, then one for
 * each example, and takes the first of all; here the first example of the success is taken, as by the other peers,
 * except where a generated body is what is measured.
 */
const prepare = async (files: PeerFiles): Promise<void> => {
  const file = environmentFile(files);
  await promisify(execFile)(process.execPath, [program(), 'import', '-i', files.description, '-o', file]);
  const environment = JSON.parse(await readFile(file, 'utf8')) as Environment;
  for (const { endpoint, responses } of environment.routes) {
    const isGenerated = endpoint.endsWith('/orders/:uuid');
    const successes = responses.filter(({ statusCode }) => statusCode < 300);
    const wanted = isGenerated ? successes[0] : (successes[1] ?? successes[0]);
    for (const response of responses) response.default = response === wanted;
  }
  await writeFile(file, JSON.stringify(environment));
};

export const mockoon: Peer = {
  id: 'mockoon',
  name: 'Mockoon CLI',
  setup: '`mockoon-cli start --disable-log-to-file`, the description imported; validates nothing',
  installed: installed(PACKAGE),
  basePath: '/v1',
  works: { me: {}, orders: {}, generated: {} },
  prepare,
  command: (port, files) => [
    process.execPath,
    program(),
    'start',
    '--data',
    environmentFile(files),
    '--port',
    String(port),
    '--disable-log-to-file',
  ],
};
