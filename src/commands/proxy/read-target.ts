import { type Config, ConfigError, parseConfig, readTexts } from '../../config/config.ts';
import type { Input } from '../command-line/command.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** The real service, and the description that it is held to. */
export const readTarget = ({
  given,
  texts,
}: Input): {
  /** Without a trailing slash. */
  readonly upstream: string;
  readonly config: Config;
} => {
  const { upstream = '', port, spec } = given;
  const url = URL.parse(upstream);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--upstream must be the http or https URL of the service, such as https://api.example.com/v1${upstream === '' ? '' : `, but is "${upstream}"`}`,
    );
  if (`${url.search}${url.hash}${url.username}${url.password}` !== '')
    throw new UsageError('--upstream must be a host and a path: remove the query, the fragment and the credentials');
  try {
    const config = parseConfig(readTexts({ port, spec, overlay: texts('overlay').join(',') || undefined }, {}));
    return { upstream: url.href.replace(/\/+$/, ''), config };
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
};
