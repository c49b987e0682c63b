/** One server-sent event. */
export interface StreamEvent {
  readonly kind: string;
  readonly data: unknown;
  readonly id?: string;
}

/** Reads server-sent events from a body; `EventSource` cannot send the headers that the server asks for. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
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
  const fields = new Map(block.split('\n').map((line) => toField(line)));
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const id = fields.get('id');
  return { kind: fields.get('event') ?? 'message', data: JSON.parse(data), ...(id === undefined ? {} : { id }) };
};

const toField = (line: string): readonly [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
};
