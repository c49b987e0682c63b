import { toEssence } from '../../kernel/media-type.ts';
import type { MediaType } from './contract.ts';
import type { SchemaShapes } from './schema-shapes.ts';

/**
 * What a part of a form is: a `value` that no file can be (an object, a number), a `text`, or a `file`, as are all parts
 * that the description leaves open.
 */
interface DescribedPart {
  readonly kind: 'value' | 'text' | 'file';
  /** The media types, or ranges of them, that its encoding lists; undefined if any is accepted. */
  readonly contentTypes: readonly string[] | undefined;
}

export type DescribePart = (name: string) => DescribedPart;

/**
 * Describes the parts of a form by name. Each part of an array holds one item (RFC 7578, 4.3; OpenAPI 3.2.0, Encoding By
 * Name), and `contentType` is a list (OpenAPI 3.0.4, Encoding Object).
 */
export const createDescribePart = ({ schema, encoding }: MediaType, shapes: SchemaShapes): DescribePart => {
  const { typesOf, memberOf, itemsOf, isBinary } = shapes;
  const kindOf = (name: string): DescribedPart['kind'] => {
    const member = memberOf(schema?.schema, name);
    const items = itemsOf(member);
    const types = typesOf(items ?? member);
    if (types.size === 0 || isBinary(member) || isBinary(items)) return 'file';
    return types.has('string') ? 'text' : 'value';
  };
  return (name) => ({
    kind: kindOf(name),
    contentTypes: encoding?.[name]?.contentType?.split(',').map(toEssence),
  });
};
