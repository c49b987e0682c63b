import { Agent, request } from 'node:http';
import { PROGRAM, startCommand, startProgram } from '../../support/command-line.ts';

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  /** What belongs to the answer itself, whenever it is given. */
  readonly content: string;
  readonly text: string;
}

/** A server of its own process, on data in a folder, and the ENTERPRISE client, whose budget nothing uses up. */
export interface Served {
  readonly post: (path: string, body: object, key: string) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  /** Ends the process in an instant. */
  readonly kill: () => Promise<void>;
  /** As with Ctrl-C. */
  readonly stop: () => Promise<void>;
}

const TOKEN = '/auth/realms/integration/protocol/openid-connect/token';
const CREDENTIALS = 'grant_type=client_credentials&client_id=api-client-enterprise&client_secret=enterprise-secret';

export const CONNECTIONS = 16;

/** A limit on the size of files is a full disk that needs no rights and no file system of its own. */
const LIMITED = `ulimit -f "$0"; trap '' XFSZ; exec "$@"`;

/** `kibibytes`: how long a file may become. */
export const serveFolder = async (folder: string, kibibytes?: number): Promise<Served> => {
  const serve = ['serve', '--port', '0', '--data', folder, '--log-level', 'silent'];
  const limited = ['-c', LIMITED, String(kibibytes), process.execPath, PROGRAM, ...serve];
  const command = kibibytes === undefined ? startCommand(serve) : startProgram(limited, {}, process.cwd(), 'bash');
  const [, origin = ''] = await command.says('stdout', /Base URL +(\S+)\/v1\n/);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  const send = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    payload = '',
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = payload === '' ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
      const outgoing = request(
        `${origin}${path}`,
        { method, agent, headers: { ...headers, ...length } },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (chunk: string) => (text += chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const { headers: got, statusCode = 0, complete } = incoming;
            // Half an answer acknowledges nothing.
            if (!complete) reject(new Error('the answer was cut off'));
            const content = [statusCode, got['content-type'], got.etag, got.location, text].join('\n');
            resolve({ status: statusCode, replayed: got['idempotency-replayed'] === 'true', content, text });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const { text } = await send('POST', TOKEN, form, CREDENTIALS);
  const authorization = `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    command.signal(signal);
    await command.ended;
    agent.destroy();
  };
  return {
    post: (path, body, key) =>
      send(
        'POST',
        `/v1${path}`,
        { authorization, 'content-type': 'application/json', 'idempotency-key': key },
        JSON.stringify(body),
      ),
    get: (path) => send('GET', `/v1${path}`, { authorization }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
};
