import type { Operation, SecurityScheme } from './contract.ts';

/** A command that calls an operation of any description which needs no more than a credential; undefined if there is none. */
export const firstCallOf = (
  operations: readonly Operation[],
  baseUrl: string,
  credential = 'anything',
): { readonly operationId: string; readonly command: string } | undefined => {
  const simple = operations.find(
    ({ method, path, parameters }) =>
      method === 'GET' && !path.includes('{') && parameters.every(({ required }) => !required),
  );
  if (simple === undefined) return undefined;
  const flags = (simple.security[0] ?? []).map((scheme) => toFlag(scheme, credential));
  return { operationId: simple.id, command: `curl -i ${baseUrl}${simple.path}${flags.join('')}` };
};

/** How curl sends any credential of a scheme. */
const toFlag = (scheme: SecurityScheme, credential: string): string => {
  if (scheme.kind === 'basic') return ` -u anybody:${credential}`;
  if (scheme.kind !== 'api-key') return ` -H "Authorization: Bearer ${credential}"`;
  const flags = {
    header: ` -H "${scheme.key}: ${credential}"`,
    query: ` -G -d ${scheme.key}=${credential}`,
    cookie: ` -b ${scheme.key}=${credential}`,
  };
  return flags[scheme.in];
};
