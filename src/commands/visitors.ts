import type { components } from '../generated/admin-types.ts';
import type { Input } from './command-line/input.ts';
import { RemoteError } from './remote/remote-error.ts';
import { type ServerAccess, createServerAccess } from './remote/server-access.ts';
import { readServer } from './remote/read-server.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { printable } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';
import { ACTIONS } from './visitors/declaration.ts';
import { readWish } from './visitors/read-wish.ts';
import { toLinkLine, toLinkTable } from './visitors/to-link-lines.ts';

type Schemas = components['schemas'];

/** What is asked of the server; its response as text, with the lines that show it. */
type Ask = (server: ServerAccess) => Promise<{ readonly text: string; readonly lines: readonly string[] }>;

const DEFAULT_EXPIRY = 'P7D';

/** Lists, creates, extends and revokes visitor links. */
export const visitors = async (input: Input, terminal: Terminal): Promise<number> => {
  const ask = toAsk(input);
  const server = createServerAccess(readServer(input, terminal.env));
  try {
    const { text, lines } = await ask(server);
    if (input.isSet('json') && text !== '') terminal.print(text);
    else for (const line of lines) terminal.print(printable(line));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    terminal.complain(`vatmock: ${error.message}`);
    return EXIT.failed;
  } finally {
    await server.close();
  }
};

const toAsk = (input: Input): Ask => {
  const [action = 'list', ...words] = input.words;
  switch (action) {
    case 'list':
      checkCount(action, words, 0);
      return list;
    case 'create': {
      const name = needWord(action, words, 'a name for the link, in quotes if it has several words');
      return create(readWish(input, name));
    }
    case 'extend':
      return extend(needWord(action, words, ID), input.text('expires-in') ?? DEFAULT_EXPIRY);
    case 'revoke':
      return revoke(needWord(action, words, ID));
    default:
      throw new UsageError(`visitors takes ${ACTIONS.join(', ')}, not "${action}"`);
  }
};

const ID = 'the id of a link; "vatmock visitors" lists them';

const needWord = (action: string, words: readonly string[], what: string): string => {
  const [word] = words;
  if (word === undefined) throw new UsageError(`visitors ${action} needs ${what}`);
  checkCount(action, words, 1);
  return word;
};

const checkCount = (action: string, words: readonly string[], most: number): void => {
  if (words.length > most) throw new UsageError(`visitors ${action}: unexpected "${String(words[most])}"`);
};

const list: Ask = async (server) => {
  const text = await (await server.call('GET', '/visitor-links', { query: { limit: '1000' } })).body.text();
  return { text, lines: toLinkTable((JSON.parse(text) as Schemas['VisitorLinkList']).data) };
};

const create =
  (wish: Schemas['VisitorLinkCreate']): Ask =>
  async (server) => {
    const text = await (await server.call('POST', '/visitor-links', { body: wish })).body.text();
    const link = JSON.parse(text) as Schemas['NewVisitorLink'];
    return { text, lines: [toLinkLine(link), link.url, 'Copy the URL now: it is shown only once.'] };
  };

const extend =
  (id: string, expiresIn: string): Ask =>
  async (server) => {
    const text = await (await server.call('PATCH', pathOf(id), { body: { expiresIn } })).body.text();
    return { text, lines: [toLinkLine(JSON.parse(text) as Schemas['VisitorLink'])] };
  };

const revoke =
  (id: string): Ask =>
  async (server) => {
    await (await server.call('DELETE', pathOf(id))).body.dump();
    return { text: '', lines: [`The link ${id} is revoked, and its visitors are out.`] };
  };

const pathOf = (id: string): string => `/visitor-links/${encodeURIComponent(id)}`;
