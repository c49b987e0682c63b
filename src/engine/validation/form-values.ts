import { isUtf8 } from 'node:buffer';
import { createBoundedCache, memoize, getOrInsert } from '../../kernel/caches.ts';
import type { MediaType } from '../contract/contract.ts';
import { createDescribePart } from '../contract/schema-shapes.ts';
import type { DecodedBody, FilePart } from '../message/message.ts';
import type { Compilers } from './ajv.ts';
import {
  areDelimited,
  type Attempt,
  bracketKeys,
  type Branch,
  decodeForm,
  delimiterOf,
  formPairs,
  insertValue,
  parseJsonOrText,
  setMember,
  split,
  textReaderOf,
  toAlternating,
  toValue,
  Unreadable,
} from './text-values.ts';

type Form = Extract<DecodedBody, { kind: 'form' }>;

/** The texts of each name as they were sent; undefined for a multipart form, in which nothing is percent-encoded. */
const encodedTexts = memoize(({ encoded }: Form): ReadonlyMap<string, readonly string[]> | undefined => {
  if (encoded === undefined) return undefined;
  const byName = new Map<string, string[]>();
  for (const [name, text] of formPairs(encoded)) getOrInsert(byName, name, () => []).push(text);
  return byName;
});

const singleOrList = (texts: readonly string[]): unknown => (texts.length === 1 ? texts[0] : [...texts]);

/** The value of a file is its name, and the last one of a name counts. */
const byFileName = (_texts: unknown, { fileName }: FilePart): readonly string[] => [fileName];

/** The fields, and what stands for the files, by name. */
const textsByName = (
  { fields, files }: Form,
  add: (texts: readonly string[] | undefined, file: FilePart) => readonly string[],
): Iterable<[string, readonly string[]]> => {
  if (files.length === 0) return Object.entries(fields);
  const texts = new Map<string, readonly string[]>(Object.entries(fields));
  for (const file of files) texts.set(file.field, add(texts.get(file.field), file));
  return texts;
};

/** Field values by name, if no schema says how to read them. */
export const toPlainFields = (form: Form): Record<string, unknown> => {
  const value: Record<string, unknown> = {};
  for (const [name, texts] of textsByName(form, byFileName)) setMember(value, name, singleOrList(texts));
  return value;
};

/** How the texts of one name are read. */
type ReadField = (texts: readonly string[], attempt: Attempt, form: Form) => unknown;

/** Names whose reading is remembered. */
const REMEMBERED = 200;

/** A text file of at most this size is checked as a text if its member is described as one, as fields of this size are. */
const LARGEST_TEXT = 65_536;

/**
 * Reads fields and files as one object: arrays and JSON objects according to the schema, and bracket notation
 * (`metadata[key]=value`) where the member of that name may itself have members.
 */
