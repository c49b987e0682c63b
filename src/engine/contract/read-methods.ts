import type { Cursor } from './cursor.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Methods that are keys of a path item. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'];

/** The other methods that Node.js parses; it rejects any other with 400 and closes the connection. */
const OTHERS = [
  ...['ACL', 'BIND', 'CHECKOUT', 'COPY', 'LINK', 'LOCK', 'M-SEARCH', 'MERGE', 'MKACTIVITY', 'MKCALENDAR', 'MKCOL'],
  ...['MOVE', 'NOTIFY', 'PROPFIND', 'PROPPATCH', 'PURGE', 'REBIND', 'REPORT', 'SEARCH', 'SOURCE', 'SUBSCRIBE'],
  ...['UNBIND', 'UNLINK', 'UNLOCK', 'UNSUBSCRIBE'],
];

/** The operations of a path item by method, including the `additionalOperations` of OpenAPI 3.2. */
export const readMethods = (
  pathItem: Cursor,
  findings: Diagnostic[],
): readonly (readonly [method: string, Cursor])[] => {
  const found: [string, Cursor][] = [];
  for (const method of METHODS) {
    const place = pathItem.at(method.toLowerCase());
    if (place.exists) found.push([method, place]);
  }
  for (const [method, place] of pathItem.at('additionalOperations').entries()) {
    if (OTHERS.includes(method)) {
      found.push([method, place]);
      continue;
    }
    const reason = METHODS.includes(method)
      ? `it belongs under "${method.toLowerCase()}"`
      : `Node.js reads no such method, only ${OTHERS.join(', ')}`;
    const name = place.text('operationId');
    findings.push({
      pointer: place.pointer,
      message: `additional operation "${method}"${name === undefined ? '' : ` (${name})`} is not served: ${reason}`,
    });
  }
  return found;
};
