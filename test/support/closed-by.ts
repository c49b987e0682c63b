import type { MockOptions } from '../../src/index.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type StartedMock, startMock } from './start-mock.ts';
import { type TempFolder, createTempFolder } from './temp-folder.ts';

type Close = () => unknown;

/** Folders, servers and what else tests open, which a hook closes, the last one first: `closedBy(afterEach)`. */
export const closedBy = (hook: (close: () => Promise<void>) => void) => {
  const closes: Close[] = [];
  hook(async () => {
    for (const close of closes.splice(0).reverse()) await close();
  });
  const folderOf = async (files: Readonly<Record<string, string>> = {}): Promise<TempFolder> => {
    const folder = await createTempFolder(files);
    closes.push(folder.remove);
    return folder;
  };
  const start = async (options: MockOptions = {}): Promise<StartedMock> => {
    const started = await startMock(options);
    closes.push(started.stop);
    return started;
  };
  const receive = async (): Promise<Receiver> => {
    const receiver = await startReceiver();
    closes.push(receiver.stop);
    return receiver;
  };
  return {
    folderOf,
    receive,
    start,
    /** A server of a description, which is the text of YAML or what JSON is made of, with other files beside it. */
    serve: async (
      description: object | string,
      options: MockOptions = {},
      files: Readonly<Record<string, string>> = {},
    ): Promise<StartedMock> => {
      const [name, text] =
        typeof description === 'string' ? ['openapi.yaml', description] : ['openapi.json', JSON.stringify(description)];
      const folder = await folderOf({ [name]: text, ...files });
      return start({ spec: folder.file(name), ...options });
    },
    /** Anything else. */
    closing: (close: Close): void => {
      closes.push(close);
    },
  };
};
