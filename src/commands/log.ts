import { remote } from './remote/remote.ts';
import type { Exchange } from '../generated/control-schemas.ts';
import { RemoteError } from './remote/remote-error.ts';
import type { ServerAccess } from './remote/server-access.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/exit-codes.ts';

/** What was there before is listed once the stream listens, so that nothing is missed. */
const follow = async (
  server: ServerAccess,
  terminal: Terminal,
  { list, show }: { readonly list: () => Promise<void>; readonly show: (exchange: Exchange) => void },
): Promise<void> => {
  const stop = new AbortController();
  void terminal.whenStopped().then(() => {
    stop.abort();
  });
  try {
    const options = { query: { kinds: 'exchange' }, signal: stop.signal };
    for await (const { event, data } of server.stream('/stream', options)) {
      if (event === 'listening' || event === 'gap') await list();
      else if (event === 'exchange') show(JSON.parse(data) as Exchange);
      else if (event === 'closed') break;
    }
  } catch (error) {
    if (stop.signal.aborted) return;
    if (error instanceof RemoteError) throw error;
  }
  throw new RemoteError('the server closed the stream: start the command again to follow it');
};

const toLine = ({ receivedAt, status, lost, fault, method, path, operationId, reason, id }: Exchange): string => {
  const time = receivedAt.slice(11, 23);
  const what = `${method} ${path}${operationId === null ? '' : ` (${operationId})`}`;
  const because = [fault, reason].filter((part) => part !== null).join(', ');
  return `${time}  ${lost ? 'lost' : String(status)}  ${what}${because === '' ? '' : `: ${because}`}  ${id}`;
};

/** Lists the requests of a sandbox, and follows new ones. */
export const run = remote(({ words: [word], text, isSet }, terminal) => {
  if (word !== undefined) throw new UsageError('log takes no argument; did you mean --follow?');
  return async (server, print) => {
    const show = (exchange: Exchange): void => {
      print(toLine(exchange));
    };
    const list = async (): Promise<void> => {
      const query = { limit: text('limit') ?? '20' };
      const { data } = (await server.json('GET', '/requests', { query })) as { readonly data: readonly Exchange[] };
      for (const exchange of data.toReversed()) show(exchange);
    };
    if (isSet('follow')) await follow(server, terminal, { list, show });
    else await list();
  };
});
