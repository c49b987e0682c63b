import type { Violation } from '../../kernel/problem.ts';
import { memoize } from '../../kernel/caches.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { isObject } from '../../kernel/json.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import { createSchemaShapes } from '../contract/schema-shapes.ts';
import { isSchemaObject, partsOf, type SchemaObject } from '../contract/walk-schema.ts';
import type { XmlElement } from './parse-xml.ts';

/** Values as XML, as the XML Objects of their schemas say (OpenAPI 3.2.0, 4.26; in 3.0 and 3.1, `attribute` and `wrapped`). */
export interface XmlValues {
  /** Texts stay texts: the schema says what they are. */
  readonly read: (
    place: SchemaPlace,
    root: XmlElement,
  ) => { readonly value: unknown; readonly violations: readonly Violation[] };
  readonly write: (place: SchemaPlace, value: unknown) => string;
}

/** What a schema stands for. */
interface XmlNode {
  readonly type: string;
  /** Undefined if none can be inferred. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly prefix: string | undefined;
  readonly isList: boolean;
  readonly isRoot?: true;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** The name of an element that the description leaves open. */
const OPEN = 'root';

export const xmlValuesOf = memoize((document: SchemaObject): XmlValues => {
  const nodes = createNodes(document);
  return {
    read: ({ pointer }, root) => {
      // As it is written: what it refers to may name the root.
      const schema = valueAt(document, pointer);
      const expected = nodes.rootOf(schema);
      const isWrong = expected.name !== undefined && !isNamed(root, expected);
      const violation = { field: '', message: `must be <${String(expected.name)}>`, rejectedValue: root.name };
      return { value: createReader(nodes)(schema, root, expected), violations: isWrong ? [violation] : [] };
    },
    write: ({ pointer }, value) => {
      const schema = valueAt(document, pointer);
      const parent: Parent = { attributes: new Set(), content: [] };
      createWriter(nodes)(schema, value, nodes.rootOf(schema), parent);
      return `<?xml version="1.0" encoding="UTF-8"?>\n${parent.content.join('')}\n`;
    },
  };
});

type Nodes = ReturnType<typeof createNodes>;

const createNodes = (document: SchemaObject) => {
  const shapes = createSchemaShapes(document);
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
    return {
      ...{ type, isList, namespace },
      // The name of a list that is no element does not count, nor a prefix that stands for nothing.
      name: (type === 'none' ? undefined : text('name')) ?? inferred ?? component,
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
    membersOf: memoize((schema: SchemaObject) => shapes.membersOf(schema)),
    requires: (schema: unknown, name: string): boolean =>
      [...partsOf(document, schema, ['allOf'])].some(
        ({ required }) => Array.isArray(required) && required.includes(name),
      ),
  };
};

interface Named {
  readonly name: string;
  readonly namespace: string;
}

const isNamed = ({ name, namespace }: Named, node: XmlNode): boolean =>
  name === node.name && (node.namespace === undefined || namespace === node.namespace);

const createReader = ({ shapes, nodeOf, itemOf, membersOf, requires }: Nodes) => {
  const readContent = (schema: unknown, element: XmlElement, node: XmlNode): unknown => {
    const { attributes, children, text } = element;
    if (attributes.some(({ name, namespace, value }) => name === 'nil' && namespace === XSI && value === 'true'))
      return null;
    if (node.isList)
      return children.map((child, index) => {
        const [items, item] = itemOf(schema, node, index);
        // Of another name, it is no item: the schema refuses it as what it is.
        return item.name === undefined || isNamed(child, item)
          ? readContent(items, child, item)
          : { [child.name]: child.text };
      });
    const types = shapes.typesOf(schema);
    const isOpen = types.size === 0 && children.length + attributes.length > 0;
    return types.has('object') || isOpen ? readMembers(schema, element) : text;
  };

  const readMembers = (schema: unknown, element: XmlElement, within: readonly unknown[] = []): SchemaObject => {
    const elements = new Map<string, XmlElement[]>();
    for (const child of element.children) getOrInsert(elements, child.name, () => []).push(child);
    const members = new Map<string, unknown>();
    const known = new Set<string>();
    const take = (node: XmlNode): readonly XmlElement[] => {
      const { name = '' } = node;
      known.add(name);
      return elements.get(name)?.filter((child) => isNamed(child, node)) ?? [];
    };
    const readMember = (member: unknown, node: XmlNode, name: string): unknown => {
      const { type, isList } = node;
      if (type === 'text' || type === 'cdata') return element.text;
      if (type === 'attribute') {
        const found = element.attributes.find((attribute) => isNamed(attribute, node))?.value;
        return found ?? (shapes.typesOf(member).has('null') ? null : undefined);
      }
      if (type === 'none' && isList) {
        const [items, item] = itemOf(member, node);
        const read = take(item).map((child) => readContent(items, child, item));
        return read.length > 0 || requires(schema, name) ? read : undefined;
      }
      // A schema that is no node of its own may lead to itself.
      if (type === 'none')
        return within.includes(member) ? undefined : readMembers(member, element, [...within, member]);
      const read = take(node).map((child) => readContent(member, child, node));
      return read.length > 1 ? read : read[0];
    };
    const described = isSchemaObject(schema) ? membersOf(schema) : new Map<string, unknown>();
    for (const [name, member] of described) {
      const node = nodeOf(member, name);
      const value = readMember(member, node, name);
      if (node.type === 'attribute') known.add(`@${String(node.name)}`);
      if (value !== undefined) members.set(name, value);
    }
    if (within.length > 0) return Object.fromEntries(members);
    for (const { name, namespace, value } of element.attributes)
      if (namespace !== XSI && !known.has(`@${name}`)) members.set(name, value);
    for (const [name, children] of elements) {
      if (known.has(name)) continue;
      const member = shapes.memberOf(schema, name);
      const read = children.map((child) => readContent(member, child, nodeOf(member, name)));
      members.set(name, read.length > 1 ? read : read[0]);
    }
    return Object.fromEntries(members);
  };
  return readContent;
};

/** Characters that XML 1.0 allows in no document, and those that are markup. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const plain = (value: unknown): string => String(value).replaceAll(FORBIDDEN, '\uFFFD');

const escape = (value: unknown): string => plain(value).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** XML 1.0, 2.3: what a name may hold; ours are of the plain kind. */
const toName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_');

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
