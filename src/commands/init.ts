import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn } from '../config/config.ts';
import { packageVersion } from '../edges/files/package-files.ts';
import { toTypeScript } from '../engine/contract/to-typescript.ts';
import { loadContract } from '../engine/validation/load-contract.ts';
import { wholeFileError } from '../kernel/user-errors.ts';
import type { Input } from './command-line/command.ts';
import { pickCall } from './init/pick-call.ts';
import { toFiles } from './init/templates.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Makes a folder for a mock of a description, or of several, which runs at once. */
export const run = async ({ words, isSet }: Input, terminal: Terminal): Promise<number> => {
  const [spec, folder = 'mock', ...others] = words;
  if (spec === undefined || others.length > 0) throw new UsageError('init takes a description and a folder');
  const files = await filesFor(filesIn(spec), folder);
  const targets = [...files].map(([name, content]) => ({ target: path.join(folder, name), content }));
  const taken = targets.map(({ target }) => target).filter((target) => existsSync(target));
  if (taken.length > 0 && !isSet('force')) {
    terminal.complain(`vatmock: nothing was written: ${taken.join(', ')} would be overwritten; --force does that`);
    return EXIT.failed;
  }
  for (const { target, content } of targets) {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
    terminal.print(`wrote ${target}`);
  }
  terminal.print(`\nNext:\n\n  cd ${folder}\n  npm install\n  npm start`);
  return EXIT.ok;
};

/** By name: the descriptions with the files that they refer to, their types, and what is made for them. */
const filesFor = async (
  specs: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  const files = new Map<string, string | Uint8Array>();
  const mains: string[] = [];
  for (const spec of specs) {
    let others: readonly string[] = [];
    const { file } = await loadContract(spec, {
      trusted: false,
      examples: 0,
      prepared: {
        find: () => Promise.resolve(undefined),
        keep: (_file, madeOf) => {
          others = madeOf.others;
          return Promise.resolve();
        },
      },
    });
    const source = path.dirname(file);
    const given = path.basename(file);
    // It stands in commands.
    const main = /^[\w.-]+$/.test(given) ? given : `openapi${path.extname(given)}`;
    mains.push(main);
    if (path.resolve(folder) === source) continue;
    for (const name of [given, ...others]) {
      const target = name === given ? main : name;
      const content = await readFile(path.join(source, name));
      if (content.compare((files.get(target) as Uint8Array | undefined) ?? content) !== 0)
        throw wholeFileError(file, `another description has a file ${target}, too: rename one of them`);
      files.set(target, content);
    }
  }
  const { contract, call } = await pickCall(specs);
  files.set('api-types.ts', toTypeScript(contract));
  const facts = {
    specs: mains,
    title: contract.title.replaceAll(/\s+/g, ' '),
    version: packageVersion(),
    call,
  };
  for (const [name, text] of Object.entries(toFiles(facts))) files.set(name, text);
  return files;
};
