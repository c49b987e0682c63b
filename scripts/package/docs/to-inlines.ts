import path from 'node:path';
import type { MarkedToken, Token } from 'marked';
import type { Inline } from '../../../console/docs/docs-page.ts';

/** A page of the documentation by its file, from the package's root. */
type FindPage = (file: string) => string | undefined;

export interface Place {
  /** From the package's root. */
  readonly file: string;
  readonly findPage: FindPage;
}

export const toInlines = (tokens: readonly Token[] | undefined, place: Place): readonly Inline[] =>
  (tokens ?? []).flatMap((token) => toInline(token as MarkedToken, place));

const toInline = (token: MarkedToken, place: Place): readonly Inline[] => {
  switch (token.type) {
    case 'text':
      // `text` is escaped for HTML.
      return token.tokens === undefined ? [{ type: 'text', text: token.raw }] : toInlines(token.tokens, place);
    case 'escape':
      return [{ type: 'text', text: token.text }];
    case 'codespan':
      return [{ type: 'code', text: token.text }];
    case 'strong':
      return [{ type: 'strong', content: toInlines(token.tokens, place) }];
    case 'em':
      return [{ type: 'emphasis', content: toInlines(token.tokens, place) }];
    case 'del':
      return [{ type: 'deleted', content: toInlines(token.tokens, place) }];
    case 'br':
      return [{ type: 'break' }];
    case 'link':
      return toLink(token.href, toInlines(token.tokens, place), place);
    case 'image':
      return [{ type: 'emphasis', content: [{ type: 'text', text: token.text }] }];
    case 'html':
      return toTag(token.text);
    default:
      throw new Error(`${place.file} has "${token.raw}" (${token.type}), which scripts/package/docs does not know`);
  }
};

/** What a page takes from HTML: line breaks and comments. */
const toTag = (html: string): readonly Inline[] => {
  if (/^<br\s*\/?>$/i.test(html)) return [{ type: 'break' }];
  return html.startsWith('<!--') ? [] : [{ type: 'text', text: html }];
};

/** A link to a file that is no page, such as a test, leads nowhere without the repository: its text stays. */
const toLink = (href: string, content: readonly Inline[], { file, findPage }: Place): readonly Inline[] => {
  if (/^(?:https?|mailto):/.test(href)) return [{ type: 'link', href, content }];
  const [target = '', anchor] = href.split('#');
  const page = findPage(target === '' ? file : path.posix.join(path.posix.dirname(file), target));
  return page === undefined ? content : [{ type: 'page', page, ...(anchor === undefined ? {} : { anchor }), content }];
};

export const toText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if ('text' in inline) return inline.text;
      return 'content' in inline ? toText(inline.content) : ' ';
    })
    .join('');
