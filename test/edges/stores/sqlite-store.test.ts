import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { secureRandom } from '../../../src/edges/system/secure-random.ts';
import { nextTurn } from '../../../src/edges/system/time.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { describeStore } from './store-conformance.ts';
import type { Encryption } from '../../../src/edges/stores/codec.ts';

const inFile = (encryption?: Encryption) => async () => {
  const folder = await createTempFolder({});
  return {
    open: () => Promise.resolve(createSqliteStore(folder.file('data.db'), { encryption, nextTurn })),
    survives: true,
    remove: folder.remove,
  };
};

describeStore('in a file', inFile());

describeStore('in an encrypted file', inFile({ key: Buffer.alloc(32, 'key'), random: secureRandom }));