export const createFormReader = (content: MediaType, { shapes, isForeign, explodesObjects }: Compilers) => {
  const { schema, encoding } = content;
  const readTexts = textReaderOf(shapes);
  // Some descriptions allow any name.
  const kinds = createBoundedCache<ReadField>(REMEMBERED);

  const kindOf = (name: string): ReadField => {
    const member = shapes.memberOf(schema?.schema, name);
    const types = shapes.typesOf(member);
    const { style = 'form', explode, contentType } = encoding?.[name] ?? {};
    const isJson = contentType?.includes('json') === true;
    const isList = types.has('array') && !types.has('string');
    const items = shapes.typesOf(shapes.itemsOf(member));
    const isObject = types.has('object') && !types.has('string') && !isJson;
    if (explode === false && (isList || isObject)) {
      const delimiter = delimiterOf(style);
      const isLoose = delimiter !== ',' || !isList || areDelimited(member, shapes);
      return (texts, attempt, form) => {
        const sent = encodedTexts(form);
        const parts =
          sent === undefined
            ? // Nothing is encoded, so that a blank is one.
              texts.flatMap((text) => text.split(delimiter === '+' ? ' ' : delimiter))
            : (sent.get(name) ?? []).flatMap((text) => split(text, delimiter, isLoose).map(decodeForm));
        return readTexts(member, isList ? parts : toObject(texts, parts), attempt);
      };
    }
    if (isList && (isJson || isStructured(items))) return (texts) => parseItems(texts, items);
    if (!isList && (isJson || isStructured(types))) return parseJsonMember;
    return (texts, attempt) => readTexts(member, isList ? [...texts] : singleOrList(texts), attempt);
  };

  /**
   * The members of exploded objects (style `form`), with the name of each object. A name that the form has itself, or that two
   * objects have, belongs to none.
   */
  const owners = new Map<string, string>();
  const members = shapes.membersOf(schema?.schema);
  const several = new Set(members.keys());
  for (const [owner, member] of content.mediaType === 'application/x-www-form-urlencoded' ? members : []) {
    const types = shapes.typesOf(member);
    const { style, explode, contentType } = encoding?.[owner] ?? {};
    const isForm = style === 'form' || (style === undefined && contentType === undefined && explodesObjects);
    if (!isForm || explode === false || types.has('string') || !types.has('object')) continue;
    for (const name of shapes.membersOf(member).keys())
      if (owners.has(name)) several.add(name);
      else owners.set(name, owner);
  }
  for (const name of several) owners.delete(name);

  /** Where a field belongs: by bracket notation, if it starts with a member that may have members, or by its name alone. */
  const keysOf = (name: string): readonly string[] | undefined => {
    const keys = bracketKeys(name);
    const [first] = keys ?? [];
    if (first === undefined) {
      const owner = owners.get(name);
      return owner === undefined ? undefined : [owner, name];
    }
    if (encoding?.[first]?.style === 'deepObject') return keys;
    const types = shapes.typesOf(shapes.memberOf(schema?.schema, first));
    return types.has('object') || types.has('array') ? keys : undefined;
  };

  const describePart = createDescribePart(content, shapes);

  /** The text of a file whose member is described as a text (OpenAPI 3.1.1, Encoding Object: `string`), else its name. */
  const valueOf = ({ field, fileName, bytes }: FilePart): string =>
    describePart(field).kind === 'text' && bytes.length <= LARGEST_TEXT && isUtf8(bytes)
      ? Buffer.from(bytes).toString()
      : fileName;

  const addFile = (texts: readonly string[] = [], file: FilePart): readonly string[] => [...texts, valueOf(file)];

  return (form: Form, attempt: Attempt): Record<string, unknown> => {
    const value: Record<string, unknown> = {};
    let tree: Branch | undefined;
    // Behaviours of our own API take the files themselves, and say what to do about a wrong one: it is checked by name here.
    for (const [name, texts] of textsByName(form, isForeign ? addFile : byFileName)) {
      const keys = keysOf(name);
      if (keys !== undefined) {
        tree ??= new Map();
        for (const text of texts) insertValue(tree, keys, text);
        continue;
      }
      setMember(value, name, getOrInsert(kinds, name, kindOf)(texts, attempt, form));
    }
    for (const [name, branch] of tree ?? []) {
      const member = shapes.memberOf(schema?.schema, name);
      setMember(value, name, readTexts(member, toValue(branch, member, shapes), attempt));
    }
    return value;
  };
};

/** An object in one text, `R,100,G,200`; what is none stays as it was sent, so that the schema reports it under its name. */
const toObject = (texts: readonly string[], parts: readonly string[]): unknown => {
  const members = toAlternating(parts, (text) => text);
  return texts.length > 1 || members instanceof Unreadable ? singleOrList(texts) : members;
};

const isStructured = (types: ReadonlySet<string>): boolean =>
  (types.has('object') || types.has('array')) && !types.has('string');

/** Repeated, but not described as an array: stays a list, so that the schema reports it under its name. */
const parseJsonMember = (texts: readonly string[]): unknown =>
  texts.length === 1 ? parseJsonOrText(texts[0] ?? '') : [...texts];

/** An array of JSON values: an item a part, or, as many clients send it, all of them in one. */
const parseItems = (texts: readonly string[], itemTypes: ReadonlySet<string>): unknown => {
  const values = texts.map(parseJsonOrText);
  return values.length === 1 && Array.isArray(values[0]) && !itemTypes.has('array') ? values[0] : values;
};
