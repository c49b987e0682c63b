import type { CommandDetails, Flags } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

/** Draining is for the operator: no client's secret helps. */
const SERVER: Flags = Object.fromEntries(
  Object.entries(SERVER_FLAGS).filter(([name]) => name === 'url' || name === 'token'),
);

export const DRAIN: CommandDetails = {
  about: `Takes a server out of service without a request that fails, and waits until nothing is in progress: load balancers learn
that it is not ready, its connections and streams end, and the servers that share its database take over its jobs. It still
answers what reaches it. Any server at --url can be asked about any other one that shares its database.

  vatmock drain --list             list the servers
  vatmock drain 5f0c7c0e           drain the one whose id begins so
  vatmock drain vatmock-x2x7q      drain the one on this machine, or in this pod
  vatmock drain this --stop        drain the one that answers at --url, then end its process
  vatmock drain 5f0c7c0e --resume  let it serve again

SERVER may be left out if there is only one.`,
  flags: {
    list: { help: 'list the servers, and drain none' },
    stop: { help: 'end the process when it has drained; where something starts it again, this restarts it' },
    resume: { help: 'let the server take requests, jobs and deliveries again' },
    timeout: {
      value: 'DURATION',
      help: 'how long to wait until nothing is in progress; the server goes on draining',
      fallback: 'PT1M',
    },
    json: { help: 'print the last response of the control API unchanged' },
    ...SERVER,
  },
  notes: `Without --token, vatmock sends ADMIN_TOKEN (the operator's token) from the environment.

Exit codes: 0 success, 1 something is still in progress, or the server refuses or is unreachable, 2 invalid command line.`,
};
