import { callOrThrow } from '../call.ts';
import { CLIENT } from '../work.ts';
import { packageVersion } from './installation.ts';
import type { Peer } from './peer.ts';

export const signIn = async (url: string, client = CLIENT): Promise<string> => {
  const { text } = await callOrThrow(`${url}/auth/realms/integration/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(
      new URLSearchParams({ grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }),
    ),
  });
  return `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`;
};

const reset = async (url: string, authorization: string): Promise<void> => {
  await callOrThrow(`${url}/__admin/reset`, { method: 'POST', headers: { authorization } });
};

/** As `npm start` and the container do: see Dockerfile. */
const NODE_OPTIONS = ['--max-semi-space-size=16'];

/** As people get it: tokens, limits, idempotency, state, webhooks, journal, a log line per request. */
export const createVatmock = (program: string): Peer => ({
  id: 'vatmock',
  name: 'vatmock',
  setup: 'as `npm start` runs it: `node --max-semi-space-size=16`; every gate on, orders are kept',
  installed: { version: packageVersion() },
  basePath: '/v1',
  works: { me: {}, orders: {}, example: {}, invalid: {}, generated: {} },
  command: (port) => [process.execPath, ...NODE_OPTIONS, program, 'serve', '--port', String(port)],
  signIn,
  reset,
});

/** An image has what the package has, and no folder in which Node could keep compiled code. */
export const inContainer = ({ command, ...peer }: Peer): Peer => ({
  ...peer,
  command: (port, files) => ['env', 'NODE_DISABLE_COMPILE_CACHE=1', ...command(port, files)],
});

/** As people get it with a description of their own: what clients create is kept. */
export const createVatmockWithSpec = (program: string): Peer => ({
  id: 'vatmock-spec',
  name: 'vatmock --spec',
  setup: 'the same with `serve --spec FILE`: validates, and keeps what clients create',
  installed: { version: packageVersion() },
  basePath: '/v1',
  works: { me: {}, orders: {}, invalid: {}, generated: {} },
  answersExamples: true,
  keeps: { list: '/things?page=1&limit=20' },
  command: (port, { description }) => [
    ...[process.execPath, ...NODE_OPTIONS, program, 'serve', '--port', String(port)],
    ...['--spec', description],
  ],
  reset: async (url) => {
    await callOrThrow(`${url}/__admin/reset`, { method: 'POST' });
  },
});

/** The same work as the peers: their description, answered from its examples. */
export const createVatmockWithoutState = (program: string): Peer => {
  const { command, keeps: _, answersExamples: __, ...peer } = createVatmockWithSpec(program);
  return {
    ...peer,
    id: 'vatmock-none',
    name: 'vatmock --spec --state none',
    setup: 'the same with `--state none`: validates and answers from the examples, as the peers do',
    command: (port, files) => [...command(port, files), '--state', 'none'],
  };
};
