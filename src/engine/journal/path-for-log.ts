import type { Settled } from '../pipeline/exchange.ts';

/**
 * The path as it may be written down. A public link holds its own key (`/self-service/{token}`): whoever reads the log
 * must not be able to use it, so that such a path appears as its template.
 */
export const pathForLog = ({
  request,
  operation,
  pathParameters,
}: Pick<Settled, 'request' | 'operation' | 'pathParameters'>): string => {
  if (operation === undefined || operation.security.length > 0) return request.path;
  return Object.keys(pathParameters ?? {}).length > 0 ? operation.path : request.path;
};
