import type { Observer } from '../../engine/ports/ports.ts';
import { renderProblem } from '../../engine/problems/problem.ts';
import { toStorageProblem } from '../../engine/sandbox/storage-problem.ts';
import type { Clock } from '../../kernel/clock.ts';
import {
  type ApiRequest,
  type Content,
  type Handle,
  isJsonMediaType,
  isRead,
  jsonContent,
  type Reply,
  RequestAborted,
  RETRY_SOON,
  ServerBusy,
} from '../../kernel/http.ts';
import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';

export const createDispatcher = ({
  prefixed,
  api,
  welcome,
}: {
  readonly prefixed: readonly { readonly prefix: string; readonly handle: Handle }[];
  readonly api: Handle;
  /** Response of `GET /`, as an introduction. */
  readonly welcome: ((request: ApiRequest) => Reply) | undefined;
}): Handle => {
  const httpRoutes = prefixed.map(({ prefix, handle }) => ({ prefix, below: `${prefix}/`, handle }));
  return (request) => {
    const { path } = request;
    for (const { prefix, below, handle } of httpRoutes)
      if (path === prefix || path.startsWith(below)) return handle(request);
    if (path === '/' && welcome !== undefined && isRead(request)) return Promise.resolve(welcome(request));
    return api(request);
  };
};

/** What a route outside the engine needs for logging. */
export interface RouteWatch {
  readonly observer: Observer;
  readonly clock: Clock;
  readonly random: Random;
  /** Prefix of problem type URIs. */
  readonly problemBase: () => string;
}

/**
 * Assigns ids to each exchange of a route outside the engine, logs it, renders a problem that the route throws, and hides
 * internal errors from the client.
 */
export const observed = (
  handle: Handle,
  source: string,
  { observer, clock, random, problemBase }: RouteWatch,
  pathForLog = (path: string): string => path,
): Handle => {
  const ids = random.split(source);
  return async (request) => {
    const startedAt = clock.elapsed();
    const id = drawUuid(ids);
    const drawn = drawTraceId(ids);
    const reply = await handle(request).catch((error: unknown): Reply => {
      if (error instanceof RequestAborted) return { status: 408, headers: {} };
      if (error instanceof ServerBusy)
        return { status: 503, headers: RETRY_SOON, content: jsonContent({ error: 'temporarily_unavailable' }) };
      if (error instanceof Problem)
        return renderProblem(error.members, { problemBase: problemBase(), instance: request.path, traceId: drawn });
      observer.failed(error, drawn);
      const unstored = toStorageProblem(error)?.members;
      if (unstored !== undefined)
        return {
          status: unstored.status,
          headers: unstored.headers ?? {},
          content: jsonContent({ error: 'temporarily_unavailable', error_description: unstored.detail }),
        };
      return { status: 500, headers: {}, content: jsonContent({ error: 'server_error' }) };
    });
    const traceId = reply.headers['x-trace-id'] ?? drawn;
    const { method, path } = request;
    const { status } = reply;
    const milliseconds = clock.elapsed() - startedAt;
    observer.finished({
      id,
      traceId,
      method,
      path: pathForLog(path),
      operationId: undefined,
      clientId: undefined,
      status,
      source,
      milliseconds,
    });
    return {
      ...reply,
      headers: { ...reply.headers, 'x-mock-request-id': id, 'x-mock-source': source, 'x-trace-id': traceId },
    };
  };
};

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
