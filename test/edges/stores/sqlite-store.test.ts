import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { describeStore } from './store-conformance.ts';

describeStore('in a file', async () => {
  const folder = await createTempFolder({});
  return {
    open: () => Promise.resolve(createSqliteStore(folder.file('data.db'))),
    survives: true,
    remove: folder.remove,
  };
});
