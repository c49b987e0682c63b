import { Agent } from 'undici';
import { filesIn } from '../config/config.ts';
import { loadForeign } from '../edges/descriptions/load-foreign.ts';
import { loadOwnContract } from '../edges/files/load-own-contract.ts';
import { toUpstream } from '../edges/proxy/upstream.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { codeOf } from '../edges/webhooks/open-connection.ts';
import { alsoScrub, createScrub } from '../engine/journal/secrets.ts';
import { drawTraceId } from '../kernel/ids.ts';
import { counted } from '../kernel/sentence.ts';
import { isDifferent, isSkipped, nameOf, type PlayedCall } from './capsule/played-call.ts';
import { readCapsuleFile } from './capsule/read-capsule.ts';
import type { Input } from './command-line/command.ts';
import { playCalls } from './compare/play-calls.ts';
import { readTarget } from './proxy/read-target.ts';
import { RemoteError } from './remote/remote-error.ts';
import { alignColumns } from './terminal/lines.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import { explainFailure } from './terminal/explain-failure.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Largest answer that is compared, in bytes. */
const MOST = 16 * 1_048_576;

export const run = async (input: Input, { print, complain, env }: Terminal): Promise<number> => {
  const { upstream: url, config } = readTarget(input);
  const [headers, [file, more]] = [readHeaders(input, env), input.words];
  if (file === undefined || more !== undefined) throw new UsageError('compare needs one CAPSULE');
  const dispatcher = new Agent({ pipelining: 0, maxResponseSize: MOST });
  const compared: PlayedCall[] = [];
  try {
    const { calls } = await readCapsuleFile(file);
    const { contract, forget } =
      config.spec === undefined
        ? { contract: await loadOwnContract(), forget: undefined }
        : await loadForeign(filesIn(config.spec), { ...config, overlays: filesIn(config.overlay) });
    await forget?.();
    const upstream = toUpstream(new URL(url), contract.basePath);
    const scrub = alsoScrub(
      createScrub(contract),
      headers.flatMap((text) => [text, ...text.split(/[\s;,]+/)]),
    );
    const parts = { contract, upstream, dispatcher, headers, allowsWrites: input.isSet('allow-writes') };
    const isJson = input.isSet('json');
    for await (const one of playCalls(calls, { ...parts, run: drawTraceId(secureRandom) })) {
      compared.push(one);
      if (!isJson) for (const line of toLines(one)) print(scrub(line));
    }
    if (isJson) print(scrub(JSON.stringify({ upstream: url, calls: compared }, undefined, 2)));
    else print(summarize(compared));
    return compared.some(isDifferent) || compared.every(isSkipped) ? EXIT.failed : EXIT.ok;
  } catch (error) {
    complain(`vatmock: ${explain(error, url)}`);
    return EXIT.failed;
  } finally {
    await dispatcher.close();
  }
};

/** Names and values in turn. */
const readHeaders = ({ texts }: Input, { VATMOCK_UPSTREAM_TOKEN: token = '' }: Terminal['env']): readonly string[] => {
  const given = texts('header').flatMap((line) => {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+): *([\t -~]+)$/.exec(line) ?? [];
    // Its value may be a credential.
    if (name === '') throw new UsageError("--header must be like 'Name: value'");
    return [name, value];
  });
  return [...(token === '' ? [] : ['authorization', `Bearer ${token}`]), ...given];
};

const explain = (error: unknown, url: string): string => {
  if (error instanceof RemoteError) return error.message;
  const known = explainFailure(error);
  if (known !== undefined) return known;
  const code = codeOf(error);
  return /^[A-Z_]+$/.test(code)
    ? `${url} gave no whole answer (${code}): is the service running, and is --upstream its URL?`
    : `The capsule is damaged: a call cannot be repeated (${code}).`;
};

const toLines = (played: PlayedCall): readonly string[] => {
  const { operation, skipped, differences } = played;
  if (skipped !== null) return [`not compared: ${nameOf(played)}: ${skipped}`];
  if (!isDifferent(played)) return [];
  const rows = differences.map(({ at, recorded, now, assumptions }) => [
    `  ${at}`,
    `recorded ${recorded}`,
    `now ${now}`,
    assumptions.length === 0 ? '' : `assumed: ${assumptions.join(', ')}`,
  ]);
  return [`${nameOf(played)} (${String(operation)})`, ...alignColumns(rows)];
};

const summarize = (compared: readonly PlayedCall[]): string => {
  const left = compared.filter(isSkipped).length;
  const count = compared.flatMap(({ differences }) => differences).length;
  return [
    `${counted(compared.length - left, 'call')} compared${left === 0 ? '' : `, ${left} not`}`,
    count === 0 ? 'no differences' : counted(count, 'difference'),
  ].join('; ');
};
