import { JsonError, type Json, parseJson } from '../../kernel/json.ts';
import { secretsIn } from '../journal/redact-json.ts';
import { type Scrub, alsoScrub } from '../journal/scrub.ts';
import { HIDDEN, isSecretName } from '../journal/secret-names.ts';
import type { CapsuleBody } from './capsule.ts';

/**
 * Takes secrets out of what goes into a capsule. What is a key and an address at once, the end of a public link, is
 * replaced by a stand-in of the same form, the same one wherever it comes back: so the calls that used the link can still
 * be played. Everything else that is secret becomes `[redacted]`.
 */
export interface Mask {
  readonly text: Scrub;
  readonly value: (value: Json) => Json;
  /** A body, with the members whose names sound secret. */
  readonly body: (body: CapsuleBody) => CapsuleBody;
  /** Puts the real ends of links back into a text that holds stand-ins. */
  readonly unmask: Scrub;
}

/** Crockford's letters know it, and no chance draws it. */
const STAND_IN = /^REDACTED\d{18}$/;
const STAND_INS = /REDACTED\d{18}/g;

const toStandIn = (number: number): string => `REDACTED${String(number).padStart(18, '0')}`;

/** Deeper than any body that was accepted. */
const DEEPEST = 200;

/**
 * Credentials that are known by their form, as the journal knows them; but what stands in for a part of a URL leaves it
 * one, so that a request that was accepted is accepted again.
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
  const standIns = new Map<string, string>();
  const originals = new Map<string, string>();
  const name = sandbox.replaceAll(/[^\w-]/g, '\\$&');
  const links = new RegExp(`(?<![\\w-])(${name}\\.)([0-9A-Z]{26})(?![0-9A-Z])`, 'g');
  let last = 0;

  const standInOf = (secret: string): string => {
    if (STAND_IN.test(secret)) {
      last = Math.max(last, Number(secret.slice('REDACTED'.length)));
      return secret;
    }
    let standIn = standIns.get(secret);
    if (standIn === undefined) {
      standIns.set(secret, (standIn = toStandIn(++last)));
      originals.set(standIn, secret);
    }
    return standIn;
  };

  const maskLinks: Scrub = (text) => {
    let shown = text.replace(links, (_all, begin: string, secret: string) => begin + standInOf(secret));
    for (const [secret, standIn] of standIns) if (shown.includes(secret)) shown = shown.replaceAll(secret, standIn);
    return shown;
  };
  const text: Scrub = (given) => scrubForms(maskLinks(given));

  const value = (given: Json, scrub: Scrub = text): Json => {
    if (typeof given === 'string') return scrub(given);
    if (Array.isArray(given)) return given.map((item: Json) => value(item, scrub));
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, member]) => {
        // The records of links hold their ends under this name.
        if (key === 'secret' && typeof member === 'string' && /^[0-9A-Z]{26}$/.test(member))
          return [key, standInOf(member)];
        const isHidden = isSecretName(key) && typeof member === 'string';
        return [key, isHidden ? HIDDEN : member === undefined ? undefined : value(member, scrub)];
      }),
    );
  };

  return {
    text,
    value: (given) => {
      // Twice: a link may be spoken of before its record.
      noteLinks(given, standInOf);
      return value(given);
    },
    body: (body) => {
      if (body.text === undefined) return body;
      return { ...body, text: alsoScrub(text, secretTextsIn(body.text))(body.text) };
    },
    unmask: (given) => given.replace(STAND_INS, (standIn) => originals.get(standIn) ?? standIn),
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
