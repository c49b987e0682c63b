import type { Encoding, MediaType } from '../contract/contract.ts';
import type { SchemaShapes } from '../contract/schema-shapes.ts';
import type { DecodedBody } from '../message/decoded-body.ts';
import { type Branch, bracketKeys, insertValue, toValue } from './bracket-values.ts';
import { SEPARATORS, parseJsonOrText } from './serialized-values.ts';
import { setMember } from './set-member.ts';

type Form = Extract<DecodedBody, { kind: 'form' }>;

const singleOrList = (texts: readonly string[]): unknown => (texts.length === 1 ? texts[0] : [...texts]);

const parseFirst = ([text = '']: readonly string[]): unknown => parseJsonOrText(text);

/** Field values by name; the value of a file is its file name. */
export const toPlainFields = (form: Form): Record<string, unknown> => {
  const value: Record<string, unknown> = {};
  for (const [name, texts] of Object.entries(form.fields)) setMember(value, name, singleOrList(texts));
  for (const file of form.files) setMember(value, file.field, file.fileName);
  return value;
};

/**
 * Reads fields and files as one object: arrays and JSON objects according to the schema, and bracket notation
 * (`metadata[key]=value`) where the member of that name may itself have members.
 */
export const createFormReader = ({ schema, encoding }: MediaType, shapes: SchemaShapes) => {
  const kinds = new Map<string, (texts: readonly string[]) => unknown>();

  const kindOf = (name: string): ((texts: readonly string[]) => unknown) => {
    const types = shapes.typesOf(shapes.memberOf(schema?.schema, name));
    const { style = 'form', explode, contentType }: Partial<Encoding> = encoding?.[name] ?? {};
    if (contentType?.includes('json') === true) return parseFirst;
    if (types.has('array') && !types.has('string')) {
      const separator = explode === false ? SEPARATORS[style] : undefined;
      return (texts) => (separator === undefined ? [...texts] : texts.flatMap((text) => text.split(separator)));
    }
    return types.has('object') && !types.has('string') ? parseFirst : singleOrList;
  };

  /** The keys of a field in bracket notation, if it starts with a member that may have members. */
  const keysOf = (name: string): readonly string[] | undefined => {
    const keys = bracketKeys(name);
    const [first] = keys ?? [];
    if (first === undefined) return undefined;
    if (encoding?.[first]?.style === 'deepObject') return keys;
    const types = shapes.typesOf(shapes.memberOf(schema?.schema, first));
    return types.has('object') || types.has('array') ? keys : undefined;
  };

  return (form: Form): Record<string, unknown> => {
    const value: Record<string, unknown> = {};
    let tree: Branch | undefined;
    for (const [name, texts] of Object.entries(form.fields)) {
      const keys = keysOf(name);
      if (keys !== undefined) {
        tree ??= new Map();
        for (const text of texts) insertValue(tree, keys, text);
        continue;
      }
      let read = kinds.get(name);
      if (read === undefined) {
        read = kindOf(name);
        // Cached only for described names: the number of undescribed ones is unbounded.
        if (shapes.memberOf(schema?.schema, name) !== undefined) kinds.set(name, read);
      }
      setMember(value, name, read(texts));
    }
    for (const [name, branch] of tree ?? [])
      setMember(value, name, toValue(branch, shapes.memberOf(schema?.schema, name), shapes));
    for (const file of form.files) setMember(value, file.field, file.fileName);
    return value;
  };
};
