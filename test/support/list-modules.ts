// Given to Node by `--import`: lists what the process has loaded, in the file LOADED_MODULES, when it exits.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
process.on('exit', () => {
  const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
  writeFileSync(process.env['LOADED_MODULES'] ?? '', [...loaded, ...moduleLoadList].join('\n'));
});
