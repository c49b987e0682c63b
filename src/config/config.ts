import { AssumptionError, parseWishes } from '../engine/assumptions/register.ts';
import { AllowListError, entryFor, parseAllowList } from '../engine/webhooks/egress/allow-list.ts';
import { createEgressGuard } from '../engine/webhooks/egress/egress-guard.ts';
import { DurationError, parseDuration } from '../kernel/duration.ts';
import { CorsOriginsError, parseCorsOrigins } from '../edges/http/cors-origins.ts';
import { SETTINGS, type Setting, type SettingName } from './settings.ts';

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

/** What would undo the promise of hosted mode: that nobody gets in but with secrets of this server's own making. */
const checkHosted = ({ organizations, spec, webhookEgress, controlAccess }: Texts): void => {
  if (controlAccess?.text === 'open')
    throw new ConfigError(
      `${controlAccess.from} open does not go with mode hosted: strangers would steer the server; leave it out, and send the token of ADMIN_TOKEN`,
    );
  if (webhookEgress !== undefined && webhookEgress.text !== 'public-only')
    throw new ConfigError(
      `${webhookEgress.from} does not go with mode hosted: strangers would reach this machine; leave it out, and allow hosts one by one with --webhook-allow`,
    );
  if (organizations !== undefined)
    throw new ConfigError(
      `${organizations.from} does not go with mode hosted, which has no fixed identities: leave it out, and create sandboxes with POST /__admin/sandboxes`,
    );
  if (spec !== undefined)
    throw new ConfigError(
      `${spec.from} does not go with mode hosted: a description of one's own is served without clients and sandboxes, to anybody; leave it out, or use mode local`,
    );
};

/** Whether there are such switches is seen when their register is read. */
const checkAssume = ({ assume, spec }: Texts): void => {
  if (assume === undefined) return;
  if (spec !== undefined)
    throw new ConfigError(
      `${assume.from} does not go with ${spec.from}: what a description of one's own leaves open is not known here`,
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
    throw new ConfigError(`${webhookSecret.from} signs what goes to --webhook-url: give that too, or leave it out`);
  if (webhookSecret !== undefined && !WEBHOOK_SECRET.test(webhookSecret.text))
    throw new ConfigError(`${webhookSecret.from} must have 16 to 200 printable characters without spaces`);
  if (webhookUrl === undefined) return;
  const { from, text } = webhookUrl;
  if (mode?.text === 'hosted')
    throw new ConfigError(
      `${from} does not go with mode hosted: events of all visitors would go to one receiver; leave it out, and register it in the sandboxes that it is for`,
    );
  if (spec !== undefined)
    throw new ConfigError(
      `${from} does not go with a description of one’s own, for which nothing is sent: leave it out`,
    );
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
 * The operator's token is no setting: it is not listed, has no flag that a process list would show, and never appears
 * in a message.
 */
export const checkAdminToken = (token: string | undefined, from: string): string | undefined => {
  if (token === undefined || token === '') return undefined;
  if (OPERATOR_TOKEN.test(token)) return token;
  throw new ConfigError(`${from} must have 16 to 512 printable characters without spaces (openssl rand -hex 32)`);
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
