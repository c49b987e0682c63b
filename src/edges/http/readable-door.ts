import { type ApiRequest, type Content, isJsonMediaType } from '../../kernel/http.ts';
import type { Handle } from './dispatcher.ts';

/** Programs that people use on a terminal; those of a pipeline read indented JSON as well. */
const TERMINAL_CLIENT = /^(?:curl|httpie|xh|wget)\//i;

/** More than this nobody reads on a terminal. Bytes. */
const LONGEST_INDENTED = 1_048_576;

/**
 * JSON as people want it who call from a terminal: indented, and with a line feed at its end, which all others get too.
 * What is meant for a file (an attachment) stays as it was made, byte for byte, and so does what is no JSON.
 */
export const readable =
  (handle: Handle): Handle =>
  async (request) => {
    const reply = await handle(request);
    const { content, headers } = reply;
    if (content === undefined || headers['content-disposition'] !== undefined) return reply;
    return isJsonMediaType(content.mediaType) ? { ...reply, content: toReadable(content, request) } : reply;
  };

const toReadable = (content: Content, request: ApiRequest): Content => {
  const text = typeof content.body === 'string' ? content.body : Buffer.from(content.body).toString('utf8');
  const isForPeople =
    TERMINAL_CLIENT.test(request.header('user-agent') ?? '') && content.byteLength <= LONGEST_INDENTED;
  const body = `${isForPeople ? indent(text) : text}\n`;
  return { ...content, body, byteLength: Buffer.byteLength(body) };
};

/**
 * Indents the text and not the value that it was made from: so every number keeps its digits. A list or an object without
 * anything in it stays on its line.
 */
const indent = (text: string): string => {
  let depth = 0;
  return text.replaceAll(TOKEN, (token) => {
    switch (token) {
      case '{':
      case '[':
        return `${token}${newLine(++depth)}`;
      case '}':
      case ']':
        return `${newLine(--depth)}${token}`;
      case ',':
        return `,${newLine(depth)}`;
      case ':':
        return ': ';
      default:
        return token;
    }
  });
};

/** A text as a whole, so that what stands in it is left alone; an empty pair of brackets; what else there is to break at. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|[{}[\],:]/g;

const newLine = (depth: number): string => `\n${'  '.repeat(depth)}`;
