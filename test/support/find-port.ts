import { type AddressInfo, createServer } from 'node:net';

/** A public URL hides the port that the server has picked: such a server gets one that is free. */
export const findPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
