import { type ApiRequest, type Content, isJsonMediaType } from '../../kernel/http.ts';
import type { Handle } from './dispatcher.ts';

/** HTTP clients used in a terminal; pipelines can process indented JSON as well. */
const TERMINAL_CLIENT = /^(?:curl|httpie|xh|wget)\//i;

/** Maximum bytes of a response that is indented: larger ones are not read in a terminal. */
const LONGEST_INDENTED = 1_048_576;

/**
 * Indents JSON for terminal clients and ends it with a line feed, which all other clients get too. Attachments stay
 * unchanged, byte for byte, and so do other media types.
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
 * Indents the text instead of re-serializing the value, so that every number keeps its digits. Empty lists and objects
 * stay on one line.
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

/** A string as a whole, so that its content stays unchanged; an empty pair of brackets; any other token. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|[{}[\],:]/g;

const newLine = (depth: number): string => `\n${'  '.repeat(depth)}`;
