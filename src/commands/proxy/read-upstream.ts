import type { Flag } from '../command-line/declaration.ts';
import type { Input } from '../command-line/input.ts';
import { UsageError } from '../terminal/usage-error.ts';

export const UPSTREAM_FLAG: Flag = {
  value: 'URL',
  help: 'the real service; a path in the URL takes the place of the base path of the description',
};

/** Without a trailing slash. */
export const readUpstream = ({ text }: Input): string => {
  const given = text('upstream') ?? '';
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--upstream must be the http or https URL of the service, such as https://api.example.com/v1${given === '' ? '' : `, but is "${given}"`}`,
    );
  if (`${url.search}${url.hash}${url.username}${url.password}` !== '')
    throw new UsageError('--upstream must be a host and a path: remove the query, the fragment and the credentials');
  return url.href.replace(/\/+$/, '');
};
