import type { Operation } from '../../src/engine/contract/contract.ts';
import type { Step } from './play-order.ts';

/** The texts of path parameters: by the path up to each, whatever its name, and by the resource whose item it names. */
export const createPathTexts = () => {
  const texts = new Map<string, string>();
  const keyOf = ({ path: template }: Operation, parameter: string): string => {
    const end = template.indexOf(`{${parameter}}`);
    return template.slice(0, end).replaceAll(/\{[^}]*\}/g, '{}');
  };
  return {
    knownTo:
      ({ operation, resource, part }: Step) =>
      (parameter: string): string | undefined =>
        (part?.parameter === parameter ? texts.get(resource?.name ?? '') : undefined) ??
        texts.get(keyOf(operation, parameter)),
    created: ({ resource }: Step, id: string): void => {
      if (resource === undefined) return;
      texts.set(resource.name, id);
      texts.set(`${resource.path.replaceAll(/\{[^}]*\}/g, '{}')}/`, id);
    },
    used: ({ operation }: Step, requestPath: string): void => {
      const segments = requestPath.split('?')[0]?.split('/') ?? [];
      for (const [place, segment] of operation.path.split('/').entries()) {
        const parameter = /^\{([^}]*)\}$/.exec(segment)?.[1];
        if (parameter === undefined || texts.has(keyOf(operation, parameter))) continue;
        texts.set(keyOf(operation, parameter), decodeURIComponent(segments[place] ?? ''));
      }
    },
  };
};
