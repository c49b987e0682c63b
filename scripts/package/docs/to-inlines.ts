import path from 'node:path';
import type { MarkedToken, Token } from 'marked';
import type { DocsPart } from '../../../console/docs/docs-page.ts';

/** A page of the documentation by its file, from the package's root. */
type FindPage = (file: string) => string | undefined;

export interface Place {
  /** From the package's root. */
  readonly file: string;
  readonly findPage: FindPage;
}

export const toInlines = (tokens: readonly Token[] | undefined, place: Place): readonly DocsPart[] =>
  (tokens ?? []).flatMap((token) => toInline(token as MarkedToken, place));

const toInline = (token: MarkedToken, place: Place): readonly DocsPart[] => {
  switch (token.type) {
    case 'text':
      // `text` is escaped for HTML.
      return token.tokens === undefined ? [token.raw] : toInlines(token.tokens, place);
    case 'escape':
      return [token.text];
    case 'codespan':
      return [{ tag: 'code', parts: [token.text] }];
    case 'strong':
      return [{ tag: 'strong', parts: toInlines(token.tokens, place) }];
    case 'em':
      return [{ tag: 'em', parts: toInlines(token.tokens, place) }];
    case 'del':
      return [{ tag: 'del', parts: toInlines(token.tokens, place) }];
    case 'br':
      return [{ tag: 'br' }];
    case 'link':
      return toLink(token.href, toInlines(token.tokens, place), place);
    case 'image':
      return [{ tag: 'em', parts: [token.text] }];
    case 'html':
      return toTag(token.text);
    default:
      throw new Error(`${place.file} has "${token.raw}" (${token.type}), which scripts/package/docs does not know`);
  }
};

/** What a page takes from HTML: line breaks and comments. */
const toTag = (html: string): readonly DocsPart[] => {
  if (/^<br\s*\/?>$/i.test(html)) return [{ tag: 'br' }];
  return html.startsWith('<!--') ? [] : [html];
};

/** A link to a file that is no page, such as a test, leads nowhere without the repository: its text stays. */
const toLink = (href: string, parts: readonly DocsPart[], { file, findPage }: Place): readonly DocsPart[] => {
  if (/^(?:https?|mailto):/.test(href))
    return [{ tag: 'a', attributes: { href, target: '_blank', rel: 'noreferrer' }, parts }];
  const [target = '', anchor] = href.split('#');
  const page = findPage(target === '' ? file : path.posix.join(path.posix.dirname(file), target));
  return page === undefined ? parts : [{ tag: 'a', page, ...(anchor === undefined ? {} : { anchor }), parts }];
};

/** Parts of a line are written together; between blocks, items and cells is a space. */
const INLINE = new Set(['a', 'code', 'strong', 'em', 'del']);

export const toText = (parts: readonly DocsPart[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return `${part.code ?? toText(part.parts ?? [])}${INLINE.has(part.tag) ? '' : ' '}`;
    })
    .join('');
