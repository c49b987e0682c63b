import { loadOwnContract } from '../../src/edges/files/load-own-contract.ts';
import { type Vocabulary, createVocabulary } from '../../src/engine/scenarios/vocabulary.ts';
import { SIMULATORS } from '../../src/vat/simulators/simulators.ts';

/** What scenarios may speak of here: the bundled description and the simulators. */
export const loadVocabulary = async (): Promise<Vocabulary> =>
  createVocabulary({
    contract: (await loadOwnContract()).contract,
    simulators: SIMULATORS,
  });
