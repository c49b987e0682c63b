import { DurationError, parseDuration } from '../kernel/duration.ts';
import { ConfigError } from '../kernel/config-error.ts';

/** A setting: an option of `createMock`, and a flag and an environment variable, or an entry of `--limits`. */
export interface Setting<T = unknown> extends Definition {
  /** A duration is ISO 8601 with a fixed length. */
  readonly kind: 'text' | 'integer' | 'choice' | 'duration';
  /** The value; undefined stands for the default. `from` names the source (`--port`, `PORT`) in errors. */
  readonly read: (text: string | undefined, from: string) => T;
}

interface Definition {
  /** All values of a choice; for a duration, the words allowed instead. */
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Default as a user would type it; undefined if there is none. */
  readonly fallback: string | undefined;
  /** Default in hosted mode. */
  readonly hostedFallback?: string;
  /** It is no flag, since process lists show the command line. */
  readonly isSecret?: true;
  /** Name of a text in the help. */
  readonly value?: string;
  readonly help: string;
}

type Required = Definition & { readonly fallback: string };

/** `maxGuesses` as the command line has it: `max-guesses`. */
export const toKebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The variables that hosting platforms set. */
const COMMON_VARIABLES: Readonly<Record<string, string>> = { port: 'PORT', host: 'HOST' };

/** The environment variable of a setting: `VATMOCK_PUBLIC_URL` for `publicUrl`. */
export const variableOf = (name: string): string =>
  COMMON_VARIABLES[name] ?? `VATMOCK_${toKebab(name).replaceAll('-', '_').toUpperCase()}`;

/** What a user writes for the value, as the help names it. */
export const placeholderOf = ({ kind, value, choices }: Setting): string =>
  value ?? (kind === 'choice' ? (choices ?? []).join('|') : kind === 'duration' ? 'DURATION' : 'NUMBER');

/** The type includes undefined only if the default is undefined. */
export const text = <Fallback extends string | undefined>(
  definition: Definition & { readonly fallback: Fallback },
): Setting<string | Fallback> => ({
  ...definition,
  kind: 'text',
  read: (given) => given ?? definition.fallback,
});

export const integer = (definition: Required): Setting<number> => ({
  ...definition,
  kind: 'integer',
  read: (given = definition.fallback, from) => readInteger(definition, given, from),
});

/** A feature that a number switches on. */
export const optionalInteger = (definition: Omit<Definition, 'fallback'>): Setting<number | undefined> => ({
  ...definition,
  fallback: undefined,
  kind: 'integer',
  read: (given, from) => (given === undefined ? undefined : readInteger(definition, given, from)),
});

const readInteger = (
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Omit<Definition, 'fallback'>,
  given: string,
  from: string,
): number => {
  const number = /^\d+$/.test(given.trim()) ? Number(given) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  throw new ConfigError(
    `${from} must be a whole number from ${String(minimum)} to ${String(maximum)}, but is "${given}"`,
  );
};

export const choice = <const Choice extends string>(
  definition: Omit<Required, 'choices'> & { readonly choices: readonly Choice[] },
): Setting<Choice> => ({
  ...definition,
  kind: 'choice',
  read: (given = definition.fallback, from) => {
    const chosen = definition.choices.find((each) => each === given);
    if (chosen !== undefined) return chosen;
    throw new ConfigError(`${from} must be one of ${definition.choices.join(', ')}, but is "${given}"`);
  },
});

export const duration = (definition: Required): Setting<string> => ({
  ...definition,
  kind: 'duration',
  read: (given = definition.fallback, from) => {
    const { choices = [] } = definition;
    if (choices.includes(given)) return given;
    try {
      parseDuration(given);
      return given;
    } catch (error) {
      if (!(error instanceof DurationError)) throw error;
      throw new ConfigError(`${from}: ${error.message}${choices.map((word) => `, or "${word}"`).join('')}`);
    }
  },
});

/** The help of a setting, with its default in hosted mode if that differs. */
export const helpOf = ({ help, hostedFallback }: Setting): string =>
  hostedFallback === undefined ? help : `${help} In hosted mode ${hostedFallback}.`;

export const MEBIBYTE = 1_048_576;
