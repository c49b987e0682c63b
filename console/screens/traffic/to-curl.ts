import { toDraft } from './draft.ts';
import type { WholeExchange } from './whole-exchange.ts';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command; the token stays a variable, because the journal does not keep it. */
export const toCurl = (exchange: WholeExchange): string => {
  const { method, path, headers, body } = toDraft(exchange);
  const hasToken = exchange.request.headers['authorization'] !== undefined;
  return [
    `curl -i -X ${method} ${quote(location.origin + path)}`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ].join(' \\\n  ');
};
