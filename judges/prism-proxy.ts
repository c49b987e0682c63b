import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PRISM = fileURLToPath(new URL('./node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));

export interface PrismProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Prism between client and server, which answers 500 in the server's place when an answer breaks the description. */
export const startPrismProxy = async (description: string, upstream: string): Promise<PrismProxy> => {
  const options = ['--errors', '--host', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, [PRISM, 'proxy', description, upstream, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));

  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(line);
      const address = /is listening on (http:\/\/[\w.:]+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`Prism ended before it listened:\n${said.join('\n')}`));
    });
  });
  return {
    url,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
};
