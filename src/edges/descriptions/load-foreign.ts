import type { loadContract } from '../../engine/validation/load-contract.ts';

type LoadOptions = Pick<Parameters<typeof loadContract>[1], 'discriminators' | 'asyncapi' | 'overlays'>;

/** Whether a description is fetched rather than read. */
export const isRemote = (spec: string): boolean => /^https?:\/\//i.test(spec);

/** A third-party description: a file, a folder or a URL. What reading it takes is loaded here: most commands read none. */
export const loadForeign = async (spec: string, { discriminators, asyncapi, overlays }: Required<LoadOptions>) => {
  const { loadContract: load } = await import('../../engine/validation/load-contract.ts');
  const fetched = isRemote(spec) ? await (await import('./fetch-description.ts')).fetchDescription(spec) : undefined;
  const contract = await load(fetched?.file ?? spec, {
    ...{ trusted: false, discriminators, asyncapi, overlays },
  });
  return {
    contract,
    /** Removes the copy of a description that was fetched. */
    forget: fetched?.remove,
  };
};
