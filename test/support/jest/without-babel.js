import { registerHooks } from 'node:module';

// No test compares with snapshots, and Node strips the types: what Jest would load to write inline snapshots and to compile
// costs a run of one file a tenth of its time.
const NOTHING = import.meta.resolve('./nothing.cjs');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('@babel/')
      ? { url: NOTHING, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});
