import type { Operation } from '../../engine/contract/contract.ts';

/** Credentials of the kinds that an operation declares, for a server of another API: it accepts any value. */
export const credentialsFor = ({ security: [schemes = []] }: Operation) => {
  const headers: Record<string, string> = {};
  let query = '';
  for (const scheme of schemes) {
    if (scheme.kind === 'bearer') headers['authorization'] = 'Bearer demo';
    if (scheme.kind === 'basic') headers['authorization'] = 'Basic ZGVtbzpkZW1v';
    if (scheme.kind !== 'api-key') continue;
    if (scheme.in === 'header') headers[scheme.key] = 'demo';
    if (scheme.in === 'cookie') headers['cookie'] = `${scheme.key}=demo`;
    if (scheme.in === 'query') query = `?${scheme.key}=demo`;
  }
  return { headers, query };
};
