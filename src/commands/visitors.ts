import type { Command } from './command-line/command.ts';
import type { Flags } from './command-line/declaration.ts';
import { SERVER_FLAGS } from './remote/server-flags.ts';
import type { components } from '../generated/admin-types.ts';
import type { Input } from './command-line/input.ts';
import { RemoteError } from './remote/remote-error.ts';
import { type ServerAccess, createServerAccess } from './remote/server-access.ts';
import { readServer } from './remote/read-server.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { printable } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';
import { alignColumns } from './terminal/align-columns.ts';

const ACTIONS = ['list', 'create', 'extend', 'revoke'] as const;

/** Links are for the operator: no client's secret helps. */
const SERVER: Flags = Object.fromEntries(
  Object.entries(SERVER_FLAGS).filter(([name]) => name === 'url' || name === 'token'),
);

/** What the sandbox of a visitor begins with; one of these, or the fixtures. */
const STARTS: Flags = {
  snapshot: { value: 'SANDBOX/NAME', help: 'create: the sandbox begins with this snapshot of a sandbox' },
  persona: { value: 'NAME', help: 'create: it begins as this persona' },
  storyboard: { value: 'NAME', help: 'create: it begins with this storyboard' },
  existing: { value: 'ID', help: 'create: no new sandbox, but this one, for all visitors' },
};

type Schemas = components['schemas'];

/** What is asked of the server; its response as text, with the lines that show it. */
type Ask = (server: ServerAccess) => Promise<{ readonly text: string; readonly lines: readonly string[] }>;

const DEFAULT_EXPIRY = 'P7D';

/** Lists, creates, extends and revokes visitor links. */
const run = async (input: Input, terminal: Terminal): Promise<number> => {
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

type Wish = components['schemas']['VisitorLinkCreate'];

/** Reads the options of a new link; the server has the defaults. */
const readWish = (input: Input, name: string): Wish => {
  const [uses, copies, permission] = [
    readChoice(input, 'uses', ['once', 'many']),
    readChoice(input, 'copies', ['own', 'shared']),
    readChoice(input, 'permission', ['everything', 'watch']),
  ];
  const start = readStart(input);
  const note = input.text('note');
  const expiresIn = input.text('expires-in');
  const isShared = typeof start === 'object' && 'sandbox' in start;
  return {
    name,
    ...(note === undefined ? {} : { note }),
    ...(expiresIn === undefined ? {} : { expiresIn }),
    ...(start === undefined ? {} : { start }),
    ...(uses === undefined ? {} : { uses }),
    ...(copies === undefined ? (isShared ? { copies: 'shared' } : {}) : { copies }),
    ...(permission === undefined ? {} : { permission }),
  };
};

const readChoice = <Choice extends string>(
  input: Input,
  flag: string,
  choices: readonly Choice[],
): Choice | undefined => {
  const given = input.text(flag);
  if (given === undefined) return undefined;
  const chosen = choices.find((choice) => choice === given);
  if (chosen !== undefined) return chosen;
  throw new UsageError(`--${flag} must be ${choices.join(' or ')}, but is "${given}"`);
};

const readStart = (input: Input): Wish['start'] => {
  const given = Object.keys(STARTS).filter((flag) => input.text(flag) !== undefined);
  if (given.length > 1) throw new UsageError(`use one of --${given.join(' and --')}: the sandbox has one beginning`);
  const [snapshot, persona, storyboard, sandbox] = ['snapshot', 'persona', 'storyboard', 'existing'].map((flag) =>
    input.text(flag),
  );
  if (snapshot !== undefined) return { snapshot: readSnapshot(snapshot) };
  if (persona !== undefined) return { persona };
  if (storyboard !== undefined) return { storyboard };
  return sandbox === undefined ? undefined : { sandbox };
};

const readSnapshot = (text: string): { readonly sandbox: string; readonly snapshot: string } => {
  const [, sandbox, snapshot] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
  if (sandbox !== undefined && snapshot !== undefined) return { sandbox, snapshot };
  throw new UsageError(`--snapshot must be SANDBOX/NAME, such as demo/before-the-pickup, but is "${text}"`);
};

type Link = components['schemas']['VisitorLink'];

/** One link in a sentence. */
const toLinkLine = ({ id, name, uses, copies, permission, expiresAt }: Link): string => {
  const visitors = uses === 'once' ? 'one visitor' : 'visitors';
  const sandbox = copies === 'shared' ? 'to one sandbox for all' : 'each to a new sandbox';
  const where = uses === 'once' && copies === 'own' ? 'to a new sandbox' : sandbox;
  const limits = permission === 'watch' ? ', to watch only' : '';
  return `${name} (${id}) admits ${visitors} ${where}${limits}, until ${expiresAt}.`;
};

/** All links, one in a line. */
const toLinkTable = (links: readonly Link[]): readonly string[] => {
  if (links.length === 0) return ['There are no visitor links. Create one with: vatmock visitors create NAME'];
  return alignColumns([
    ['ID', 'STATE', 'VISITS', 'SANDBOXES', 'EXPIRES', 'NAME'],
    ...links.map(({ id, state, useCount, uses, sandboxes, expiresAt, name }) => [
      id,
      state,
      uses === 'once' ? `${String(useCount)} of 1` : String(useCount),
      String(sandboxes.length),
      expiresAt,
      name,
    ]),
  ]);
};

export const visitors: Command = {
  about: `A visitor link opens the console with a sandbox, without a secret that changes hands.

  vatmock visitors                        list the links
  vatmock visitors create 'Spring demo'   create one and print its URL, which is shown only once
  vatmock visitors extend ID --expires-in P7D
  vatmock visitors revoke ID              the visitors are out at once`,
  flags: {
    note: { value: 'TEXT', help: 'create: a note for the operator' },
    'expires-in': {
      value: 'DURATION',
      help: 'create, extend: how long the link admits visitors from now, PT1H to P30D',
      fallback: 'P7D',
    },
    uses: {
      value: 'HOW-OFTEN',
      help: 'create: once admits one visitor, many any number',
      choices: ['once', 'many'],
      fallback: 'once',
    },
    copies: {
      value: 'WHICH',
      help: 'create: own gives each visitor a sandbox, shared gives all the same',
      choices: ['own', 'shared'],
      fallback: 'own',
    },
    permission: {
      value: 'WHAT',
      help: 'create: everything, or watch, which reads and follows only',
      choices: ['everything', 'watch'],
      fallback: 'everything',
    },
    ...STARTS,
    json: { help: 'print the response of the control API unchanged' },
    ...SERVER,
  },
  notes: `Without --token, vatmock sends ADMIN_TOKEN (the operator's token) from the environment.

Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.`,
  wordChoices: ACTIONS,
  run,
};
