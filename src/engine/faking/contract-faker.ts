import { once } from '../../kernel/caches.ts';
import type { Contract } from '../contract/contract.ts';
import { documentFor } from '../contract/document-uses.ts';
import { createCompilers } from '../validation/ajv.ts';
import type { createFaker, FakeValue } from './create-faker.ts';

type FakerParts = Parameters<typeof createFaker>[0];

/** Generates what a contract describes as sent. The code is loaded with the first value: most servers generate none. */
export const createContractFaker = (
  contract: Contract,
  {
    loadGenerators,
    clock,
    nextTurn,
  }: Pick<FakerParts, 'clock' | 'nextTurn'> & {
    readonly loadGenerators: () => Promise<Pick<FakerParts, 'generators' | 'relations'>>;
  },
): FakeValue => {
  const load = once(async () => {
    const [module, generating] = await Promise.all([import('./create-faker.ts'), loadGenerators()]);
    return module.createFaker({
      ...generating,
      clock,
      nextTurn,
      document: contract.isForeign ? documentFor(contract.document, 'response-sample') : contract.document,
      avoidsExamples: contract.isForeign,
      compileAt: createCompilers(contract, 'response-sample').exact,
    });
  });
  return async (place, seed, how) => (await load())(place, seed, how);
};
