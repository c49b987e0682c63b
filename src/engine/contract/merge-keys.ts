import { isSchemaObject } from './walk-schema.ts';

/**
 * Merges the mappings of merge keys (`<<: *defaults`) into the mappings that hold them, in place: a key of their own
 * counts, then that of the first mapping that has it (https://yaml.org/type/merge.html). Aliases share their values, so
 * this is for files of bounded size.
 */
export const mergeKeys = (content: unknown): void => {
  const visited = new Set<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || visited.has(node)) return;
    visited.add(node);
    for (const member of Object.values(node)) visit(member);
    if (!isSchemaObject(node) || !Object.hasOwn(node, '<<')) return;
    const sources: unknown[] = [node['<<']].flat();
    if (!sources.every(isSchemaObject)) return;
    delete node['<<'];
    for (const source of sources)
      for (const [key, value] of Object.entries(source))
        if (key !== '__proto__' && !Object.hasOwn(node, key)) node[key] = value;
  };
  visit(content);
};
