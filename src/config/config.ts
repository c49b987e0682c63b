import { isRemote } from '../edges/descriptions/load-foreign.ts';
import { AssumptionError, parseRequestedChoices } from '../engine/assumptions/register.ts';
import { entryFor, parseAllowList, createEgressGuard } from '../engine/webhooks/egress.ts';
import { DatabaseUrlError, parseDatabaseUrl } from '../edges/stores/postgres/database-url.ts';
import { parseAllowedHosts } from '../edges/http/host-guard.ts';
import { parseCorsOrigins } from '../edges/http/cors.ts';
import { nearestNames } from '../engine/matching/nearest.ts';
import { parseClockTime } from '../kernel/clock.ts';
import { ConfigError } from '../kernel/user-errors.ts';
import { isHttpUrl } from '../kernel/http.ts';
import { type Config, LIMITS, SETTINGS } from '../generated/settings.ts';
import {
  ALL_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  isSettingName,
  readValue,
  toKebab,
  variableOf,
} from './setting.ts';

export { ConfigError };
export type { Config };

const readUrl = (given: Texts[SettingName]): string | undefined => {
  if (given === undefined) return undefined;
  const { text, from } = given;
  if (isHttpUrl(text)) return text.replace(/\/+$/, '');
  throw new ConfigError(`${from} must be an http or https URL, but is "${text}"`);
};

/** Texts by setting; the source's name (`--port`, `PORT`) is for error messages. */
export type Texts = Partial<Record<SettingName, { readonly text: string; readonly from: string }>>;

export const parseConfig = (given: Texts): Config => {
  const texts = { ...readLimits(given.limits), ...given };
  const isHosted = texts.mode?.text === 'hosted';
  const values = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const setting = ALL_SETTINGS[name];
      const { fallback, hostedFallback = fallback } = setting;
      const { text = isHosted ? hostedFallback : fallback, from = `--${toKebab(name)}` } = texts[name] ?? {};
      return [name, text === undefined ? undefined : readValue(setting, text, from)];
    }),
  ) as unknown as Config;
  if (isHosted) checkHosted(texts);
  checkParses(texts.webhookAllow, parseAllowList);
  checkParses(texts.corsOrigins, parseCorsOrigins);
  checkParses(texts.allowedHosts, parseAllowedHosts);
  checkReceiver(texts);
  checkInstant(texts.frozenAt);
  checkAssume(texts);
  checkSignUp(texts);
  checkBelongsToSpec(texts);
  checkDatabase(texts);
  checkMetrics(texts);
  return { ...values, publicUrl: readUrl(texts.publicUrl), internalUrl: readUrl(texts.internalUrl) };
};

/** The entries of `--limits`, each as if it were a setting of its own. */
const readLimits = (limits: Texts[SettingName]): Texts => {
  const texts: Texts = {};
  for (const entry of limits?.text.split(',').filter((each) => each.trim() !== '') ?? []) {
    const [written = '', ...value] = entry.split('=').map((part) => part.trim());
    const name = LIMIT_NAMES.find((each) => toKebab(each) === written);
    const from = limits?.from ?? '';
    if (name === undefined) throw new ConfigError(`${from}: there is no limit "${written}"${likeliest(written)}`);
    if (value.length !== 1)
      throw new ConfigError(`${from}: "${entry}" must be a name and a value, such as ${written}=10`);
    texts[name] = { text: value[0] ?? '', from: `${from} ${written}` };
  }
  return texts;
};

const LIMIT_NAMES = SETTING_NAMES.filter((name) => Object.hasOwn(LIMITS, name));

const likeliest = (written: string): string => {
  const names = LIMIT_NAMES.map(toKebab);
  const near = nearestNames(written, names);
  return near.length > 0 ? `; did you mean ${near.join(' or ')}?` : `; there are ${names.join(', ')}`;
};

/** Rejects settings that break the promise of hosted mode: access only with secrets that this server issued. */
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
  if (filesIn(spec?.text).some(isRemote))
    throw new ConfigError(
      `${spec?.from ?? ''} must not be a URL in hosted mode, whose description must not change with another server: name a file`,
    );
};

