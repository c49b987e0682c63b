import { request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request on a connection of its own, which leaves nothing open at a server that is about to be stopped. */
export const call = (url: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });

/** As `call`, for what has to work. */
export const callOrThrow = async (url: string, options: Call = {}): Promise<Answer> => {
  const answer = await call(url, options);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(
    `${options.method ?? 'GET'} ${new URL(url).pathname} answered ${String(answer.status)}: ${answer.text.slice(0, 200)}`,
  );
};
