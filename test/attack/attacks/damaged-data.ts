import { readdir, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Attack } from '../attack.ts';
import { createTenant } from '../tenant/create-tenant.ts';
import { expectRefusal, startWith } from './start-with.ts';

export const damagedData: Attack = {
  name: 'damaged-data',
  threat: 'A data file that was cut in half starts healthy, and then tokens are 500.',
  wanted: 'A quick check at the start, exit 1 and a line that names the file; so for a place that cannot be written.',
  unattended: true,
  play: async (stage) => {
    const data = path.join(stage.folder, 'damaged');
    const flags = ['--mode', 'hosted', '--public-url', 'https://stub.example', '--data', data];
    const { server, exit } = await startWith(stage, { flags });
    stage.expect(exit === undefined, 'the server did not start');
    for (let count = 0; count < 5; count++) await createTenant(server.url);
    await server.stop();
    const files = (await readdir(data)).map((name) => path.join(data, name));
    const sizes = await Promise.all(
      files.map(async (file) => {
        const { size, mode } = await stat(file);
        return { file, size, mode };
      }),
    );
    for (const { file, mode } of sizes)
      stage.expect(
        (mode & 0o077) === 0,
        `${path.basename(file)} can be read by others (${(mode & 0o777).toString(8)})`,
      );
    const { mode } = await stat(data);
    stage.expect((mode & 0o077) === 0, `the folder can be read by others (${(mode & 0o777).toString(8)})`);
    const [largest] = sizes.sort((one, other) => other.size - one.size);
    if (largest === undefined) throw new Error('no data');
    await truncate(largest.file, Math.floor(largest.size / 2));
    expectRefusal(stage, 'cut in half', await startWith(stage, { flags }), /vatmock: .*(?:damaged|corrupt|malformed)/i);

    const file = path.join(stage.folder, 'not-a-folder');
    await writeFile(file, '');
    const nowhere = ['--data', path.join(file, 'data')];
    expectRefusal(stage, 'nowhere', await startWith(stage, { flags: nowhere }), /vatmock: .*not-a-folder/);
  },
};