/** Links of a hosted server must not follow from the Host header, which every stranger can choose. */
export const checkPublicUrl = ({ mode, publicUrl }: Config, name: string): void => {
  if (mode === 'hosted' && publicUrl === undefined)
    throw new ConfigError(
      `hosted mode needs the URL at which its visitors reach it, because base URLs and links start with it: set ${name}, such as https://stub.example`,
    );
};

/** Whether the switches exist is checked when the register is loaded. */
const checkAssume = ({ assume, spec }: Texts): void => {
  if (assume === undefined) return;
  if (spec !== undefined)
    throw new ConfigError(
      `${assume.from} cannot be combined with ${spec.from}: assumptions exist only for the bundled description`,
    );
  checkParses(assume, parseRequestedChoices);
};

/** Visitors sign up in the console, for a sandbox. */
const checkSignUp = ({ signup, console }: Texts): void => {
  if (signup?.text !== 'open') return;
  if (console?.text === 'off')
    throw new ConfigError(
      `${signup.from} open needs the console, in which visitors sign up; remove ${console.from} off`,
    );
};

/** The files of `--spec` or `--overlay`. */
export const filesIn = (text = ''): readonly string[] => text.split(',').filter((file) => file !== '');

const checkBelongsToSpec = ({ spec, ...texts }: Texts): void => {
  for (const name of ['overlay', 'asyncapi'] as const)
    if (texts[name] !== undefined && spec === undefined)
      throw new ConfigError(`${texts[name].from} belongs to the description of --spec: set that too, or remove it`);
};

/** Where metrics are read: the port, or the address and the port (`[::1]:9464`). */
export const parseMetricsPort = (text: string, from = '--metrics-port') => {
  const [, host = '127.0.0.1', port = text] = /^(?:\[?(.+?)\]?:)?([^:]*)$/.exec(text) ?? [];
  return { host, port: Number(readValue(SETTINGS.port, port, from)) };
};

/** Metrics have a listener of their own. */
const checkMetrics = ({ port: given, metricsPort }: Texts): void => {
  if (metricsPort === undefined) return;
  const own = given?.text ?? SETTINGS.port.fallback;
  const { port } = parseMetricsPort(metricsPort.text, metricsPort.from);
  if (port !== 0 && port === Number(own))
    throw new ConfigError(
      `${metricsPort.from} must not be the port of the server, ${own}: choose another, such as 9464`,
    );
};

/** No message repeats the URL, which has a password. */
const checkDatabase = ({ databaseUrl, data }: Texts): void => {
  if (databaseUrl === undefined) return;
  if (data !== undefined)
    throw new ConfigError(
      `${databaseUrl.from} and ${data.from} name two places for the same sandboxes: remove one of them`,
    );
  checkParses(databaseUrl, parseDatabaseUrl);
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/;

const checkInstant = (instant: Texts['frozenAt']): void => {
  if (instant === undefined || (INSTANT.test(instant.text) && parseClockTime(instant.text) !== undefined)) return;
  throw new ConfigError(
    `${instant.from} must be an instant with its zone, such as 2026-11-20T09:00:00Z, but is "${instant.text}"`,
  );
};

/** The message repeats neither value: one is a secret, the other may contain one. */
const checkReceiver = ({ mode, webhookUrl, webhookSecret }: Texts): void => {
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
  const guard = createEgressGuard({
    mode: 'public-only',
    allowed: isHttpUrl(text) ? parseAllowList(entryFor(text)) : [],
  });
  const target = guard.readTarget(text);
  if ('refused' in target) throw new ConfigError(`${from} ${target.refused}, such as http://127.0.0.1:3000/webhooks`);
};

const WEBHOOK_SECRET = /^[\x21-\x7e]{16,200}$/;

const PARSE_ERRORS = [ConfigError, AssumptionError, DatabaseUrlError];

const checkParses = (given: Texts[SettingName], parse: (text: string) => unknown): void => {
  if (given !== undefined) inTermsOf(given.from, () => parse(given.text));
};

/** A fault that a parser finds is reported with the name of the source. */
export const inTermsOf = <T>(from: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Error && PARSE_ERRORS.some((known) => error instanceof known))) throw error;
    throw new ConfigError(`${from}: ${error.message}`);
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

