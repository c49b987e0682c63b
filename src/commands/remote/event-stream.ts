export interface StreamedEvent {
  readonly event: string;
  readonly data: string;
}

/** Maximum characters of an event; the server sends no longer ones. */
const LONGEST = 16 * 1_048_576;

/** Parses server-sent events from a stream; skips comments and events without data. */
export const readEventStream = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true }).replaceAll('\r\n', '\n');
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    if (text.length > LONGEST) throw new Error('an event of the stream does not end');
    for (const part of parts) {
      const event = parseEvent(part);
      if (event !== undefined) yield event;
    }
  }
};

const parseEvent = (text: string): StreamedEvent | undefined => {
  let event = 'message';
  const data: string[] = [];
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^(\w*): ?(.*)$/s.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') };
};
