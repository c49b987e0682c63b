import { AssumptionError, parseWishes } from '../engine/assumptions/register.ts';
import { AllowListError, entryFor, parseAllowList } from '../engine/webhooks/egress/allow-list.ts';
import { createEgressGuard } from '../engine/webhooks/egress/egress-guard.ts';
import { DurationError, parseDuration } from '../kernel/duration.ts';
import { CorsOriginsError, parseCorsOrigins } from '../edges/http/cors-origins.ts';
import type { Setting } from './setting.ts';
import { SETTINGS, type SettingName } from './settings.ts';

/** The checked settings: one shape for flags, environment variables and `createMock`. */
export interface Config {
  readonly mode: 'local' | 'hosted';
  readonly port: number;
  readonly host: string;
  readonly spec: string | undefined;
  readonly controlAccess: 'auto' | 'open';
  readonly seed: string;
  /** An RFC 3339 date-time where the clocks of new sandboxes stand; undefined: they run. */
  readonly frozenAt: string | undefined;
  /** `id=alternative`, with commas between several. */
  readonly assume: string | undefined;
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** `*`, `none`, or origins with commas between them. */
  readonly corsOrigins: string;
  /** A file; undefined for the bundled organizations. */
  readonly organizations: string | undefined;
  /** A folder; undefined keeps everything in memory. */
  readonly data: string | undefined;
  readonly sandboxDocuments: number;
  readonly sandboxBytes: number;
  readonly maxSandboxes: number;
  /** An ISO 8601 duration. */
  readonly sandboxMinIdle: string;
  /** An ISO 8601 duration, or `never`. */
  readonly sandboxTtl: string;
  readonly identityProfile: 'default' | 'keycloak';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly logFormat: 'auto' | 'pretty' | 'json';
  readonly maxBodyBytes: number;
  readonly maxUploadBytes: number;
  readonly webhookEgress: 'auto' | 'local' | 'public-only';
  /** Hosts and ranges of addresses, with commas between them. */
  readonly webhookAllow: string | undefined;
  /** Where every event goes besides. */
  readonly webhookUrl: string | undefined;
  readonly webhookSecret: string | undefined;
  /** A name or a file. */
  readonly webhookSignature: string;
  /** Milliseconds. */
  readonly webhookTimeout: number;
  /** A folder; undefined for the bundled scenarios alone. */
  readonly scenarios: string | undefined;
  readonly rateLimitBurst: 'on' | 'off';
  readonly delays: 'real' | 'skip';
  readonly checkAnswers: 'all' | 'some';
  readonly maxStateBytes: number;
  /** Milliseconds. */
  readonly headersTimeout: number;
  /** Milliseconds. */
  readonly requestTimeout: number;
}

/** An invalid setting: the message names it, its value and what is expected. */
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
  if (setting.kind === 'duration') return checkDuration(text, setting, name);
  if (setting.choices !== undefined && !setting.choices.includes(text))
    throw new ConfigError(`${name} must be one of ${setting.choices.join(', ')}, but is "${text}"`);
  return text;
};

const checkDuration = (text: string, { choices = [] }: Setting, name: string): string => {
  if (choices.includes(text)) return text;
  try {
    parseDuration(text);
    return text;
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw new ConfigError(`${name}: ${error.message}${choices.map((word) => `, or "${word}"`).join('')}`);
  }
};

const checkPublicUrl = (text: string, name: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
  throw new ConfigError(`${name} must be an http or https URL, but is "${text}"`);
};

/** Texts by setting; the source's name (`--port`, `PORT`) is for error messages. */
export type Texts = Partial<Record<SettingName, { readonly text: string; readonly from: string }>>;

export const parseConfig = (texts: Texts): Config => {
  const values: Record<string, unknown> = {};
  const isHosted = texts.mode?.text === 'hosted';
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting][]) {
    const given = texts[name];
    const text = given?.text ?? (isHosted ? setting.hostedFallback : undefined) ?? setting.fallback;
    values[name] = text === undefined ? undefined : toValue(text, setting, given?.from ?? `--${setting.flag}`);
  }
  if (isHosted) checkHosted(texts);
  checkAllowList(texts.webhookAllow);
  checkCorsOrigins(texts.corsOrigins);
  checkReceiver(texts);
  checkInstant(texts.frozenAt);
  checkAssume(texts);
  const { publicUrl } = values as { publicUrl: string | undefined };
  const from = texts.publicUrl?.from ?? '';
  return {
    ...(values as unknown as Config),
    publicUrl: publicUrl === undefined ? undefined : checkPublicUrl(publicUrl, from),
  };
};

/** Settings that would break hosted mode's promise: access only with secrets that this server issued. */
const checkHosted = ({ organizations, spec, webhookEgress, controlAccess }: Texts): void => {
  if (controlAccess?.text === 'open')
    throw new ConfigError(
      `${controlAccess.from} open is not allowed in hosted mode, because strangers could control the server; remove it and send the token of ADMIN_TOKEN`,
    );
  if (webhookEgress !== undefined && webhookEgress.text !== 'public-only')
    throw new ConfigError(
      `${webhookEgress.from} is not allowed in hosted mode, because strangers could reach this machine; remove it and allow individual hosts with --webhook-allow`,
    );
  if (organizations !== undefined)
    throw new ConfigError(
      `${organizations.from} is not allowed in hosted mode, which has no fixed identities: remove it and create sandboxes with POST /__admin/sandboxes`,
    );
  if (spec !== undefined)
    throw new ConfigError(
      `${spec.from} is not allowed in hosted mode, because your own descriptions are served without clients and sandboxes; remove it or use --mode local`,
    );
};

