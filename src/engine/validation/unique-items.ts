import { type Ajv2020, _, str } from 'ajv/dist/2020.js';
import { canonicalize } from '../../kernel/canonical-json.ts';
import type { Json } from '../../kernel/json.ts';
import { originalData } from './exact-numbers.ts';
import { definitionOf } from './keyword-definition.ts';

interface Pair {
  readonly i: number;
  readonly j: number;
}

/** The last item that equals an earlier one, and the nearest of those. */
const findDuplicate = (items: readonly unknown[]): Pair | undefined => {
  let found: Pair | undefined;
  const texts = new Map<string | number, number>();
  for (const [i, item] of items.entries()) {
    const text = Number.isSafeInteger(item) ? (item as number) : canonicalize(item as Json);
    const j = texts.get(text);
    if (j !== undefined) found = { i, j };
    texts.set(text, i);
  }
  return found;
};

/** In linear time; Ajv compares each item with each other. */
export const readUniqueItems = (ajv: Ajv2020): void => {
  const uniqueItems = definitionOf(ajv, 'uniqueItems');
  uniqueItems.error = {
    message: ({ params: { pair } }) =>
      str`must NOT have duplicate items (items ## ${_`${pair}.j`} and ${_`${pair}.i`} are identical)`,
    params: ({ params: { pair } }) => _`${pair}`,
  };
  uniqueItems.code = (context) => {
    if (context.schema !== true) return;
    const { gen } = context;
    const pair = gen.const('pair', _`${gen.scopeValue('func', { ref: findDuplicate })}(${originalData(context)})`);
    context.setParams({ pair });
    context.fail(_`${pair} !== undefined`);
  };
};
