import type { Contract, Operation } from '../contract/contract.ts';
import type { Settled } from '../exchange/exchange.ts';
import { letters } from '../matching/names.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import type { Steps } from '../../kernel/time-slices.ts';

/** Parts of names that indicate a secret value. */
const SECRET =
  /secret|passw|passphrase|pwd|token|credential|authorization|apikey|privatekey|accesskey|signingkey|assertion|bearer|jwt|cookie/;

/** Names that match `SECRET` but are harmless. */
const HARMLESS = new Set(['tokentype', 'tokenurl', 'tokenendpoint', 'tokenlifetime']);

/** Whether a member, parameter or header of this name holds a credential, in any spelling. */
export const isSecretName = (name: string): boolean => {
  const plain = letters(name);
  return SECRET.test(plain) && !HARMLESS.has(plain);
};

/** Replaces a removed secret. */
export const HIDDEN = '[redacted]';

/** Removes secrets from a text. */
export type Scrub = (text: string) => string;

/** Credentials recognized by format, wherever they occur. Each pattern runs in linear time. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?/g, HIDDEN],
  [/(?<!\w)whsec_[\w+/=-]+/g, HIDDEN],
  // "a bearer token." is prose, and so are the other nouns that follow a scheme.
  [
    /\b(Bearer|Basic) +(?!realm=|error=|(?:tokens?|auth|authentication|credentials|schemes?)(?![\w~+/=-]|\.\w))[\w.~+/=-]{6,}/gi,
    `$1 ${HIDDEN}`,
  ],
];

/** Credentials before the host of a URL. */
const USER = /(\bhttps?:\/\/)[^\s/@"'\\]+@/gi;

/** A parameter in a URL. */
const PARAMETER = /([?&])([\w.~%+[\]-]{1,100})=([^&#\s"'<>\\]+)/g;

/** In every text that one of the forms is in; few texts have any. */
const MAY_HOLD = /eyJ|whsec_|Bearer|Basic|:\/\/|[?&]/i;

/** Removes what has such a form; `inUrl` takes its place in a URL. */
export const scrubForms = (text: string, inUrl = HIDDEN): string =>
  MAY_HOLD.test(text)
    ? FORMS.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead), text)
        .replaceAll(USER, `$1${inUrl}@`)
        .replaceAll(PARAMETER, (whole, mark: string, name: string) =>
          isSecretName(decodeLeniently(name)) ? `${mark}${name}=${inUrl}` : whole,
        )
    : text;

/** Minimum length of a secret to search for: shorter ones match by coincidence. */
export const SHORTEST = 6;
/** Maximum number of secrets: every text is searched for each of them. */
const MOST = 50;

/**
 * Operations behind public links, which contain their own key: anyone who reads `/links/<token>` can use it.
 * They are recognized by having a path parameter and no security, in an API whose other operations have security.
 */
export const linksOf = (operations: readonly Operation[]): readonly Operation[] =>
  operations.some(({ security }) => security.length > 0)
    ? operations.filter(({ path, security }) => security.length === 0 && path.indexOf('{') > 1)
    : [];

/** Removes the keys from public links. */
export const createLinkScrub = ({ basePath, operations }: Pick<Contract, 'basePath' | 'operations'>): Scrub => {
  const paths = new Set(linksOf(operations).map(({ path }) => basePath + path.slice(0, path.indexOf('{'))));
  if (paths.size === 0) return (text) => text;
  const alternatives = [...paths].map((path) => path.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  const links = new RegExp(`(${alternatives.join('|')})[^/?#\\s"'<>\\\\]+`, 'g');
  return (text) => text.replace(links, `$1${HIDDEN}`);
};

/**
 * The path as it may be logged. A public link contains its own key (`/links/{token}`), which readers of the log
 * must not be able to use, so such a path appears as its template. A link with a typo after its key matches no
 * operation, but still contains the key.
 */
export const createPathForLog = (
  contract: Pick<Contract, 'basePath' | 'operations'>,
): ((exchange: Pick<Settled, 'request' | 'operation'>) => string) => {
  const links = new Set(linksOf(contract.operations));
  const scrubLinks = createLinkScrub(contract);
  return ({ request, operation }) => {
    if (operation === undefined) return scrubLinks(request.path);
    return operation.security.length === 0 && links.has(operation) ? operation.path : request.path;
  };
};

/** The redaction for every text of an API. */
export const createScrub = (contract: Pick<Contract, 'basePath' | 'operations'>): Scrub => {
  const scrubLinks = createLinkScrub(contract);
  return (text) => scrubLinks(scrubForms(text));
};

/** Also removes these secrets, including their URL-encoded and quoted forms. */
export const alsoScrub = (scrub: Scrub, secrets: Iterable<string>, instead = HIDDEN): Scrub => {
  const looked = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST).slice(0, MOST);
  const forms = new Set(
    looked.flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
    ]),
  );
  // Longer secrets first: one may begin with a shorter one.
  const all = [...forms].sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text;
    for (const form of all) shown = shown.replaceAll(form, () => instead);
    return scrub(shown);
  };
};

/** Characters of a long text that are searched at once, and where it is cut: no form of a credential spans these. */
const PART = 65_536;
const CUT = /["\n]/g;

/** Removes secrets from a text of any length. */
export function* scrubInSteps(text: string, scrub: Scrub): Steps<string> {
  let shown = '';
  for (let from = 0; from < text.length;) {
    CUT.lastIndex = from + PART;
    // Bytes that are no text may have none for long.
    const end =
      text.length - from <= 2 * PART ? text.length : Math.min(CUT.exec(text)?.index ?? text.length, from + 2 * PART);
    shown += scrub(text.slice(from, end));
    from = end;
    yield;
  }
  return shown;
}
