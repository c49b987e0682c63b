import type { Command, CommanderError, Option } from 'commander';
import { nearestNames } from '../../engine/matching/nearest.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** Maximum number of options in the error message; the help lists all. */
const LISTED = 6;

/** The word that a parser message quotes. */
const quotedIn = (message: string): string => /'(.*)'/s.exec(message)?.[1] ?? '';

/**
 * Converts a parser error to a usage error with a remedy. A request for help is no error and passes through unchanged.
 */
export const toUsageError = (error: CommanderError, command: Command, hint?: string): Error => {
  const { code, exitCode, message } = error;
  if (exitCode === 0) return error;
  const written = quotedIn(message);
  const isProgram = command.commands.length > 0;
  if (code === 'commander.unknownCommand' || isProgram) return unknownCommand(written, command);
  if (code === 'commander.unknownOption') return unknownOption(written, command, hint);
  const option = command.options.find(({ flags }) => flags === written);
  if (option !== undefined) return valueIsMissing(option);
  return new UsageError(message.replace(/^error: /, ''));
};

export const valueIsMissing = ({ long, flags }: Option): UsageError =>
  new UsageError(`Option '${long ?? ''}' needs a value: ${flags.replace(/[<>]/g, '')}`);

export const unknownCommand = (written: string, program: Command): UsageError => {
  const names = program.commands.map((command) => command.name());
  const near = nearestNames(written, names).map((name) => `"vatmock ${name}"`);
  const remedy = written.startsWith('-')
    ? 'options follow a command, such as "vatmock serve --port 0"'
    : near.length === 0
      ? `available commands: ${names.join(', ')}`
      : `did you mean ${near.join(' or ')}?`;
  return new UsageError(`unknown command "${written}"; ${remedy}`);
};

const unknownOption = (written: string, command: Command, hint: string | undefined): UsageError => {
  const [name = ''] = written.replace(/^-+/, '').split('=');
  const known = command.options.map((option) => option.name());
  if (known.includes(name) && written.includes('=')) return new UsageError(`Option '--${name}' takes no value`);
  const near = nearestNames(name, known).map((candidate) => `--${candidate}`);
  const remedy =
    near.length > 0
      ? `; did you mean ${near.join(' or ')}?`
      : hint !== undefined
        ? `; ${hint}`
        : known.length === 0
          ? '; the only option is --help'
          : known.length > LISTED
            ? ''
            : `; available: ${known.map((candidate) => `--${candidate}`).join(', ')}`;
  return new UsageError(`Unknown option '${written}'${remedy}`);
};

const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' });

export const notAChoice = (name: string, value: string, choices: readonly string[]): UsageError => {
  const near = nearestNames(value, choices).map((each) => `"${each}"`);
  const remedy = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return new UsageError(`--${name} must be ${ALTERNATIVES.format(choices)}, but is "${value}"${remedy}`);
};
