import type { components } from '../../generated/admin-types.ts';
import type { Input } from '../command-line/input.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { STARTS } from './declaration.ts';

type Wish = components['schemas']['VisitorLinkCreate'];

/** Reads the options of a new link; the server has the defaults. */
export const readWish = (input: Input, name: string): Wish => {
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
