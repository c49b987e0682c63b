import type { Contract, Operation } from '../contract/contract.ts';
import { HIDDEN } from './secret-names.ts';

/** Takes out of a text what must not be seen. */
export type Scrub = (text: string) => string;

/** Credentials that are known by their form, wherever they stand. Each pattern takes time in proportion to the text. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?/g, HIDDEN],
  [/(?<!\w)whsec_[\w+/=-]+/g, HIDDEN],
  [/\b(Bearer|Basic) +(?!realm=)[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  // What a URL carries before its host, or under a telling name.
  [/(\bhttps?:\/\/)[^\s/@"']+@/gi, `$1${HIDDEN}@`],
  [/([?&][\w.-]*(?:secret|token|passw|api[_-]?key)[\w.-]*=)[^&#\s"']+/gi, `$1${HIDDEN}`],
];

/** Shorter ones stand in too many texts by chance. */
const SHORTEST = 6;
/** Every text is searched for each of them. */
const MOST = 50;

/**
 * Operations behind public links, which hold their own key: whoever reads `/self-service/<token>` can use it. They are
 * known by having no security, while others have, and a parameter in their path.
 */
export const linksOf = (operations: readonly Operation[]): readonly Operation[] =>
  operations.some(({ security }) => security.length > 0)
    ? operations.filter(({ path, security }) => security.length === 0 && path.indexOf('{') > 1)
    : [];

const publicLinks = ({ basePath, operations }: Pick<Contract, 'basePath' | 'operations'>): RegExp | undefined => {
  const paths = new Set(linksOf(operations).map(({ path }) => basePath + path.slice(0, path.indexOf('{'))));
  if (paths.size === 0) return undefined;
  const alternatives = [...paths].map((path) => path.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  return new RegExp(`(${alternatives.join('|')})[^/?#\\s"'<>\\\\]+`, 'g');
};

/** Takes the keys out of public links. */
export const createLinkScrub = (contract: Pick<Contract, 'basePath' | 'operations'>): Scrub => {
  const links = publicLinks(contract);
  return (text) => (links === undefined ? text : text.replace(links, `$1${HIDDEN}`));
};

/** What is taken out of every text of an API. */
export const createScrub = (contract: Pick<Contract, 'basePath' | 'operations'>): Scrub => {
  const scrubLinks = createLinkScrub(contract);
  return (text) => {
    let shown = text;
    for (const [pattern, instead] of FORMS) shown = shown.replace(pattern, instead);
    return scrubLinks(shown);
  };
};

/** Takes these texts out as well, also where they stand in a URL or within quotes. */
export const alsoScrub = (scrub: Scrub, secrets: Iterable<string>): Scrub => {
  const looked = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST).slice(0, MOST);
  const forms = new Set(
    looked.flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
    ]),
  );
  // A longer one first: it may begin with a shorter one.
  const all = [...forms].sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text;
    for (const form of all) shown = shown.replaceAll(form, () => HIDDEN);
    return scrub(shown);
  };
};
