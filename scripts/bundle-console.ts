// Makes dist/console/, what a server of this clone shows at /__console. `npm start` and `npm run test:jest` run it first:
// it takes a moment.
import { packageFile } from '../src/edges/files/package-files.ts';
import { bundleConsole } from './package/bundle-console.ts';

await bundleConsole(packageFile('dist', 'console'));
