// Makes dist/, which is what the package publishes: the program with all that it uses in it, the console, the licences and
// the bill of materials of what was bundled, and our YAML files as JSON, which is read much faster. `--out FOLDER` makes
// another folder instead; `--types` adds the types, which take most of the time: `npm pack` does.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageFile } from '../src/edges/files/package-files.ts';
import { buildDist } from './package/build-dist.ts';
import { writeCommonJs } from './package/common-js.ts';
import { writeTypes } from './package/types.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: packageFile('dist') }, types: { type: 'boolean', default: false } },
  allowNegative: true,
});
const out = path.resolve(values.out);

await rm(out, { recursive: true, force: true });
if (values.types) writeTypes(path.join(out, 'index.d.ts'));
await buildDist(out);
await writeCommonJs(out, values);
