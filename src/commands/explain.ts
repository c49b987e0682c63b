import { remote } from './remote/remote.ts';
import type { Exchange, Explanation } from '../generated/control-schemas.ts';
import { RemoteError } from './remote/remote-error.ts';
import type { ServerAccess } from './remote/server-access.ts';
import { UsageError } from './terminal/exit-codes.ts';

/** Also accepts the URL of an explanation, as error responses carry it in `Link`. */
const toId = (wanted: string): string => /\/requests\/([^/?#]+)\/explain$/.exec(wanted)?.[1] ?? wanted;

const findNewest = async (server: ServerAccess, wanted: 'last' | undefined): Promise<string> => {
  const query = { limit: wanted === 'last' ? '1' : '1000' };
  const { data } = (await server.json('GET', '/requests', { query })) as { readonly data: readonly Exchange[] };
  const found = (wanted === 'last' ? undefined : data.find(({ status }) => status >= 400)) ?? data[0];
  if (found !== undefined) return found.id;
  throw new RemoteError(
    `the journal at ${server.url} is empty: send a request first, or name a sandbox with --sandbox`,
  );
};

/** One symbol and one word per outcome, so that neither colour nor position carries meaning. */
const MARKS: Readonly<Record<Explanation['stages'][number]['outcome'], string>> = {
  passed: '+ passed  ',
  answered: '= answered',
  refused: 'x refused ',
  'not-reached': '- not reached',
};

/**
 * For a refusal, the rule and the assumptions behind it; for other checks, the assumptions switched to another
 * alternative.
 */
const notesOn = ({ outcome, rule, assumptions = [] }: Explanation['stages'][number]): readonly string[] => [
  ...(outcome === 'refused' ? [`Rule: ${rule}`] : []),
  ...assumptions
    .filter(({ isChosen }) => outcome === 'refused' || !isChosen)
    .map(
      ({ id, assumed, isChosen }) =>
        `Assumed: ${id}=${assumed}${isChosen ? '' : ', which this sandbox was switched to'}`,
    ),
];

/** No other request mends what a scenario or a fault of the server refuses. */
const canPass = ({ status, source }: Explanation['answer']): boolean => status < 500 && source !== 'scenario';

const formatExplanation = ({ id, request, answer, stages, smallestChange }: Explanation): readonly string[] => {
  const { method, path, operationId } = request;
  const { status, source, problemType, lost } = answer;
  const width = Math.max(0, ...stages.map(({ stage }) => stage.length));
  const refused = stages.filter(({ outcome }) => outcome === 'refused');
  const others = stages.filter(({ outcome }) => outcome === 'passed' || outcome === 'answered');
  const left = stages.filter(({ outcome }) => outcome === 'not-reached').map(({ stage }) => stage);
  const toLines = (decided: Explanation['stages'][number]): readonly string[] => [
    `${MARKS[decided.outcome]}  ${decided.stage.padEnd(width)}  ${decided.decision}`,
    ...notesOn(decided).map((note) => `${' '.repeat(MARKS.refused.length + 2)}${' '.repeat(width)}  ${note}`),
  ];
  return [
    `${method} ${path}${operationId === null ? '' : ` (${operationId})`}`,
    `${status}${problemType === null ? '' : ` ${problemType}`}, answered by ${source}${lost ? ', but lost: it never reached the client' : ''}; request ${id}`,
    ...(smallestChange.length === 0
      ? []
      : [
          '',
          canPass(answer) ? 'It would have passed with:' : 'What the client can do:',
          ...smallestChange.map((line) => `  ${line}`),
        ]),
    ...(stages.length === 0
      ? ['', 'No operation of the API was asked for, so that there are no checks to tell of.']
      : ['']),
    ...(refused.length === 0 ? [] : [...refused.flatMap(toLines), '']),
    ...others.flatMap(toLines),
    ...(left.length === 0 ? [] : [`${MARKS['not-reached']}: ${left.join(', ')}`]),
  ];
};

/** Prints why a running server responded as it did. */
export const run = remote(({ words: [wanted, ...others] }) => {
  if (others.length > 0) throw new UsageError(`explain takes one request, not ${others.length + 1}`);
  return async (server, print) => {
    const id = wanted === undefined || wanted === 'last' ? await findNewest(server, wanted) : toId(wanted);
    const explanation = (await server.json('GET', `/requests/${encodeURIComponent(id)}/explain`)) as Explanation;
    print(...formatExplanation(explanation));
  };
});
