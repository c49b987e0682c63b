import type { MarkedToken, Token } from 'marked';
import type { Block } from '../../../console/docs/docs-page.ts';
import { type Place, toInlines, toText } from './to-inlines.ts';

export const toBlocks = (tokens: readonly Token[], place: Place): readonly Block[] => {
  const drawAnchor = createAnchors();
  const toBlock = (token: MarkedToken): readonly Block[] => {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading': {
        const content = toInlines(token.tokens, place);
        return [{ type: 'heading', level: token.depth, anchor: drawAnchor(toText(content)), content }];
      }
      case 'paragraph':
        // A picture of a screen tells nothing beside the screen.
        if (isPicture(token.tokens)) return [];
        return [{ type: 'paragraph', content: toInlines(token.tokens, place) }];
      case 'text':
        return [{ type: 'paragraph', content: toInlines(token.tokens, place) }];
      case 'code':
        return [{ type: 'code', language: token.lang ?? '', text: token.text }];
      case 'list':
        return [{ type: 'list', isOrdered: token.ordered, items: token.items.map(({ tokens: own }) => all(own)) }];
      case 'table':
        return [
          {
            type: 'table',
            align: token.align,
            head: token.header.map((cell) => toInlines(cell.tokens, place)),
            rows: token.rows.map((row) => row.map((cell) => toInlines(cell.tokens, place))),
          },
        ];
      case 'blockquote':
        return [{ type: 'quote', blocks: all(token.tokens) }];
      case 'hr':
        return [{ type: 'rule' }];
      case 'html':
        if (/^\s*<!--[^]*-->\s*$/.test(token.text)) return [];
        return [{ type: 'paragraph', content: [{ type: 'text', text: token.text.trim() }] }];
      default:
        throw new Error(`${place.file} has "${token.raw}" (${token.type}), which scripts/package/docs does not know`);
    }
  };
  const all = (own: readonly Token[]): readonly Block[] => own.flatMap((token) => toBlock(token as MarkedToken));
  return all(tokens);
};

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