/** Whether there are such switches is seen when their register is read. */
const checkAssume = ({ assume, spec }: Texts): void => {
  if (assume === undefined) return;
  if (spec !== undefined)
    throw new ConfigError(
      `${assume.from} cannot be combined with ${spec.from}: assumptions exist only for the bundled description`,
    );
  try {
    parseWishes(assume.text);
  } catch (error) {
    if (!(error instanceof AssumptionError)) throw error;
    throw new ConfigError(`${assume.from}: ${error.message}`);
  }
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/;

const checkInstant = (instant: Texts['frozenAt']): void => {
  if (instant === undefined || (INSTANT.test(instant.text) && !Number.isNaN(Date.parse(instant.text)))) return;
  throw new ConfigError(
    `${instant.from} must be an instant with its zone, such as 2026-11-20T09:00:00Z, but is "${instant.text}"`,
  );
};

/** Neither text is repeated: the one is a secret, and the other may hold one. */
const checkReceiver = ({ mode, spec, webhookUrl, webhookSecret }: Texts): void => {
  if (webhookSecret !== undefined && webhookUrl === undefined)
    throw new ConfigError(`${webhookSecret.from} signs deliveries to --webhook-url: set that too, or remove it`);
  if (webhookSecret !== undefined && !WEBHOOK_SECRET.test(webhookSecret.text))
    throw new ConfigError(`${webhookSecret.from} must have 16 to 200 printable characters without spaces`);
  if (webhookUrl === undefined) return;
  const { from, text } = webhookUrl;
  if (mode?.text === 'hosted')
    throw new ConfigError(
      `${from} is not allowed in hosted mode, because one receiver would get the events of all visitors; remove it and register the receiver in the sandboxes that need it`,
    );
  if (spec !== undefined)
    throw new ConfigError(`${from} cannot be combined with --spec: your own descriptions send no webhooks; remove it`);
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  const guard = createEgressGuard({ mode: 'public-only', allowed: isUrl ? parseAllowList(entryFor(text)) : [] });
  const target = guard.readTarget(text);
  if ('refused' in target) throw new ConfigError(`${from} ${target.refused}, such as http://127.0.0.1:3000/webhooks`);
};

const WEBHOOK_SECRET = /^[\x21-\x7e]{16,200}$/;

const checkCorsOrigins = (list: Texts['corsOrigins']): void => {
  try {
    parseCorsOrigins(list?.text ?? '');
  } catch (error) {
    if (!(error instanceof CorsOriginsError)) throw error;
    throw new ConfigError(`${list?.from ?? ''}: ${error.message}`);
  }
};

const checkAllowList = (list: Texts['webhookAllow']): void => {
  try {
    parseAllowList(list?.text ?? '');
  } catch (error) {
    if (!(error instanceof AllowListError)) throw error;
    throw new ConfigError(`${list?.from ?? ''}: ${error.message}`);
  }
};

/** Printable characters without spaces: what an Authorization header can carry. */
const OPERATOR_TOKEN = /^[\x21-\x7e]{16,512}$/;

/**
 * The operator's token is not a setting: it is not listed, has no flag (process lists show flags), and never appears
 * in a message.
 */
export const checkAdminToken = (token: string | undefined, from: string): string | undefined => {
  if (token === undefined || token === '') return undefined;
  if (OPERATOR_TOKEN.test(token)) return token;
  throw new ConfigError(`${from} must have 16 to 512 printable characters without spaces (openssl rand -hex 32)`);
};

export const DEFAULTS: Config = parseConfig({});

/** Flags win over environment variables; an empty variable counts as absent, as a `compose.yaml` sets them. */
export const readTexts = (
  flags: Readonly<Record<string, string | undefined>>,
  env: Readonly<Record<string, string | undefined>>,
): Texts => {
  const texts: Texts = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting][]) {
    const flag = flags[setting.flag];
    const variable = env[setting.env];
    if (flag !== undefined) texts[name] = { text: flag, from: `--${setting.flag}` };
    else if (variable !== undefined && variable !== '') texts[name] = { text: variable, from: setting.env };
  }
  return texts;
};

/** Validates the options of `createMock` by the same rules as flags; undefined counts as absent. */
export const checkOptions = (options: Readonly<Record<string, unknown>>): Config => {
  const texts: Texts = {};
  for (const [name, value] of Object.entries(options)) {
    const setting = Object.hasOwn(SETTINGS, name) ? (SETTINGS as Readonly<Record<string, Setting>>)[name] : undefined;
    if (setting === undefined)
      throw new ConfigError(`unknown option "${name}"; available options: ${Object.keys(SETTINGS).join(', ')}`);
    if (value === undefined) continue;
    const type = setting.kind === 'integer' ? 'number' : 'string';
    if (typeof value !== type)
      throw new ConfigError(`${name} must be a ${type}, but is ${value === null ? 'null' : typeof value}`);
    texts[name as SettingName] = { text: `${value as string | number}`, from: name };
  }
  return parseConfig(texts);
};
