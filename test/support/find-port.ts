import { createServer } from 'node:net';

// Below the ports that systems give to whoever asks for any: one of those may be taken again before it is used.
const FIRST = 10_000;
const COUNT = 20_000;

/** Far from those of other processes that look for ports at the same time. */
let looked = process.pid * 97;

/** A public URL hides the port that the server has picked: such a server gets one that is free. */
export const findPort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + (looked++ % COUNT);
    if (await isFree(port)) return port;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
