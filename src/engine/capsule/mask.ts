import { JsonError, type Json, parseJson } from '../../kernel/json.ts';
import { secretsIn } from '../journal/redact-json.ts';
import { type Scrub, alsoScrub } from '../journal/scrub.ts';
import { HIDDEN, isSecretName } from '../journal/secret-names.ts';
import type { CapsuleBody } from './capsule.ts';

/**
 * Removes secrets from the contents of a capsule. The key of a public link, which is also part of its address, is
 * replaced by a placeholder of the same format, consistently throughout the capsule, so that calls that used the link
 * can still be replayed. Every other secret becomes `[redacted]`.
 */
export interface Mask {
  readonly text: Scrub;
  readonly value: (value: Json) => Json;
  /** Masks a body, including members with secret names. */
  readonly body: (body: CapsuleBody) => CapsuleBody;
  /** Replaces placeholders with the real link keys. */
  readonly unmask: Scrub;
}

/** Valid in Crockford's Base32, and practically impossible as a random key. */
const PLACEHOLDER = /^REDACTED\d{18}$/;
const PLACEHOLDERS = /REDACTED\d{18}/g;

const toPlaceholder = (number: number): string => `REDACTED${String(number).padStart(18, '0')}`;

/** Exceeds the nesting depth of any accepted body. */
const DEEPEST = 200;

/**
 * Credentials recognized by format, as in the journal; but a replacement inside a URL leaves a valid URL, so that a
 * request that was accepted is accepted again.
 */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?/g, HIDDEN],
  [/(?<!\w)whsec_[\w+/=-]+/g, HIDDEN],
  [/\b(Bearer|Basic) +(?!realm=|error=)[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  [/(\bhttps?:\/\/)[^\s/@"'\\]+@/gi, '$1redacted@'],
  [/([?&][\w.-]*(?:secret|token|passw|api[_-]?key)[\w.-]*=)[^&#\s"'\\]+/gi, '$1redacted'],
];

const scrubForms: Scrub = (text) => FORMS.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead), text);

export const createMask = (sandbox: string): Mask => {
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
      placeholders.set(secret, (placeholder = toPlaceholder(++last)));
      originals.set(placeholder, secret);
    }
    return placeholder;
  };

  const maskLinks: Scrub = (text) => {
    let shown = text.replace(links, (_all, begin: string, secret: string) => begin + placeholderOf(secret));
    for (const [secret, placeholder] of placeholders)
      if (shown.includes(secret)) shown = shown.replaceAll(secret, placeholder);
    return shown;
  };
  const text: Scrub = (given) => scrubForms(maskLinks(given));

  const value = (given: Json, scrub: Scrub = text): Json => {
    if (typeof given === 'string') return scrub(given);
    if (Array.isArray(given)) return given.map((item: Json) => value(item, scrub));
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, member]) => {
        // Records of links store their key in this member.
        if (key === 'secret' && typeof member === 'string' && /^[0-9A-Z]{26}$/.test(member))
          return [key, placeholderOf(member)];
        const isHidden = isSecretName(key) && typeof member === 'string';
        return [key, isHidden ? HIDDEN : member === undefined ? undefined : value(member, scrub)];
      }),
    );
  };

  return {
    text,
    value: (given) => {
      // Two passes: a link may be mentioned before its record.
      noteLinks(given, placeholderOf);
      return value(given);
    },
    body: (body) => {
      if (body.text === undefined) return body;
      return { ...body, text: alsoScrub(text, secretTextsIn(body.text))(body.text) };
    },
    unmask: (given) => given.replace(PLACEHOLDERS, (placeholder) => originals.get(placeholder) ?? placeholder),
  };
};

const noteLinks = (given: Json, note: (secret: string) => void): void => {
  if (Array.isArray(given)) for (const item of given as readonly Json[]) noteLinks(item, note);
  else if (typeof given === 'object' && given !== null)
    for (const [key, member] of Object.entries(given)) {
      if (key === 'secret' && typeof member === 'string' && /^[0-9A-Z]{26}$/.test(member)) note(member);
      else if (member !== undefined) noteLinks(member, note);
    }
};

const secretTextsIn = (text: string): readonly string[] => {
  try {
    return secretsIn(parseJson(text, DEEPEST).value);
  } catch (error) {
    if (error instanceof JsonError) return [];
    throw error;
  }
};