const KEY_BYTES = 32;

/** Of 32 random bytes, nearly all differ. */
const FEWEST_DIFFERENT = 16;

/** A database is encrypted by its own means: what is stored there is found and sorted there. */
export const checkEncrypts = ({ databaseUrl }: Config, encryptionKey: string | undefined, from: string): void => {
  if (databaseUrl !== undefined && encryptionKey !== undefined && encryptionKey !== '')
    throw new ConfigError(
      `${from} encrypts the folder of --data, but not a database: remove it, and let the database or its disk encrypt what it stores`,
    );
};

/** The key of the data folder is no setting either, for the same reasons. */
export const checkEncryptionKey = (text: string | undefined, from: string): Uint8Array | undefined => {
  if (text === undefined || text === '') return undefined;
  const encoding = /^[\da-f]{64}$/i.test(text) ? 'hex' : /^[\w+/-]{43}=?$/.test(text) ? 'base64' : undefined;
  const key = encoding === undefined ? undefined : Buffer.from(text, encoding);
  if (key?.byteLength === KEY_BYTES && new Set(key).size >= FEWEST_DIFFERENT) return key;
  throw new ConfigError(
    `${from} must be 32 random bytes in base64 or hexadecimal: make one with "openssl rand -base64 32"`,
  );
};

/** Flags override environment variables; an empty variable counts as absent, since `compose.yaml` sets them so. */
export const readTexts = (
  flags: Readonly<Record<string, string | undefined>>,
  env: Readonly<Record<string, string | undefined>>,
): Texts => {
  const texts: Texts = {};
  for (const name of Object.keys(SETTINGS).filter(isSettingName)) {
    const flag = flags[toKebab(name)];
    const variable = env[variableOf(name)];
    if (flag !== undefined) texts[name] = { text: flag, from: `--${toKebab(name)}` };
    else if (variable !== undefined && variable !== '') texts[name] = { text: variable, from: variableOf(name) };
  }
  // A container sets some of them by the variable, its user others by the flag.
  const { [variableOf('limits')]: limits = '' } = env;
  Object.assign(texts, readLimits({ text: limits, from: variableOf('limits') }), readLimits(texts.limits));
  checkFormerVariables(env);
  const { [COMMON_DATABASE_URL]: common = '' } = env;
  if (texts.databaseUrl === undefined && texts.data === undefined && /^postgres(?:ql)?:/.test(common))
    texts.databaseUrl = { text: common, from: COMMON_DATABASE_URL };
  return texts;
};

/** Limits had variables of their own: one that is still set must not be without effect. */
const checkFormerVariables = (env: Readonly<Record<string, string | undefined>>): void => {
  for (const name of LIMIT_NAMES) {
    const value = env[variableOf(name)] ?? '';
    if (value !== '')
      throw new ConfigError(
        `${variableOf(name)} is now an entry of VATMOCK_LIMITS: set VATMOCK_LIMITS=${toKebab(name)}=${value} instead`,
      );
  }
};

/** Hosting platforms set it. It may be meant for another program, so that whatever is meant for this one comes first. */
const COMMON_DATABASE_URL = 'DATABASE_URL';

/** Validates the options of `createMock` by the same rules as flags; undefined counts as absent. */
export const checkOptions = (options: Readonly<Record<string, unknown>>): Config => {
  const texts: Texts = {};
  for (const [name, value] of Object.entries(options)) {
    if (!isSettingName(name))
      throw new ConfigError(`unknown option "${name}"; available options: ${SETTING_NAMES.join(', ')}`);
    if (value === undefined) continue;
    const type = ALL_SETTINGS[name].kind === 'integer' ? 'number' : 'string';
    if ((typeof value !== 'string' && typeof value !== 'number') || typeof value !== type)
      throw new ConfigError(`${name} must be a ${type}, but is ${value === null ? 'null' : typeof value}`);
    texts[name] = { text: String(value), from: name };
  }
  return parseConfig(texts);
};
