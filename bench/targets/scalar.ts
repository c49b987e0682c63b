// Scalar's mock server, which is a library: served as its documentation says.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fileOf } from '../peers/installation.ts';

const [, , port = '', file = ''] = process.argv;

const load = (name: string, ...segments: readonly string[]): Promise<unknown> =>
  import(pathToFileURL(fileOf(name, ...segments)).href);

const { createMockServer } = (await load('@scalar/mock-server', 'dist', 'index.js')) as {
  createMockServer: (options: { document: unknown; logger: false }) => Promise<{ fetch: unknown }>;
};
const { serve } = (await load('@hono/node-server', 'dist', 'index.mjs')) as {
  serve: (options: { fetch: unknown; port: number; hostname: string }) => unknown;
};

const { fetch } = await createMockServer({ document: JSON.parse(readFileSync(file, 'utf8')), logger: false });
serve({ fetch, port: Number(port), hostname: '127.0.0.1' });
