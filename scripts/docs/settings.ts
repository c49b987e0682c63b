import type { Setting } from '../../src/config/setting.ts';

type Settings = Readonly<Record<string, Setting>>;

export interface SettingsFile {
  readonly settings: Settings;
  readonly limits: Settings;
}

const typeOf = ({ kind, choices = [], fallback }: Setting): string => {
  const all =
    kind === 'choice' ? choices.map((choice) => JSON.stringify(choice)) : [kind === 'integer' ? 'number' : 'string'];
  return [...all, ...(fallback === undefined ? ['undefined'] : [])].join(' | ');
};

/** The settings as they are read: one shape for flags, environment variables and `createMock`. */
export const configType = ({ settings, limits }: SettingsFile): string => {
  const members = Object.entries({ ...settings, ...limits }).map(
    ([name, setting]) => `/** ${setting.help} */\nreadonly ${name}: ${typeOf(setting)};`,
  );
  return `export interface Config {\n${members.join('\n')}\n}\n`;
};
