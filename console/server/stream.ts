import { type ReadonlySignal, signal } from '@preact/signals';
import { CONSOLE_HEADERS, fetchSafely, toUrl } from './call.ts';
import { endSession } from './session.ts';
import { KINDS, tell } from './told.ts';

type Connection = 'connecting' | 'live' | 'lost' | 'paused';

const status = signal<Connection>('connecting');
/** Whether what is on the screen is live. */
export const connection: ReadonlySignal<Connection> = status;

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
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = async (): Promise<void> => {
    controller = new AbortController();
    try {
      const response = await fetchSafely(toUrl('/stream', { query: { kinds: KINDS.join(',') } }), {
        headers: { ...CONSOLE_HEADERS, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
        signal: controller.signal,
      });
      if (response.status === 401) {
        endSession();
        return;
      }
      if (!response.ok || response.body === null) throw new Error(`stream: ${String(response.status)}`);
      wait = LEAST_WAIT;
      status.value = 'live';
      for await (const event of readEvents(response.body)) {
        // What happened between reading a list and listening, or while there was no connection.
        if (event.kind === 'listening' && lastId === undefined) tell('gap');
        lastId = event.id ?? lastId;
        if (event.kind === 'closed') break;
        tell(event.kind, event.data);
      }
    } catch {
      // Reconnecting is the answer to every failure.
    }
    if (controller.signal.aborted || isStopped) return;
    status.value = 'lost';
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
        status.value = 'paused';
      }, HIDDEN_FOR);
    else if (status.value !== 'live') {
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
    status.value = 'connecting';
  };
};

/** One server-sent event. */
interface StreamEvent {
  readonly kind: string;
  readonly data: unknown;
  readonly id: string | undefined;
}

/** Reads server-sent events from a body; `EventSource` cannot send the headers that the server asks for. */
async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = toEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

/** Undefined for a comment, which keeps the connection alive, and for a hint on reconnecting. */
const toEvent = (block: string): StreamEvent | undefined => {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const;
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return { kind: fields.get('event') ?? 'message', data: JSON.parse(data), id: fields.get('id') };
};
