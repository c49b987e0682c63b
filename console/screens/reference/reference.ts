import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { type Description, type Node, text, toList } from '../../server/description.ts';

/** Ids of the assumptions that a part rests on. */
export const assumptionsOf = (node: Node): readonly string[] => toList(node['x-assumption']).map(text);

/** What is said of a part, without HTML and the targets of links (CommonMark). */
export const wordsOf = (node: Node): string =>
  text(node['description'])
    .replaceAll(/<\/?(?:a|b|br|code|div|em|i|li|ol|p|span|strong|ul)\b[^<>]*>/gi, '')
    .replaceAll(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1');

/** What the pages of the reference are made of: a description, and the register of assumptions. */
const Current = createContext<
  { readonly description: Description; readonly assumptions: readonly Assumption[] } | undefined
>(undefined);

export const ReferenceProvider = Current.Provider;

export const useReference = () => {
  const current = useContext(Current);
  if (current === undefined) throw new Error('A page of the reference is outside its screen');
  return current;
};
