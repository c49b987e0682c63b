import type { NewVisitorLink, VisitorLink } from '../generated/control-schemas.ts';
import type { Input } from './command-line/command.ts';
import { type Task, remote } from './remote/remote.ts';
import { UsageError } from './terminal/usage-error.ts';
import { alignColumns } from './terminal/align-columns.ts';

const ACTIONS = ['list', 'create', 'extend', 'revoke'] as const;

const DEFAULT_EXPIRY = 'P7D';

const toTask = (input: Input): Task => {
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

const list: Task = async (server, print) => {
  const query = { limit: '1000' };
  const { data } = (await server.json('GET', '/visitor-links', { query })) as { readonly data: readonly VisitorLink[] };
  print(...toLinkTable(data));
};

const create =
  (body: object): Task =>
  async (server, print) => {
    const link = (await server.json('POST', '/visitor-links', { body })) as NewVisitorLink;
    print(toLinkLine(link), link.url, 'Copy the URL now: it is shown only once.');
  };

const extend =
  (id: string, expiresIn: string): Task =>
  async (server, print) => {
    print(toLinkLine((await server.json('PATCH', pathOf(id), { body: { expiresIn } })) as VisitorLink));
  };

const revoke =
  (id: string): Task =>
  async (server, print) => {
    await (await server.call('DELETE', pathOf(id))).body.dump();
    print(`The link ${id} is revoked, and its visitors are out.`);
  };

const pathOf = (id: string): string => `/visitor-links/${encodeURIComponent(id)}`;

/** What JSON leaves out, the server has a default for. */
const readWish = (input: Input, name: string): object => {
  const start = readStart(input);
  const isShared = typeof start === 'object' && 'sandbox' in start;
  return {
    name,
    note: input.text('note'),
    expiresIn: input.text('expires-in'),
    start,
    uses: input.choice('uses'),
    copies: input.choice('copies') ?? (isShared ? 'shared' : undefined),
    permission: input.choice('permission'),
  };
};

/** What the sandbox of a visitor begins with, if not with the fixtures. */
const readStart = (input: Input) => {
  const given = input.text('start');
  if (given === undefined) return undefined;
  const [, kind, name = ''] = /^([a-z]+):(.+)$/.exec(given) ?? [];
  const [, sandbox = '', snapshot = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
  if (kind === 'snapshot') return { snapshot: snapshot === '' ? name : { sandbox, snapshot } };
  if (kind === 'storyboard') return { storyboard: name };
  if (kind === 'sandbox') return { sandbox: name };
  throw new UsageError(
    `--start must be snapshot:SANDBOX/NAME, snapshot:NAME, storyboard:NAME or sandbox:ID, such as snapshot:demo/before-the-pickup, but is "${given}"`,
  );
};

/** One link in a sentence. */
const toLinkLine = ({ id, name, uses, copies, permission, expiresAt }: VisitorLink): string => {
  const visitors = uses === 'once' ? 'one visitor' : 'visitors';
  const sandbox = copies === 'shared' ? 'to one sandbox for all' : 'each to a new sandbox';
  const where = uses === 'once' && copies === 'own' ? 'to a new sandbox' : sandbox;
  const limits = permission === 'watch' ? ', to watch only' : '';
  return `${name} (${id}) admits ${visitors} ${where}${limits}, until ${expiresAt}.`;
};

/** All links, one in a line. */
const toLinkTable = (links: readonly VisitorLink[]): readonly string[] => {
  if (links.length === 0) return ['There are no visitor links. Create one with: vatmock visitors create NAME'];
  return alignColumns([
    ['ID', 'STATE', 'VISITS', 'SANDBOXES', 'EXPIRES', 'NAME'],
    ...links.map(({ id, state, useCount, uses, sandboxes, expiresAt, name }) => [
      id,
      state,
      uses === 'once' ? `${useCount} of 1` : String(useCount),
      String(sandboxes.length),
      expiresAt,
      name,
    ]),
  ]);
};

/** Lists, creates, extends and revokes visitor links. */
export const run = remote(toTask);
