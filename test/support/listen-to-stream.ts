import { request } from 'node:http';

export interface StreamedMessage {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: ReturnType<typeof JSON.parse>;
}

export interface Stream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** All that came so far. */
  readonly messages: readonly StreamedMessage[];
  /** Resolves when so many messages have come in all. */
  readonly waitFor: (count: number) => Promise<readonly StreamedMessage[]>;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  readonly leave: () => void;
}

/** Follows server-sent events; resolves as soon as the headers are there. */
export const listenToStream = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const messages: StreamedMessage[] = [];
    let waiting: { readonly count: number; readonly done: () => void }[] = [];
    let text = '';
    const outgoing = request(url, { headers: { ...headers } }, (incoming) => {
      const ended = new Promise<void>((end) => {
        incoming.once('close', end);
      });
      incoming.setEncoding('utf8');
      incoming.on('error', () => undefined);
      incoming.on('data', (piece: string) => {
        text += piece;
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        messages.push(...parts.flatMap(toMessage));
        for (const { done } of waiting.filter(({ count }) => messages.length >= count)) done();
        waiting = waiting.filter(({ count }) => messages.length < count);
      });
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        messages,
        waitFor: async (count) => {
          if (messages.length < count) await new Promise<void>((done) => waiting.push({ count, done }));
          return messages;
        },
        ended,
        leave: () => outgoing.destroy(),
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

const toMessage = (part: string): StreamedMessage[] => {
  const fields = Object.fromEntries(
    part
      .split('\n')
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const { event, id, data } = fields;
  return event === undefined ? [] : [{ event, id, data: JSON.parse(data ?? 'null') as unknown }];
};
