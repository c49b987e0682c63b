import { loadContract } from '../../src/engine/contract/load-contract.ts';
import { type Vocabulary, createVocabulary } from '../../src/engine/scenarios/vocabulary.ts';
import { SIMULATORS } from '../../src/vat/simulators/simulators.ts';
import { packageFile } from '../../src/edges/files/package-files.ts';

/** What scenarios may speak of here: the bundled description and the simulators. */
export const loadVocabulary = async (): Promise<Vocabulary> =>
  createVocabulary({
    contract: await loadContract(packageFile('spec', 'openapi.yaml'), { trusted: true }),
    simulators: SIMULATORS,
  });
