import type { NewVisitorLink, VisitorLink, VisitorLinkCreate } from '../generated/control-schemas.ts';
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
  (body: Wish): Task =>
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
type Wish = {
  readonly [Member in keyof VisitorLinkCreate]: VisitorLinkCreate[Member] | undefined;
};

const readWish = (input: Input, name: string): Wish => {
  const start = readStart(input);
  const isShared = typeof start === 'object' && 'sandbox' in start;
  return {
    name,
    note: input.text('note'),
    expiresIn: input.text('expires-in'),
    start,
    uses: readChoice(input, 'uses', ['once', 'many']),
    copies: readChoice(input, 'copies', ['own', 'shared']) ?? (isShared ? 'shared' : undefined),
    permission: readChoice(input, 'permission', ['everything', 'watch']),
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

/** What the sandbox of a visitor begins with, if not with the fixtures. */
const readStart = (input: Input): Wish['start'] => {
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
      uses === 'once' ? `${String(useCount)} of 1` : String(useCount),
      String(sandboxes.length),
      expiresAt,
      name,
    ]),
  ]);
};

/** Lists, creates, extends and revokes visitor links. */
export const command = remote(
  {
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
      start: {
        value: 'KIND:NAME',
        help: 'create: the sandbox begins with this snapshot:SANDBOX/NAME, ready-made snapshot:NAME or storyboard:NAME; sandbox:ID is no new one, but this one for all visitors',
        fallback: 'the fixtures',
      },
    },
    wordChoices: ACTIONS,
  },
  toTask,
);
