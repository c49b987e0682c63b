import type { loadContract } from '../../engine/validation/load-contract.ts';

/** Whether a description is fetched rather than read. */
export const isRemote = (spec: string): boolean => /^https?:\/\//i.test(spec);

/** Third-party descriptions: files, folders or URLs. What reading them takes is loaded here: most commands read none. */
export const loadForeign = async (
  specs: readonly string[],
  { asyncapi, overlays }: Required<Pick<Parameters<typeof loadContract>[1], 'asyncapi' | 'overlays'>>,
) => {
  const { loadContract: load } = await import('../../engine/validation/load-contract.ts');
  const found = await Promise.all(
    specs.map(async (file) =>
      isRemote(file) ? (await import('./fetch-description.ts')).fetchDescription(file) : { file, remove: undefined },
    ),
  );
  const contract = await load(
    found.map(({ file }) => file),
    { trusted: false, asyncapi, overlays },
  );
  return {
    contract,
    /** Removes copies of descriptions that were fetched. */
    forget: async () => {
      for (const { remove } of found) await remove?.();
    },
  };
};
