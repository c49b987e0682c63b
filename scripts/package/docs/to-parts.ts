import type { MarkedToken, Token } from 'marked';
import type { DocsElement, DocsPart } from '../../../console/docs/docs-page.ts';
import { type Place, toInlines, toText } from './to-inlines.ts';

export const toParts = (tokens: readonly Token[], place: Place): readonly DocsPart[] => {
  const drawAnchor = createAnchors();
  const paragraph = (own: readonly Token[] | undefined): DocsElement => ({
    ...{ tag: 'p', attributes: READING },
    parts: toInlines(own, place),
  });
  const toBlock = (token: MarkedToken): readonly DocsPart[] => {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading': {
        const parts = toInlines(token.tokens, place);
        // The title of the screen is the first heading of the page.
        const tag = `h${String(Math.min(6, token.depth + 1))}`;
        return [{ tag, attributes: { id: `docs-${drawAnchor(toText(parts))}` }, parts }];
      }
      case 'paragraph':
        // A picture of a screen tells nothing beside the screen.
        return isPicture(token.tokens) ? [] : [paragraph(token.tokens)];
      case 'text':
        return [paragraph(token.tokens)];
      case 'code':
        return [{ tag: 'pre', code: token.text }];
      case 'list': {
        const items = token.items.map((item): DocsElement => ({ tag: 'li', parts: all(item.tokens) }));
        return [{ tag: token.ordered ? 'ol' : 'ul', attributes: READING, parts: items }];
      }
      case 'table': {
        const toRow = (cells: typeof token.header, tag: 'th' | 'td'): DocsElement => ({
          tag: 'tr',
          parts: cells.map(({ tokens: own, align }) => ({
            tag,
            attributes: { ...(tag === 'th' && { scope: 'col' }), ...(align === 'right' && { class: 'table-end' }) },
            parts: toInlines(own, place),
          })),
        });
        const parts = [
          { tag: 'thead', parts: [toRow(token.header, 'th')] },
          { tag: 'tbody', parts: token.rows.map((row) => toRow(row, 'td')) },
        ];
        // Wider than a phone: it scrolls by itself, so the keyboard must reach it.
        const attributes = { class: 'docs-table', tabIndex: 0, role: 'group', 'aria-label': 'Table' };
        return [{ tag: 'div', attributes, parts: [{ tag: 'table', parts }] }];
      }
      case 'blockquote':
        return [{ tag: 'blockquote', attributes: READING, parts: all(token.tokens) }];
      case 'hr':
        return [{ tag: 'hr' }];
      case 'html':
        if (/^\s*<!--[^]*-->\s*$/.test(token.text)) return [];
        return [{ tag: 'p', attributes: READING, parts: [token.text.trim()] }];
      default:
        throw new Error(`${place.file} has "${token.raw}" (${token.type}), which scripts/package/docs does not know`);
    }
  };
  const all = (own: readonly Token[]): readonly DocsPart[] => own.flatMap((token) => toBlock(token as MarkedToken));
  return all(tokens);
};

/** Lines as long as one reads them easily. */
const READING = { class: 'reading' };

const isPicture = (tokens: readonly Token[] = []): boolean => tokens.every(({ type }) => type === 'image');

/** The names that GitHub gives headings; the second of one name gets a number. */
const createAnchors = (): ((heading: string) => string) => {
  const drawn = new Map<string, number>();
  return (heading) => {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const count = drawn.get(name) ?? 0;
    drawn.set(name, count + 1);
    return count === 0 ? name : `${name}-${String(count)}`;
  };
};
