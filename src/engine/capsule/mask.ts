import { type Json, JsonError, parseJsonInSteps } from '../../kernel/json.ts';
import { decodeLeniently, textsIn } from '../../kernel/path.ts';
import { type Steps, runAtOnce } from '../../kernel/time-slices.ts';
import { inboxKeys } from '../inbox/inboxes.ts';
import { webhookEndpoints } from '../webhooks/endpoint.ts';
import { type Scrub, alsoScrub, scrubForms, scrubInSteps, HIDDEN, SHORTEST, isSecretName } from '../journal/secrets.ts';
import {
  DEEPEST,
  type RedactedText,
  secretsIn,
  redactJsonText,
  redactAssignments,
  redactBrokenJson,
  redactForm,
} from '../journal/redact-body.ts';
import type { CapsuleBody } from './capsule.ts';

/** A body without its secrets, and those secrets: they may occur again in the same exchange. */
export interface MaskedBody {
  readonly body: CapsuleBody;
  readonly secrets: readonly string[];
  /** Whether a replay cannot expect the same response. */
  readonly isAltered: boolean;
}

/** Valid in Crockford's Base32, and practically impossible as a random key. */
const PLACEHOLDER = /^REDACTED\d{18}$/;
const LINK_KEY = /^[0-9A-Z]{26}$/;
const PLACEHOLDERS = /REDACTED\d{18}/g;
/** Where keys may stand, also with other characters around them. */
const LIKE_KEYS = /[0-9A-Z]{26,}/g;
const KEY_LENGTH = 26;

/** Replaces a secret where a URL must stay valid, so that a request that was accepted is accepted again. */
export const HIDDEN_IN_URL = 'redacted';

/** The records of a collection in a state; empty for any other value. */
const valuesIn = (given: Json, collection: string): readonly Readonly<Record<string, unknown>>[] => {
  const { collections } = (given ?? {}) as { readonly collections?: Readonly<Record<string, unknown>> };
  const { documents = [] } = (collections?.[collection] ?? {}) as {
    readonly documents?: readonly { readonly value: Readonly<Record<string, unknown>> }[];
  };
  return documents.map(({ value }) => value);
};

export type Mask = ReturnType<typeof createMask>;

/**
 * Removes secrets from the contents of a capsule. The key of a public link or of the inboxes, which is also part of its
 * address, is replaced by a placeholder of the same format, consistently throughout the capsule, so that calls that used
 * the link can still be replayed. Every other secret becomes `[redacted]`, or `redacted` in a URL.
 */
