import type { Contract } from '../../../src/engine/contract/contract.ts';
import { readContract } from '../../../src/engine/contract/read-contract.ts';

/** The contract of a description with these members. */
export const contractOf = (members: object): Contract =>
  readContract({ file: 'test.yaml', document: { paths: {}, ...members }, explainReference: () => 'leads nowhere' });
