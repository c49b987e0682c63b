import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findPort } from '../find-port.ts';
import { NO_POSTGRES, findPgBouncer } from './programs.ts';
import { createFolderFor, findLesserUser, runChild } from './run-child.ts';

/** Shares its connections to the server among transactions, as hosted PostgreSQL often does. */
export const runPgBouncer = async (server: string): Promise<{ readonly url: string; stop: () => Promise<void> }> => {
  const program = findPgBouncer();
  if (program === undefined) throw new Error(NO_POSTGRES);
  const user = findLesserUser();
  const folder = await createFolderFor(user);
  const port = String(await findPort());
  const to = new URL(server);
  const password = to.password === '' ? '' : ` password=${decodeURIComponent(to.password)}`;
  const lines = [
    '[databases]',
    `* = host=${to.hostname} port=${to.port === '' ? '5432' : to.port} user=${decodeURIComponent(to.username)}${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = any\npool_mode = transaction\nmax_client_conn = 1000\ndefault_pool_size = 20`,
  ];
  await writeFile(path.join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  const { stop } = await runChild(program, ['pgbouncer.ini'], {
    ...{ user, folder },
    ready: /process up/,
    signal: 'INT',
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}${to.pathname}`,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