export const createMask = (sandbox: string) => {
  const placeholders = new Map<string, string>();
  const originals = new Map<string, string>();
  const name = sandbox.replaceAll(/[^\w-]/g, '\\$&');
  const links = new RegExp(`(?<![\\w-])(${name}\\.)([0-9A-Z]{26})(?![0-9A-Z])`, 'g');
  let last = 0;

  const placeholderOf = (secret: string): string => {
    if (PLACEHOLDER.test(secret)) {
      last = Math.max(last, Number(secret.slice('REDACTED'.length)));
      return secret;
    }
    let placeholder = placeholders.get(secret);
    if (placeholder === undefined) {
      placeholders.set(secret, (placeholder = `REDACTED${String(++last).padStart(18, '0')}`));
      originals.set(placeholder, secret);
    }
    return placeholder;
  };

  const maskKeys: Scrub = (run) => {
    let shown = '';
    let copied = 0;
    for (let at = 0; at + KEY_LENGTH <= run.length; at++) {
      const placeholder = placeholders.get(run.slice(at, at + KEY_LENGTH));
      if (placeholder === undefined) continue;
      shown += run.slice(copied, at) + placeholder;
      copied = at + KEY_LENGTH;
      at = copied - 1;
    }
    return shown + run.slice(copied);
  };
  const maskLinks: Scrub = (text) =>
    text
      .replace(links, (_all, begin: string, secret: string) => begin + placeholderOf(secret))
      .replaceAll(LIKE_KEYS, maskKeys);
  const endpointSecrets = new Set<string>();
  const maskEndpoints: Scrub = (given) => {
    let shown = given;
    for (const secret of endpointSecrets) if (shown.includes(secret)) shown = shown.replaceAll(secret, () => HIDDEN);
    return shown;
  };
  const text: Scrub = (given) => scrubForms(maskEndpoints(maskLinks(given)), HIDDEN_IN_URL);

  /** `isSecret`: it stands, at any depth, below a member with a secret name. */
  function* masked(given: Json, isSecret = false): Steps<Json> {
    if (typeof given === 'string') return isSecret ? HIDDEN : yield* textOrJson(given);
    if (typeof given !== 'object' || given === null) return given;
    yield;
    if (Array.isArray(given)) {
      const items: Json[] = [];
      for (const item of given as readonly Json[]) items.push(yield* masked(item, isSecret));
      return items;
    }
    const members: [string, Json | undefined][] = [];
    for (const [key, member] of Object.entries(given)) {
      // Records of links store their key in this member.
      if (key === 'secret' && typeof member === 'string' && LINK_KEY.test(member))
        members.push([key, placeholderOf(member)]);
      else members.push([key, member === undefined ? undefined : yield* masked(member, isSecret || isSecretName(key))]);
    }
    return Object.fromEntries(members);
  }

  /** Stored bodies are texts of JSON. */
  function* textOrJson(given: string): Steps<string> {
    return text(/^[{[]/.test(given) ? (yield* maskBodyText(given)).text : given);
  }

  function* inSteps(given: Json): Steps<Json> {
    // A link may be mentioned before its record.
    yield* noteLinks(given, placeholderOf);
    for (const { key } of valuesIn(given, inboxKeys.name))
      if (typeof key === 'string' && LINK_KEY.test(key)) placeholderOf(key);
    // Those of webhook endpoints need not have a recognizable form.
    for (const { secrets } of valuesIn(given, webhookEndpoints.name))
      for (const { text: secret } of textsIn(secrets)) if (secret.length >= SHORTEST) endpointSecrets.add(secret);
    yield;
    return yield* masked(given);
  }

  return {
    text,
    value: (value: Json): Json => runAtOnce(inSteps(value)),
    /** The same in steps, for the state of a sandbox. */
    inSteps,
    /** Masks a body, including members with secret names. */
    body: (body: CapsuleBody): Steps<MaskedBody> => maskBody(body, text),
    /** Masks a query without its question mark. */
    query: (query: string): string => text(`?${query}`).slice(1),
    /** Replaces placeholders with the real link keys. */
    unmask: (masked: string): string =>
      masked.replace(PLACEHOLDERS, (placeholder) => originals.get(placeholder) ?? placeholder),
  };
};

function* noteLinks(given: Json | undefined, note: (secret: string) => void): Steps<void> {
  if (typeof given !== 'object' || given === null) return;
  yield;
  for (const [key, member] of Object.entries(given) as [string, Json | undefined][])
    if (key === 'secret' && typeof member === 'string' && LINK_KEY.test(member)) note(member);
    else if (typeof member === 'object') yield* noteLinks(member, note);
}

/** Bytes that are no text may still contain secrets: the fields of an upload. */
function* maskBody(body: CapsuleBody, text: Scrub): Steps<MaskedBody> {
  const { text: plain, base64 = '' } = body;
  const source = plain ?? Buffer.from(base64, 'base64').toString('latin1');
  yield;
  const masked = yield* maskBodyText(source);
  const { secrets, isAltered } = masked;
  yield;
  const shown = yield* scrubInSteps(masked.text, alsoScrub(text, secrets));
  if (shown === source) return { body, secrets, isAltered };
  const changed = plain === undefined ? { base64: Buffer.from(shown, 'latin1').toString('base64') } : { text: shown };
  return { body: { ...body, ...changed }, secrets, isAltered };
}

/** A text without the secrets in it that are recognized by name. */
interface MaskedText extends RedactedText {
  /** Whether a replay cannot expect the same response, since the text was malformed before the redaction already. */
  readonly isAltered: boolean;
}

const LIKE_JSON = /^[\s\uFEFF]*[{[]/;
const LIKE_FORM = /^[\w.%[\]+-]+=[^\s<>"]*$/;
const LIKE_MULTIPART = /^(?:\r?\n)?--/;

/** Redacts a body by what it looks like: a malformed one may have any media type. */
function* maskBodyText(source: string): Steps<MaskedText> {
  if (LIKE_JSON.test(source)) return yield* maskJson(source);
  if (LIKE_FORM.test(source)) return { ...redactForm(source), isAltered: false };
  if (LIKE_MULTIPART.test(source)) return { ...redactMultipart(source), isAltered: false };
  const { text, secrets } = redactAssignments(source);
  // They may be repeated in another encoding.
  return { text, secrets: [...secrets, ...secrets.map(decodeLeniently)], isAltered: text !== source };
}

function* maskJson(source: string): Steps<MaskedText> {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  try {
    const { value } = yield* parseJsonInSteps(text, { depth: DEEPEST, values: Infinity, members: Infinity });
    const redacted = yield* redactJsonText(source);
    return { text: redacted.text, secrets: [...redacted.secrets, ...secretsIn(value)], isAltered: false };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const redacted = yield* redactBrokenJson(source);
    return { ...redacted, isAltered: redacted.text !== source };
  }
}

const FIELD = /(name="([^"\r\n]*)"[^\r\n]*(?:\r\n[^\r\n]+)*\r\n\r\n)([^]*?)(?=\r\n--)/g;

/** Fields with secret names. */
const redactMultipart = (source: string): RedactedText => {
  const secrets: string[] = [];
  const text = source.replaceAll(FIELD, (whole, head: string, name: string, value: string) => {
    if (!isSecretName(name) || value === HIDDEN) return whole;
    secrets.push(value);
    return head + HIDDEN;
  });
  return { text, secrets };
};
