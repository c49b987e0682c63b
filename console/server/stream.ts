import { signal } from '@preact/signals';
import { fetchGood, toUrl } from './call.ts';
import { tell } from './told.ts';

/** Whether what is on the screen is live. */
export const connection = signal<'connecting' | 'live' | 'lost' | 'paused'>('connecting');

const KINDS = 'exchange,event,delivery,clock,scenario,finding,state,show';

const LEAST_WAIT = 500;
const MOST_WAIT = 15_000;
/** A hidden page lets go of its connection after this: a browser has six per server. */
const HIDDEN_FOR = 20_000;

/** Keeps a connection to the stream open until it is stopped. */
export const startStream = (): (() => void) => {
  let lastId: string | undefined;
  let isStopped = false;
  let wait = LEAST_WAIT;
  let controller = new AbortController();
  let timer: number | undefined;

  const open = async (): Promise<void> => {
    controller = new AbortController();
    try {
      const { body } = await fetchGood(toUrl('/stream', { query: { kinds: KINDS } }), {
        headers: lastId === undefined ? {} : { 'last-event-id': lastId },
        signal: controller.signal,
      });
      if (body === null) return;
      wait = LEAST_WAIT;
      connection.value = 'live';
      for await (const { event = '', data, id = lastId } of readEvents(body)) {
        // A comment keeps the connection alive, or hints at reconnecting.
        if (data === undefined) continue;
        // What happened between reading a list and listening, or while there was no connection.
        if (event === 'listening' && lastId === undefined) tell('gap');
        lastId = id;
        if (event === 'closed') break;
        tell(event, JSON.parse(data));
      }
    } catch {
      // Reconnecting is the answer to every failure.
    }
    if (controller.signal.aborted || isStopped) return;
    connection.value = 'lost';
    timer = setTimeout(() => void open(), wait);
    wait = Math.min(MOST_WAIT, wait * 2);
  };

  const close = (): void => {
    clearTimeout(timer);
    controller.abort();
  };

  const onVisibility = (): void => {
    clearTimeout(timer);
    if (document.hidden)
      timer = setTimeout(() => {
        close();
        connection.value = 'paused';
      }, HIDDEN_FOR);
    else if (connection.value !== 'live') {
      close();
      void open();
    }
  };

  document.addEventListener('visibilitychange', onVisibility);
  void open();
  return () => {
    isStopped = true;
    document.removeEventListener('visibilitychange', onVisibility);
    close();
    connection.value = 'connecting';
  };
};

/** Reads the fields of server-sent events from a body; `EventSource` cannot send the headers that the server asks for. */
async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Partial<Record<string, string>>> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield Object.fromEntries(block.split('\n').map(toField));
  }
}

const toField = (line: string): readonly [name: string, value: string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
};
