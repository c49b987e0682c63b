import type { NewDocument } from '../../engine/sandbox/store.ts';
import type { Json } from '../../kernel/json.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import type { StateDocument } from './state-document.ts';

/**
 * Public links contain the name of their sandbox (`<sandbox>.<26 characters>`). Rewrites them in data that moves to
 * another sandbox, so that they lead there instead of to the source.
 */
export const readdressLinks = (value: Json, from: string, to: string): Json => {
  const name = from.replaceAll(/[^\w-]/g, '\\$&');
  const links = new RegExp(`(^|/)${name}\\.(?=[0-9A-Z]{26}(?![0-9A-Z]))`, 'g');
  const visit = (node: Json): Json => {
    if (typeof node === 'string') return node.includes(from) ? node.replace(links, `$1${to}.`) : node;
    if (Array.isArray(node)) return node.map((item: Json) => visit(item));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, member]) => [key, member === undefined ? undefined : visit(member)]),
    );
  };
  return visit(value);
};

/** The state with the links of another sandbox, record by record. */
export function* readdressState(state: StateDocument, to: string): Steps<StateDocument> {
  if (state.sandbox === to) return state;
  const collections: Record<string, StateDocument['collections'][string]> = {};
  for (const [name, { last, documents }] of Object.entries(state.collections)) {
    const moved: NewDocument[] = [];
    for (const record of documents) {
      const value = record as unknown as Json;
      moved.push(readdressLinks(value, state.sandbox, to) as unknown as NewDocument);
      yield;
    }
    collections[name] = { last, documents: moved };
  }
  return { ...state, collections };
}
