import { type Config, LIMITS, SETTINGS } from '../generated/settings.ts';
import { ConfigError } from '../kernel/user-errors.ts';
import { parseDuration } from '../kernel/duration.ts';

/** A setting: an option of `createMock`, and a flag and an environment variable, or an entry of `--limits` (spec/settings.yaml). */
export interface Setting {
  /** A duration is ISO 8601 with a fixed length; without a kind, any text. */
  readonly kind?: 'integer' | 'choice' | 'duration';
  /** All values of a choice; for a duration, the words allowed instead. */
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Default as a user would type it; undefined if there is none. */
  readonly fallback?: string;
  /** Default in hosted mode. */
  readonly hostedFallback?: string;
  /** It is no flag, since process lists show the command line. */
  readonly isSecret?: true;
  /** Name of a text in the help. */
  readonly value?: string;
  readonly help: string;
}

export type SettingName = keyof Config;

/** Settings and limits: all that `createMock` takes. */
export const ALL_SETTINGS: Readonly<Record<SettingName, Setting>> = { ...SETTINGS, ...LIMITS };

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(ALL_SETTINGS, name);

export const SETTING_NAMES: readonly SettingName[] = Object.keys(ALL_SETTINGS).filter(isSettingName);

/** `maxGuesses` as the command line has it: `max-guesses`. */
export const toKebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The variables that hosting platforms set. */
const COMMON_VARIABLES: Readonly<Record<string, string>> = { port: 'PORT', host: 'HOST' };

/** The environment variable of a setting: `VATMOCK_PUBLIC_URL` for `publicUrl`. */
export const variableOf = (name: string): string =>
  COMMON_VARIABLES[name] ?? `VATMOCK_${toKebab(name).replaceAll('-', '_').toUpperCase()}`;

/** The value that a text stands for. `from` names the source (`--port`, `PORT`) in errors. */
export const readValue = (
  { kind, choices = [], minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Setting,
  text: string,
  from: string,
): string | number => {
  if (kind === undefined || choices.includes(text)) return text;
  if (kind === 'choice') throw new ConfigError(`${from} must be one of ${choices.join(', ')}, but is "${text}"`);
  if (kind === 'integer') {
    const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new ConfigError(`${from} must be a whole number from ${minimum} to ${maximum}, but is "${text}"`);
  }
  parseDuration(
    text,
    (message) => new ConfigError(`${from}: ${message}${choices.map((word) => `, or "${word}"`).join('')}`),
  );
  return text;
};
