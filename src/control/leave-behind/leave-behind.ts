import type { ShownExchange } from '../../engine/journal/shown-exchange.ts';
import { scrubInSteps } from '../../engine/journal/scrub.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../identity/organization.ts';
import { TOKEN_PATH } from '../../identity/realm.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { binaryContent, type Content, textContent } from '../../kernel/http.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import { type RunInSlices, atOnce } from '../../kernel/time-slices.ts';
import { hideInboxKeys } from '../inbox/inbox-address.ts';
import type { RecordedRequests } from '../observation/recorded-requests.ts';
import { toBrunoCollection } from './bruno-collection.ts';
import { toCurlScript } from './curl-script.ts';
import { type FoundExportFile, findExportFiles, nameInArchive, openFound } from './export-files.ts';
import type { LeaveBehindFacts } from './leave-behind-facts.ts';
import { toPostmanCollection } from './postman-collection.ts';
import { toReplayedCalls } from './replayed-calls.ts';
import { toTranscriptPage } from './transcript-page.ts';
import { type ArchivedFile, toZip } from './zip-archive.ts';

const FORMATS = ['transcript', 'har', 'curl', 'postman', 'bruno'] as const;

type CallsFormat = (typeof FORMATS)[number];

/** The calls in one form, or everything in an archive. */
type LeaveBehindFormat = CallsFormat | 'zip';

interface LeaveBehindFile {
  readonly fileName: string;
  readonly content: Content;
}

/** Whose calls; the sandbox is undefined for a third-party description. */
interface LeaveBehindOf {
  readonly owner: Organization;
  readonly sandbox: Sandbox | undefined;
  readonly origin: string;
}

/** The calls of a sandbox as a file to take along. */
export type MakeLeaveBehind = (of: LeaveBehindOf, format: LeaveBehindFormat) => Promise<LeaveBehindFile>;

interface LeaveBehindParts {
  readonly requests: Pick<RecordedRequests, 'find' | 'export'>;
  readonly clientsOf: (organization: string) => readonly string[];
  /** Base path of the API: `/v1`. */
  readonly basePath: string;
  /** Of the control API. */
  readonly controlPath: string;
  /** Wall-clock time source. */
  readonly clock: Clock;
}

/** Latest calls in a file. */
const MOST_CALLS = 500;

const FILE_NAMES: Readonly<Record<CallsFormat, string>> = {
  transcript: 'calls.html',
  har: 'calls.har',
  curl: 'calls.sh',
  postman: 'calls.postman_collection.json',
  bruno: 'calls.bruno.json',
};

const JSON_TYPE = 'application/json';

/** Depth of a call in the documents: `log` or none, the list, its place. */
const CALL_DEPTH = 3;

export const createLeaveBehind = ({
  requests,
  clientsOf,
  basePath,
  controlPath,
  clock,
}: LeaveBehindParts): MakeLeaveBehind => {
  const findCalls = async ({ uuid }: Organization): Promise<readonly ShownExchange[]> => {
    const found = await requests.find(uuid, {}, MOST_CALLS);
    // A call without a known client is in every journal: it is not of this sandbox.
    return found.filter(({ path, clientId }) => clientId !== null && path.startsWith(`${basePath}/`));
  };

  const make = async (
    { owner, sandbox, origin }: LeaveBehindOf,
    format: CallsFormat,
    exportFiles: readonly FoundExportFile[],
  ): Promise<Content> => {
    const inSlices = sandbox?.inSlices ?? atOnce;
    const toContent = (document: object): Promise<Content> => toJson(document, inSlices);
    if (format === 'har') return toContent(await requests.export(owner.uuid, {}, { limit: MOST_CALLS, origin }));
    const facts: LeaveBehindFacts = {
      name: owner.name,
      sandbox: owner.sandbox,
      baseUrl: origin + basePath,
      tokenUrl: origin + TOKEN_PATH,
      controlUrl: origin + controlPath,
      clientId: clientsOf(owner.uuid)[0] ?? '',
      madeAt: toIsoDateTime(clock.now()),
    };
    const exchanges = await findCalls(owner);
    if (format === 'transcript')
      return toText(toTranscriptPage(exchanges, facts, exportFiles), 'text/html; charset=utf-8', inSlices);
    const end = sandbox && {
      wall: clock.now(),
      sandbox: sandbox.clock.now(),
      isFrozen: sandbox.clock.setting().kind === 'frozen',
    };
    const sellers = owner.sellers.map(({ uuid }) => uuid);
    const replayed = toReplayedCalls(exchanges, { basePath, sellers, end });
    if (format === 'curl') return toText(toCurlScript(replayed, facts), 'text/x-shellscript; charset=utf-8', inSlices);
    return toContent(format === 'postman' ? toPostmanCollection(replayed, facts) : toBrunoCollection(replayed, facts));
  };

  async function* filesOf(of: LeaveBehindOf): AsyncGenerator<ArchivedFile> {
    const { sandbox, owner } = of;
    const exportFiles = sandbox === undefined ? [] : await findExportFiles(sandbox);
    for (const format of FORMATS) {
      const { body } = await make(of, format, exportFiles);
      yield { name: FILE_NAMES[format], bytes: Buffer.from(body) };
    }
    if (sandbox === undefined) return;
    for (const found of exportFiles)
      yield { name: nameInArchive(found), bytes: await (await openFound(sandbox, owner, found)).read() };
  }

  return async (of, format) =>
    format === 'zip'
      ? {
          fileName: `${of.owner.sandbox}.zip`,
          content: binaryContent(await toZip(filesOf(of), new Date(clock.now())), 'application/zip'),
        }
      : { fileName: FILE_NAMES[format], content: await make(of, format, []) };
};

/** The journal shows the addresses of inboxes with their keys, which are not for those who get the files. */
const toText = async (text: string, mediaType: string, inSlices: RunInSlices, value?: unknown): Promise<Content> =>
  textContent(await inSlices(scrubInSteps(text, hideInboxKeys)), mediaType, value);

const toJson = async (document: object, inSlices: RunInSlices): Promise<Content> => {
  const { body } = await inSlices(composeContent(document, CALL_DEPTH));
  return toText(Buffer.from(body).toString('utf8'), JSON_TYPE, inSlices, document);
};
