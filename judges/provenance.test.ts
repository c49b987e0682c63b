/** What a release publishes, made twice of one commit, and compared with what other tools say of it. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../test/acceptance/examples/run.ts';
import { packageVersion } from '../src/edges/files/package-files.ts';
import { type TempFolder, createTempFolder } from '../test/support/temp-folder.ts';

/** Builds take their time on a busy machine. */
jest.setTimeout(900_000);

const ROOT = path.join(import.meta.dirname, '..');
const TARBALL = `vatmock-${packageVersion()}.tgz`;

let folder: TempFolder;
beforeAll(async () => {
  folder = await createTempFolder({});
});
afterAll(() => folder.remove());

const shell = async (command: string, cwd = ROOT): Promise<string> => {
  const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', command], { cwd });
  if (code !== 0) throw new Error(`${command} failed:\n${output}`);
  return output.trim();
};

const makeIn = async (clone: string): Promise<string> => {
  const at = folder.file(clone);
  await shell(`git clone -q . '${at}' && for name in . mcp; do cp -a $name/node_modules '${at}'/$name/; done`);
  const out = folder.file(`${clone}-out`);
  await shell(`npm run --silent provenance -- --out '${out}'`, at);
  return out;
};

test('one commit gives the same bytes in any folder, as the statement says, and what is not committed gives none', async () => {
  const [out, other] = [await makeIn('clone'), await makeIn('a-folder/elsewhere')];
  const statement = await readFile(path.join(out, 'provenance.json'), 'utf8');
  expect(await readFile(path.join(other, 'provenance.json'), 'utf8')).toBe(statement);
  expect((await readFile(path.join(other, TARBALL))).equals(await readFile(path.join(out, TARBALL)))).toBe(true);

  const sha256 = await shell(`sha256sum < ${TARBALL} | cut -f1 -d' '`, out);
  const find = "find . -type f | cut -c3- | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -f1 -d' '";
  expect(JSON.parse(statement)).toMatchObject({
    subject: [
      { name: TARBALL, digest: { sha256 } },
      { name: 'image', digest: { dirHash: await shell(find, path.join(out, 'image')) } },
    ],
    predicate: {
      buildDefinition: {
        resolvedDependencies: [{ digest: { gitCommit: await shell('git rev-parse HEAD') } }, {}],
      },
    },
  });

  const clone = folder.file('clone');
  const refusalWith = async (file: string) => {
    await writeFile(path.join(clone, file), '');
    const again = shell(`npm run --silent provenance -- --out '${folder.file('again')}'`, clone);
    await expect(again).rejects.toThrow(new RegExp(`no commit has them:\n.*${file}$`));
    await rm(path.join(clone, file));
  };
  await shell('git config status.showUntrackedFiles no', clone);
  for (const file of ['src/more.ts', 'spec/ignored.log', 'README.log']) await refusalWith(file);
});
