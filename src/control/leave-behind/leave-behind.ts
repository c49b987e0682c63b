import type { Organization } from '../../identity/organization.ts';
import { TOKEN_PATH } from '../../identity/realm.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import type { RecordedRequests } from '../observation/recorded-requests.ts';
import { toBrunoCollection } from './bruno-collection.ts';
import { toCurlScript } from './curl-script.ts';
import type { LeaveBehindFacts } from './leave-behind-facts.ts';
import { toPostmanCollection } from './postman-collection.ts';
import { toReplayedCalls } from './replayed-calls.ts';
import { toTranscriptPage } from './transcript-page.ts';

export type LeaveBehindFormat = 'har' | 'transcript' | 'curl' | 'postman' | 'bruno';

export interface LeaveBehindFile {
  readonly fileName: string;
  readonly mediaType: string;
  /** A document that is written as JSON, or a text. */
  readonly content: object | string;
}

/** The calls of a sandbox as a file to take along. */
export type MakeLeaveBehind = (
  owner: Organization,
  format: LeaveBehindFormat,
  origin: string,
) => Promise<LeaveBehindFile>;

export interface LeaveBehindParts {
  readonly requests: Pick<RecordedRequests, 'find' | 'export'>;
  readonly clientsOf: (organization: string) => readonly string[];
  /** Base path of the API: `/v1`. */
  readonly basePath: string;
  /** Wall-clock time source. */
  readonly clock: Clock;
}

/** Latest calls in a file. */
export const MOST_CALLS = 500;

const JSON_TYPE = 'application/json';

export const createLeaveBehind =
  ({ requests, clientsOf, basePath, clock }: LeaveBehindParts): MakeLeaveBehind =>
  async (owner, format, origin) => {
    if (format === 'har') {
      const content = await requests.export(owner.uuid, {}, { limit: MOST_CALLS, origin });
      return { fileName: 'calls.har', mediaType: JSON_TYPE, content };
    }
    const facts: LeaveBehindFacts = {
      name: owner.name,
      sandbox: owner.sandbox,
      baseUrl: origin + basePath,
      tokenUrl: origin + TOKEN_PATH,
      clientId: clientsOf(owner.uuid)[0] ?? '',
      madeAt: toIsoDateTime(clock.now()),
    };
    const found = await requests.find(owner.uuid, {}, MOST_CALLS);
    // A call without a known client is in every journal: it is not of this sandbox.
    const exchanges = found.filter(({ path, clientId }) => clientId !== null && path.startsWith(`${basePath}/`));
    if (format === 'transcript')
      return {
        fileName: 'calls.html',
        mediaType: 'text/html; charset=utf-8',
        content: toTranscriptPage(exchanges, facts),
      };
    const sellers = owner.sellers.map(({ uuid }) => uuid);
    const { calls, setUp } = toReplayedCalls(exchanges, { basePath, sellers });
    if (format === 'curl')
      return {
        fileName: 'calls.sh',
        mediaType: 'text/x-shellscript; charset=utf-8',
        content: toCurlScript(calls, setUp, facts),
      };
    return format === 'postman'
      ? {
          fileName: 'calls.postman_collection.json',
          mediaType: JSON_TYPE,
          content: toPostmanCollection(calls, setUp, facts),
        }
      : { fileName: 'calls.bruno.json', mediaType: JSON_TYPE, content: toBrunoCollection(calls, setUp, facts) };
  };
