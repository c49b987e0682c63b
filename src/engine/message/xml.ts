import type { NextTurn } from '../../kernel/timers.ts';
import { problem } from '../problems/problem.ts';
import type { Violation } from '../../kernel/problem.ts';
import { memoize, getOrInsert } from '../../kernel/caches.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { isObject } from '../../kernel/json.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import { shapesOf } from '../contract/schema-shapes.ts';
import { isSchemaObject, partsOf, type SchemaObject } from '../contract/walk-schema.ts';
import { escapeHtml } from '../html/html.ts';

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
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

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
    if (values > most) refuse(`more than ${most} elements and attributes`);
    if (open.length >= depth) refuse(`nested more than ${depth} levels deep`);
    const element: Growing = {
      name: local,
      namespace: uri,
      parts: own.map((attribute) => ({
        name: `@${attribute.local}`,
        namespace: attribute.uri,
        text: attribute.value,
        parts: [],
        isNil: false,
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

/** What a schema stands for. */
interface XmlNode {
  readonly type: string;
  /** That of an attribute begins with `@`; undefined if none can be inferred. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly prefix: string | undefined;
  readonly isList: boolean;
  readonly isRoot?: true;
}

/** The name of an element that the description leaves open. */
const OPEN = 'root';

/** Values as XML, as the XML Objects of their schemas say (OpenAPI 3.2.0, 4.26; in 3.0 and 3.1, `attribute` and `wrapped`). */
export const xmlValuesOf = memoize((document: SchemaObject) => {
  const nodes = createNodes(document);
  return {
    /** Texts stay texts: the schema says what they are. */
    read: (
      { pointer }: SchemaPlace,
      root: XmlPart,
    ): { readonly value: unknown; readonly violations: readonly Violation[] } => {
      // As it is written: what it refers to may name the root.
      const schema = valueAt(document, pointer);
      const expected = nodes.rootOf(schema);
      const isWrong = expected.name !== undefined && !isNamed(root, expected);
      const violation = { field: '', message: `must be <${String(expected.name)}>`, rejectedValue: root.name };
      return { value: createReader(nodes)(schema, root, expected), violations: isWrong ? [violation] : [] };
    },
    write: ({ pointer }: SchemaPlace, value: unknown): string => {
      const schema = valueAt(document, pointer);
      const parent: Parent = { attributes: new Set(), content: [] };
      createWriter(nodes)(schema, value, nodes.rootOf(schema), parent);
      return `<?xml version="1.0" encoding="UTF-8"?>\n${parent.content.join('')}\n`;
    },
  };
});

type Nodes = ReturnType<typeof createNodes>;

const createNodes = (document: SchemaObject) => {
  const shapes = shapesOf(document);
  const known = memoize((_schema: SchemaObject) => new Map<string | undefined, XmlNode>());

  const describe = (schema: unknown, inferred: string | undefined): XmlNode => {
    let found: SchemaObject = {};
    let component: string | undefined;
    for (const { xml, $ref } of partsOf(document, schema, ['allOf'])) {
      if (isSchemaObject(xml)) found = { ...xml, ...found };
      if (typeof $ref === 'string') component ??= /^#\/components\/schemas\/([\w.-]+)$/.exec($ref)?.[1];
    }
    const text = (key: string): string | undefined => (typeof found[key] === 'string' ? found[key] : undefined);
    const isList = shapes.typesOf(schema).has('array');
    const usual = found['attribute'] === true ? 'attribute' : isList && found['wrapped'] !== true ? 'none' : 'element';
    const type = text('nodeType') ?? usual;
    const namespace = text('namespace');
    // The name of a list that is no element does not count, nor a prefix that stands for nothing.
    const name = (type === 'none' ? undefined : text('name')) ?? inferred ?? component;
    return {
      type,
      isList,
      namespace,
      name: type === 'attribute' ? `@${String(name)}` : name,
      prefix: namespace === undefined ? undefined : text('prefix'),
    };
  };

  const nodeOf = (schema: unknown, inferred?: string): XmlNode =>
    isSchemaObject(schema)
      ? getOrInsert(known(schema), inferred, () => describe(schema, inferred))
      : describe(schema, inferred);

  return {
    shapes,
    nodeOf,
    /** The root is an element, even of a list, whose items have names of their own. */
    rootOf: (schema: unknown): XmlNode => ({ ...nodeOf(schema), type: 'element', isRoot: true }),
    itemOf: (list: unknown, node: XmlNode, index?: number): readonly [items: unknown, node: XmlNode] => {
      const items = shapes.itemsOf(list, index);
      const own = nodeOf(items, node.isRoot === true ? undefined : node.name);
      return [items, { ...own, name: own.name ?? node.name }];
    },
  };
};

const isNamed = ({ name, namespace }: XmlPart, node: XmlNode): boolean =>
  name === node.name && (node.namespace === undefined || namespace === node.namespace);

const isAttribute = ({ name }: XmlPart): boolean => name.startsWith('@');

const createReader = ({ shapes, nodeOf, itemOf }: Nodes) => {
  const readContent = (schema: unknown, part: XmlPart, node: XmlNode): unknown => {
    const { parts, text } = part;
    if (part.isNil) return null;
    if (isAttribute(part)) return text;
    if (node.isList)
      return parts
        .filter((one) => !isAttribute(one))
        .map((child, index) => {
          const [items, item] = itemOf(schema, node, index);
          // Of another name, it is no item: the schema refuses it as what it is.
          return item.name === undefined || isNamed(child, item)
            ? readContent(items, child, item)
            : { [child.name]: child.text };
        });
    const types = shapes.typesOf(schema);
    const isOpen = types.size === 0 && parts.length > 0;
    return types.has('object') || isOpen ? readMembers(schema, part) : text;
  };

  const readMembers = (schema: unknown, element: XmlPart, within: readonly unknown[] = []): SchemaObject => {
    const named = Map.groupBy(element.parts, ({ name }) => name);
    const members = new Map<string, unknown>();
    const known = new Set<string>();
    const take = (member: unknown, node: XmlNode): readonly unknown[] => {
      const { name = '' } = node;
      known.add(name);
      const found = named.get(name)?.filter((part) => isNamed(part, node)) ?? [];
      return found.map((part) => readContent(member, part, node));
    };
    const readMember = (member: unknown, node: XmlNode, name: string): unknown => {
      const { type, isList } = node;
      if (type === 'text' || type === 'cdata') return element.text;
      if (type === 'none' && isList) {
        const read = take(...itemOf(member, node));
        return read.length > 0 || shapes.requiredIn(schema).has(name) ? read : undefined;
      }
      // A schema that is no node of its own may lead to itself.
      if (type === 'none')
        return within.includes(member) ? undefined : readMembers(member, element, [...within, member]);
      const read = oneOrAll(take(member, node));
      return read === undefined && type === 'attribute' && shapes.typesOf(member).has('null') ? null : read;
    };
    for (const [name, member] of shapes.membersOf(schema)) {
      const value = readMember(member, nodeOf(member, name), name);
      if (value !== undefined) members.set(name, value);
    }
    const others = within.length > 0 ? [] : [...named].filter(([name]) => !known.has(name));
    for (const [name, all] of others) {
      const member = shapes.memberOf(schema, name);
      const read = all.map((part) => readContent(member, part, nodeOf(member, name)));
      members.set(name.replace('@', ''), oneOrAll(read));
    }
    return Object.fromEntries(members);
  };
  return readContent;
};

const oneOrAll = (read: readonly unknown[]): unknown => (read.length > 1 ? read : read[0]);

/** Characters that XML 1.0 allows in no document. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const plain = (value: unknown): string => String(value).replaceAll(FORBIDDEN, '\uFFFD');

/** HTML has the five characters of XML. */
const escape = (value: unknown): string => escapeHtml(plain(value));

/** XML 1.0, 2.3: what a name may hold; ours are of the plain kind. */
const toName = (name: string): string =>
  name
    .replace('@', '')
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^(?![A-Za-z_])/, '_');

/** What is written between the tags of an element, and in its start tag. */
interface Parent {
  readonly attributes: Set<string>;
  readonly content: string[];
}

const createWriter = ({ shapes, nodeOf, itemOf }: Nodes) => {
  const write = (schema: unknown, value: unknown, node: XmlNode, parent: Parent): void => {
    const { type, name = OPEN, namespace, prefix } = node;
    const start = prefix === undefined ? '' : `${toName(prefix)}:`;
    const declared = prefix === undefined ? 'xmlns' : `xmlns:${toName(prefix)}`;
    const attributes = new Set(namespace === undefined ? [] : [` ${declared}="${escape(namespace)}"`]);
    const tag = start + toName(name);
    if (type === 'cdata') parent.content.push(`<![CDATA[${plain(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);
    else if (type === 'text') parent.content.push(escape(value));
    else if (type === 'none') writeContent(schema, value, node, parent);
    else if (type === 'attribute') {
      // OpenAPI 3.2.0, Handling `null` Values: an attribute is left out, and an element is nil.
      if (value === null) return;
      for (const attribute of [...attributes, ` ${tag}="${escape(value)}"`]) parent.attributes.add(attribute);
    } else {
      const own: Parent = { attributes, content: [] };
      if (value === null) attributes.add(` xmlns:xsi="${XSI}" xsi:nil="true"`);
      else writeContent(schema, value, node, own);
      parent.content.push(`<${tag}${[...attributes].join('')}>${own.content.join('')}</${tag}>`);
    }
  };

  const writeContent = (schema: unknown, value: unknown, node: XmlNode, parent: Parent): void => {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) {
        const [items, inner] = itemOf(schema, node, index);
        write(items, item, inner, parent);
      }
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) {
        const member = shapes.memberOf(schema, name);
        write(member, inner, nodeOf(member, name), parent);
      }
    else parent.content.push(escape(value));
  };
  return write;
};
