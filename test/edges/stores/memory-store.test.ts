import { createMemoryStore } from '../../../src/edges/stores/memory-store.ts';
import { describeStore } from './store-conformance.ts';

describeStore('in memory', () =>
  Promise.resolve({
    open: () => Promise.resolve(createMemoryStore()),
    survives: false,
    remove: () => Promise.resolve(),
  }),
);
