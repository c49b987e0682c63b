import type { Contract } from '../../engine/contract/contract.ts';
import { loadContract } from '../../engine/validation/load-contract.ts';
import { PROBLEMS } from '../../vat/policy/problem.ts';
import { fetchDescription, isRemote } from './fetch-description.ts';

type LoadOptions = Required<Pick<Parameters<typeof loadContract>[1], 'discriminators' | 'asyncapi' | 'overlays'>>;

/** A third-party description: a file, a folder or a URL. */
export const loadForeign = async (
  spec: string,
  { discriminators, asyncapi, overlays }: LoadOptions,
): Promise<Contract> =>
  loadContract(isRemote(spec) ? (await fetchDescription(spec)).file : spec, {
    ...{ trusted: false, problems: PROBLEMS, discriminators, asyncapi, overlays },
  });
