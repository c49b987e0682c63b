import type { Contract } from '../contract/contract.ts';
import { documentFor } from '../contract/document-uses.ts';
import { createCompilers } from '../validation/ajv.ts';
import { type FakeValue, createFaker } from './create-faker.ts';

/** Generates what a contract describes as sent. */
export const createContractFaker = (
  contract: Contract,
  parts: Pick<Parameters<typeof createFaker>[0], 'generators' | 'relations' | 'clock' | 'nextTurn'>,
): FakeValue =>
  createFaker({
    ...parts,
    document: contract.isForeign ? documentFor(contract.document, 'response-sample') : contract.document,
    avoidsExamples: contract.isForeign,
    compileAt: createCompilers(contract, 'response-sample').exact,
  });
