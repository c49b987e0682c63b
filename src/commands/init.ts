import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageVersion } from '../edges/files/package-files.ts';
import { toTypeScript } from '../engine/contract/to-typescript.ts';
import { loadContract } from '../engine/validation/load-contract.ts';
import type { Command, Input } from './command-line/command.ts';
import { pickCall } from './init/pick-call.ts';
import { toFiles } from './init/templates.ts';
import { explainFailure } from './serve.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Makes a folder for a mock of a description, which runs at once. */
const run = async ({ words, isSet }: Input, terminal: Terminal): Promise<number> => {
  const [spec, folder = 'mock', ...others] = words;
  if (spec === undefined || others.length > 0) throw new UsageError('init takes a description and a folder');
  return explainFailure(terminal, async () => {
    const files = await filesFor(spec, folder);
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
  });
};

/** By name: the description with the files that it refers to, its types, and what is made for it. */
const filesFor = async (spec: string, folder: string): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  let others: readonly string[] = [];
  const contract = await loadContract(spec, {
    trusted: false,
    prepared: {
      find: () => Promise.resolve(undefined),
      keep: (_file, madeOf) => {
        others = madeOf.others;
        return Promise.resolve();
      },
    },
  });
  const { file, title } = contract;
  const source = path.dirname(file);
  const given = path.basename(file);
  // It stands in commands.
  const main = /^[\w.-]+$/.test(given) ? given : `openapi${path.extname(given)}`;
  const files = new Map<string, string | Uint8Array>();
  if (path.resolve(folder) !== source)
    for (const name of [given, ...others])
      files.set(name === given ? main : name, await readFile(path.join(source, name)));
  files.set('api-types.ts', toTypeScript(contract));
  const facts = {
    spec: main,
    title: title.replaceAll(/\s+/g, ' '),
    version: packageVersion(),
    call: await pickCall(file),
  };
  for (const [name, text] of Object.entries(toFiles(facts))) files.set(name, text);
  return files;
};

export const command: Command = {
  usage: 'DESCRIPTION [FOLDER]',
  about: `Makes a folder (by default, mock) for a mock of an OpenAPI description: a copy of the description, behaviours.ts for your own
behaviours with its types, a scenario, a test, package.json and Dockerfile.

  vatmock init openapi.yaml tickets
  cd tickets
  npm install
  npm start`,
  flags: { force: { help: 'Overwrite files that exist.' } },
  notes: 'Exit codes: 0 success, 1 files exist or the description cannot be loaded, 2 invalid command line.',
  wordChoices: 'files',
  run,
};
