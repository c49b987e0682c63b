import { stayAwake } from '../edges/system/time.ts';
import { keepListening } from './listen/keep-listening.ts';
import { readListenOptions } from './listen/listen-options.ts';
import { remote } from './remote/remote.ts';

/** Forwards the webhooks of a server to this machine until stopped. */
export const run = remote((input, terminal) => {
  const options = readListenOptions(input);
  return async (server) => {
    const sleep = stayAwake();
    try {
      return await keepListening(server, options, terminal);
    } finally {
      sleep();
    }
  };
});
