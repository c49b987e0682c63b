import type { NextTurn } from '../../kernel/timers.ts';
import { problem } from '../problems/problem.ts';

/** An element or an attribute; comments, processing instructions and the order of text among elements do not count. */
export interface XmlPart {
  /** That of an attribute begins with `@`. */
  readonly name: string;
  /** Empty if it is in none. */
  readonly namespace: string;
  /** The attributes, but for those of other specifications, then the elements. */
  readonly parts: readonly XmlPart[];
  readonly text: string;
  /** XML Schema 1.1, 2.7.2: `xsi:nil`. */
  readonly isNil: boolean;
}

/** Characters per turn of the event loop: a few milliseconds, even of nothing but tags. */
const SLICE = 16_384;

const XMLNS = 'http://www.w3.org/2000/xmlns/';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

type Growing = XmlPart & { parts: XmlPart[]; text: string };

/**
 * Parses a body; throws 400 for what is no XML. A document type declaration declares no entities here and loads nothing, so
 * that none can be expanded.
 */
export const parseXml = async (
  text: string,
  {
    depth,
    values: most,
    nextTurn,
  }: {
    readonly depth: number;
    /** Elements and attributes. */
    readonly values: number;
    readonly nextTurn: NextTurn;
  },
): Promise<XmlPart> => {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (reason: string): never => {
    throw problem('malformed-request', { detail: `Invalid XML: ${reason}.` });
  };
  const open: Growing[] = [];
  let root: XmlPart | undefined;
  let values = 0;
  const add = (piece: string): void => {
    const parent = open.at(-1);
    if (parent !== undefined) parent.text += piece;
  };
  parser.on('error', ({ message }) => refuse(message.replace(/\.$/, '')));
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ local, uri, attributes }) => {
    const all = Object.values(attributes);
    const own = all.filter((attribute) => attribute.uri !== XMLNS && attribute.uri !== XSI);
    values += 1 + all.length;
    if (values > most) refuse(`more than ${String(most)} elements and attributes`);
    if (open.length >= depth) refuse(`nested more than ${String(depth)} levels deep`);
    const element: Growing = {
      name: local,
      namespace: uri,
      parts: own.map((attribute) => ({
        ...{ name: `@${attribute.local}`, namespace: attribute.uri, text: attribute.value },
        ...{ parts: [], isNil: false },
      })),
      text: '',
      isNil: all.some((attribute) => attribute.uri === XSI && attribute.local === 'nil' && attribute.value === 'true'),
    };
    open.at(-1)?.parts.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  for (let start = 0; start < text.length; start += SLICE) {
    if (start > 0) await new Promise<void>(nextTurn);
    parser.write(text.slice(start, start + SLICE));
  }
  parser.close();
  return root ?? refuse('there is no element');
};
