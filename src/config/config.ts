import { SETTINGS, type Setting, type SettingName } from './settings.ts';

/** The checked settings: one shape for flags, environment variables and `createMock`. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly spec: string | undefined;
  readonly seed: string;
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** A file; undefined for the bundled organizations. */
  readonly organizations: string | undefined;
  /** A folder; undefined keeps everything in memory. */
  readonly data: string | undefined;
  readonly sandboxDocuments: number;
  readonly sandboxBytes: number;
  readonly identityProfile: 'default' | 'keycloak';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly logFormat: 'auto' | 'pretty' | 'json';
  readonly maxBodyBytes: number;
  readonly maxUploadBytes: number;
  /** Milliseconds. */
  readonly headersTimeout: number;
  /** Milliseconds. */
  readonly requestTimeout: number;
}

/** A setting that cannot be: the message names it, what came and what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const toInteger = (text: string, setting: Setting, name: string): number => {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = setting;
  const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  throw new ConfigError(
    `${name} must be a whole number from ${String(minimum)} to ${String(maximum)}, but is "${text}"`,
  );
};

const toValue = (text: string, setting: Setting, name: string): string | number => {
  if (setting.kind === 'integer') return toInteger(text, setting, name);
  if (setting.choices !== undefined && !setting.choices.includes(text))
    throw new ConfigError(`${name} must be one of ${setting.choices.join(', ')}, but is "${text}"`);
  return text;
};

const checkPublicUrl = (text: string, name: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
  throw new ConfigError(`${name} must be an http or https URL, but is "${text}"`);
};

/** Texts by setting; the source's name (`--port`, `PORT`) is for error messages. */
export type Texts = Partial<Record<SettingName, { readonly text: string; readonly from: string }>>;

export const parseConfig = (texts: Texts): Config => {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting][]) {
    const given = texts[name];
    const text = given?.text ?? setting.fallback;
    values[name] = text === undefined ? undefined : toValue(text, setting, given?.from ?? `--${setting.flag}`);
  }
  const { publicUrl } = values as { publicUrl: string | undefined };
  const from = texts.publicUrl?.from ?? '';
  return {
    ...(values as unknown as Config),
    publicUrl: publicUrl === undefined ? undefined : checkPublicUrl(publicUrl, from),
  };
};

export const DEFAULTS: Config = parseConfig({});

/** Flags win over environment variables; an empty variable counts as absent, as a `compose.yaml` sets them. */
export const readTexts = (flags: Readonly<Record<string, string | undefined>>, env: NodeJS.ProcessEnv): Texts => {
  const texts: Texts = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting][]) {
    const flag = flags[setting.flag];
    const variable = env[setting.env];
    if (flag !== undefined) texts[name] = { text: flag, from: `--${setting.flag}` };
    else if (variable !== undefined && variable !== '') texts[name] = { text: variable, from: setting.env };
  }
  return texts;
};

/** What a program passes to `createMock`, held against the same rules as a flag; undefined counts as absent. */
export const checkOptions = (options: Readonly<Record<string, unknown>>): Config => {
  const texts: Texts = {};
  for (const [name, value] of Object.entries(options)) {
    const setting = Object.hasOwn(SETTINGS, name) ? (SETTINGS as Readonly<Record<string, Setting>>)[name] : undefined;
    if (setting === undefined)
      throw new ConfigError(`there is no option "${name}"; there are ${Object.keys(SETTINGS).join(', ')}`);
    if (value === undefined) continue;
    const type = setting.kind === 'integer' ? 'number' : 'string';
    if (typeof value !== type)
      throw new ConfigError(`${name} must be a ${type}, but is ${value === null ? 'null' : typeof value}`);
    texts[name as SettingName] = { text: `${value as string | number}`, from: name };
  }
  return parseConfig(texts);
};
