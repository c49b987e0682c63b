import { valueAt } from '../../kernel/json-pointer.ts';

/** What an expression may name of one side of a call. */
interface Message {
  readonly header: (name: string) => string | undefined;
  readonly query: (name: string) => string | undefined;
  readonly path: (name: string) => string | undefined;
  readonly body: unknown;
}

/** A call and its response. */
export interface Called {
  readonly url: string;
  readonly method: string;
  readonly statusCode: number;
  readonly request: Message;
  readonly response: Pick<Message, 'header' | 'body'>;
}

/** OpenAPI 3.1.1, 4.8.20.4: `$request.` or `$response.`, then `header.`, `query.` or `path.` and a name, or `body` and a pointer. */
const SOURCE = /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#(.*))?)$/;

/** The value of a runtime expression; undefined if it has none, or is none. */
export const valueOf = (expression: string, called: Called): unknown => {
  if (expression === '$url') return called.url;
  if (expression === '$method') return called.method;
  if (expression === '$statusCode') return called.statusCode;
  const [found, side, kind, name = '', pointer = ''] = SOURCE.exec(expression) ?? [];
  if (found === undefined) return undefined;
  const message: Partial<Message> = side === 'request' ? called.request : called.response;
  switch (kind) {
    case 'header':
      return message.header?.(name.toLowerCase());
    case 'query':
    case 'path':
      return message[kind]?.(name);
    default:
      return valueAt(message.body, `#${pointer}`);
  }
};

/**
 * A text with the values of its expressions, which are embedded in braces or are the whole of it; undefined if one has no value.
 */
export const fillExpressions = (template: string, called: Called): string | undefined => {
  const parts = template.startsWith('$') ? [`{${template}}`] : template.split(/(\{\$[^{}]*\})/);
  const texts = parts.map((part) => {
    const value = /^\{\$/.test(part) ? valueOf(part.slice(1, -1), called) : part;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
};
