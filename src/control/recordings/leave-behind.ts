import type { WholeExchange } from '../../generated/control-schemas.ts';
import { scrubInSteps } from '../../engine/journal/secrets.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { textContent } from '../../kernel/http.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import { atOnce } from '../../kernel/time-slices.ts';
import { hideInboxKeys } from '../inbox/inbox-address.ts';
import type { RecordedRequests } from '../../engine/journal/recorded-requests.ts';
import { toPostmanCollection } from './postman-collection.ts';
import { toTranscriptPage } from './transcript-page.ts';

/** File names and media types by format. */
const FILES = {
  transcript: ['calls.html', 'text/html; charset=utf-8'],
  har: ['calls.har', 'application/json'],
  postman: ['calls.postman_collection.json', 'application/json'],
} as const;

export type MakeLeaveBehind = ReturnType<typeof createLeaveBehind>;

/** Latest calls in a file. */
const MOST_CALLS = 500;

/** Depth of a call in the documents: `log` or none, the list, its place. */
const CALL_DEPTH = 3;

/** The calls of a sandbox as a file to take along. */
export const createLeaveBehind =
  ({
    requests,
    clientsOf,
    basePath,
    controlPath,
    clock,
  }: {
    readonly requests: Pick<RecordedRequests, 'find' | 'export'>;
    readonly clientsOf: (organization: string) => readonly string[];
    /** Base path of the API: `/v1`. */
    readonly basePath: string;
    /** Of the control API. */
    readonly controlPath: string;
    /** Wall-clock time source. */
    readonly clock: Clock;
  }) =>
  /** The sandbox is undefined on a server that has none. */
  async (
    {
      owner,
      sandbox,
      origin,
    }: { readonly owner: Organization; readonly sandbox: Sandbox | undefined; readonly origin: string },
    format: keyof typeof FILES,
  ) => {
    const inSlices = sandbox?.inSlices ?? atOnce;
    const findCalls = async (): Promise<readonly WholeExchange[]> => {
      const found = await requests.find(owner.uuid, {}, MOST_CALLS);
      // A call without a known client is in every journal: it is not of this sandbox.
      return found.filter(({ path, clientId }) => clientId !== null && path.startsWith(`${basePath}/`));
    };
    const toDocument = async (): Promise<object | undefined> => {
      if (format === 'har') return requests.export(owner.uuid, {}, { limit: MOST_CALLS, origin });
      if (format === 'transcript') return undefined;
      const end = sandbox && {
        wall: clock.now(),
        sandbox: sandbox.clock.now(),
        isFrozen: sandbox.clock.setting().kind === 'frozen',
      };
      const clientId = clientsOf(owner.uuid)[0] ?? '';
      return inSlices(toPostmanCollection(await findCalls(), { owner, origin, basePath, controlPath, clientId, end }));
    };
    const document = await toDocument();
    const text =
      document === undefined
        ? toTranscriptPage(await findCalls(), { owner, baseUrl: origin + basePath, madeAt: toIsoDateTime(clock.now()) })
        : Buffer.from((await inSlices(composeContent(document, CALL_DEPTH))).body).toString('utf8');
    const [fileName, mediaType] = FILES[format];
    // The journal shows the addresses of inboxes with their keys, which are not for those who get the files.
    const shown = await inSlices(scrubInSteps(text, hideInboxKeys));
    return { fileName, content: textContent(shown, mediaType, document) };
  };
