import type { NextTurn } from '../../kernel/timers.ts';
import { problem } from '../problems/problem.ts';

/** An element with its contents; comments, processing instructions and the order of text among elements do not count. */
export interface XmlElement {
  readonly name: string;
  /** Its namespace; empty if it is in none. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  readonly text: string;
}

export interface XmlAttribute {
  readonly name: string;
  readonly namespace: string;
  readonly value: string;
}

interface XmlOptions {
  readonly depth: number;
  /** Elements and attributes. */
  readonly values: number;
  readonly nextTurn: NextTurn;
}

/** Characters per turn of the event loop: a few milliseconds, even of nothing but tags. */
const SLICE = 16_384;

const XMLNS = 'http://www.w3.org/2000/xmlns/';

type Growing = XmlElement & { children: XmlElement[]; text: string };

/**
 * Parses a body; throws 400 for what is no XML. A document type declaration declares no entities here and loads nothing, so
 * that none can be expanded.
 */
export const parseXml = async (text: string, { depth, values: most, nextTurn }: XmlOptions): Promise<XmlElement> => {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (reason: string): never => {
    throw problem('malformed-request', { detail: `Invalid XML: ${reason}.` });
  };
  const open: Growing[] = [];
  let root: XmlElement | undefined;
  let values = 0;
  const add = (piece: string): void => {
    const parent = open.at(-1);
    if (parent !== undefined) parent.text += piece;
  };
  parser.on('error', ({ message }) => refuse(message.replace(/\.$/, '')));
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ local, uri, attributes }) => {
    const own = Object.values(attributes).filter((attribute) => attribute.uri !== XMLNS);
    values += 1 + own.length;
    if (values > most) refuse(`more than ${String(most)} elements and attributes`);
    if (open.length >= depth) refuse(`nested more than ${String(depth)} levels deep`);
    const element: Growing = {
      name: local,
      namespace: uri,
      attributes: own.map((attribute) => ({ name: attribute.local, namespace: attribute.uri, value: attribute.value })),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
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
