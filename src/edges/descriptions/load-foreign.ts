import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ContractError } from '../../engine/contract/diagnostic.ts';
import { LARGEST_FILE } from '../../engine/contract/parse-files.ts';
import { after } from '../system/time.ts';
import type { loadContract } from '../../engine/validation/load-contract.ts';

/** Milliseconds of real time for the whole of it. */
const PATIENCE = 20_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Fetches a description once, into a file of its own: faults name lines of that file, which stays if they keep the server from
 * starting. It is alone there, so that its `$ref`s lead to no other file or URL.
 */
const fetchDescription = async (spec: string) => {
  const url = URL.parse(spec);
  // Neither credentials nor a query, which may be one, are repeated.
  const file = url === null ? 'the URL of the description' : url.origin + url.pathname;
  const refuse = (message: string): ContractError => new ContractError(message, { file });
  if (url === null) throw refuse('not a URL');
  if (url.username !== '' || url.password !== '') throw refuse('a URL of a description must not have credentials');
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) throw refuse('only https, except on this machine');
  const limit = new AbortController();
  const timer = after(PATIENCE, () => {
    limit.abort();
  });
  const pieces: Uint8Array[] = [];
  try {
    const { request } = await import('undici');
    // Without redirects: they lead to where nobody looked.
    const { statusCode, body } = await request(url, { signal: limit.signal });
    let size = 0;
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      size += piece.byteLength;
      if (statusCode !== 200) continue;
      if (size > LARGEST_FILE) throw refuse(`more than ${LARGEST_FILE} bytes: fetch it, and split it`);
      pieces.push(piece);
    }
    if (statusCode !== 200) throw refuse(`answered ${statusCode}, but must answer 200`);
  } catch (error) {
    if (error instanceof ContractError) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw refuse(
      limit.signal.aborted ? `no answer in ${PATIENCE / 1000} seconds` : `cannot be fetched (${code ?? name})`,
    );
  } finally {
    timer.cancel();
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'vatmock-description-'));
  const bytes = Buffer.concat(pieces);
  const fetched = path.join(folder, /^\s*\{/.test(bytes.toString('utf8', 0, 1000)) ? 'openapi.json' : 'openapi.yaml');
  await writeFile(fetched, bytes);
  return { file: fetched, remove: () => rm(folder, { recursive: true, force: true }) };
};

/** Whether a description is fetched rather than read. */
export const isRemote = (spec: string): boolean => /^https?:\/\//i.test(spec);

/** Third-party descriptions: files, folders or URLs. What reading them takes is loaded here: most commands read none. */
export const loadForeign = async (
  specs: readonly string[],
  { asyncapi, overlays }: Required<Pick<Parameters<typeof loadContract>[1], 'asyncapi' | 'overlays'>>,
) => {
  const { loadContract: load } = await import('../../engine/validation/load-contract.ts');
  const found = await Promise.all(
    specs.map(async (file) => (isRemote(file) ? await fetchDescription(file) : { file, remove: undefined })),
  );
  const contract = await load(
    found.map(({ file }) => file),
    { trusted: false, asyncapi, overlays },
  );
  return {
    contract,
    /** Removes copies of descriptions that were fetched. */
    forget: async () => {
      for (const { remove } of found) await remove?.();
    },
  };
};
