import type { CommandDeclaration, Flag } from '../../src/commands/command-line/command.ts';
import { type Setting, toKebab, variableOf } from '../../src/config/setting.ts';
import { valueAt } from '../../src/kernel/json-pointer.ts';
import type { SettingsFile } from './settings.ts';

interface FlagFile extends Partial<Omit<Flag, 'choices'>> {
  readonly setting?: true;
  readonly choices?: string | readonly string[];
}

interface CommandFile extends Omit<CommandDeclaration, 'flags'> {
  readonly takesSettings?: true;
  readonly flags?: Readonly<Record<string, FlagFile>>;
}

export interface CommandsFile {
  readonly serverFlags: CommandDeclaration['flags'];
  readonly commands: readonly CommandFile[];
}

/** What a user writes for the value, as the help names it. */
const placeholderOf = ({ kind, value, choices = [] }: Setting): string =>
  value ?? (kind === 'choice' ? choices.join('|') : kind === 'duration' ? 'DURATION' : 'NUMBER');

/** A setting as an option, with its default in hosted mode if that differs. */
const toFlag = ([name, setting]: readonly [string, Setting]): readonly [string, Flag] => {
  const { help, hostedFallback, fallback, choices } = setting;
  const flag = {
    value: placeholderOf(setting),
    help: hostedFallback === undefined ? help : `${help} In hosted mode ${hostedFallback}.`,
    env: variableOf(name),
    ...(fallback === undefined ? {} : { fallback }),
    ...(choices === undefined ? {} : { choices }),
  };
  return [toKebab(name), flag];
};

/** The commands with all their flags. */
export const commandsOf = (
  { commands }: CommandsFile,
  { settings }: SettingsFile,
  control: unknown,
): readonly CommandDeclaration[] => {
  const all = Object.fromEntries(Object.entries(settings).map(toFlag));
  const shown = Object.fromEntries(
    Object.entries(settings)
      .filter(([, { isSecret }]) => isSecret !== true)
      .map(toFlag),
  );
  return commands.map(({ takesSettings, flags = {}, ...command }) => {
    const own = Object.entries(flags).map(([name, { setting, env, choices, ...flag }]) => [
      name,
      {
        ...(setting && all[name]),
        ...(env === undefined ? {} : { env }),
        ...flag,
        ...(choices && { choices: typeof choices === 'string' ? valueAt(control, choices) : choices }),
      },
    ]);
    return { ...command, flags: { ...(takesSettings && shown), ...(Object.fromEntries(own) as typeof shown) } };
  });
};
