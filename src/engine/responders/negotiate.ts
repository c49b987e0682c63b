import { createBoundedCache, memoize } from '../../kernel/caches.ts';
import { andThen } from '../../kernel/and-then.ts';
import {
  findResponse,
  type MediaType,
  type NamedExample,
  type Operation,
  type ResponseDescription,
} from '../contract/contract.ts';
import { contentsFor, usualContent, usualContents } from '../contract/media-ranges.ts';
import { problem } from '../problems/problem.ts';
import { NO_PREFERENCE, type Preference } from './preference.ts';

/** What will be sent: the status, the content, and an example, or undefined if the body is to be generated. */
export interface Plan {
  readonly status: number;
  readonly response: ResponseDescription;
  readonly content: MediaType | undefined;
  readonly example: NamedExample | undefined;
  /** Prism evaluated the Accept header. */
  readonly isWeighed?: boolean;
}

export type Negotiate = ReturnType<typeof createNegotiator>;

/** Cache size: clients send only a few different Accept headers, but a hostile one may send thousands. */
const REMEMBERED = 2000;

/** Selects one of the described responses. Results are cached. */
export const createNegotiator = () => {
  const plans = createBoundedCache<Plan>(REMEMBERED);
  const ordinary = memoize((operation: Operation): Plan => {
    const response = defaultResponse(operation);
    const content = usualContent(response);
    return { status: toStatus(response), response, content, example: content?.examples[0] };
  });
  return (operation: Operation, preference: Preference, accept: string | undefined): Plan | Promise<Plan> => {
    if (preference === NO_PREFERENCE && (accept === undefined || accept === '*/*')) return ordinary(operation);
    const { code, example, dynamic } = preference;
    const key = [operation.id, code, example, dynamic, accept].join('\n');
    const known = plans.get(key);
    if (known !== undefined) return known;
    return andThen(plan(operation, preference, accept), (planned) => {
      plans.set(key, planned);
      return planned;
    });
  };
};

const plan = (operation: Operation, preference: Preference, accept: string | undefined): Plan | Promise<Plan> => {
  const { code, example: wished, dynamic } = preference;
  const asked = /^[2-5]\d\d$/.test(code ?? '') ? findResponse(operation, Number(code)) : undefined;
  if (code !== undefined && asked === undefined) throw unmet(operation, `code=${code}`);
  const response = asked ?? defaultResponse(operation);
  const status = code === undefined ? toStatus(response) : Number(code);
  const choose = (content: MediaType | undefined): Plan => ({
    status,
    response,
    content,
    example: dynamic === true ? undefined : content?.examples[0],
  });
  if (wished !== undefined) {
    const found = findExample(operation, wished, code === undefined ? undefined : status);
    if (found === undefined) throw unmet(operation, `${code === undefined ? '' : `code=${code}, `}example=${wished}`);
    return dynamic === true ? { ...found, example: undefined } : found;
  }
  const first = usualContent(response);
  // A problem is sent whatever the Accept header says: there is no other representation of it.
  if (first === undefined || status >= 400 || accept === undefined || takes(accept, first)) return choose(first);
  const ranges = accept.split(',').length;
  if (ranges > MOST_RANGES)
    throw problem('not-acceptable', {
      detail: `${operation.id} cannot satisfy an Accept header of ${ranges} media ranges: send ${MOST_RANGES} at most.`,
    });
  const contents = contentsFor(response, accept);
  // Loaded with the first header to evaluate: it takes a tenth of a second. A file of its own, since the bundle has no `default.default`.
  return import('./prism.ts').then(({ negotiateContent }) => {
    const negotiated = negotiateContent(operation, { status: response.status, contents }, accept);
    if (negotiated !== undefined) return { ...choose(negotiated), isWeighed: true };
    const offered = contents.map(({ mediaType }) => mediaType).join(', ');
    throw problem('not-acceptable', {
      detail: `${operation.id} cannot satisfy Accept: ${accept}. It returns ${offered}.`,
    });
  });
};

/** A named example, for `Prefer` and for scenarios: of a status, else of the default response, else of the first that has it. */
export const findExample = (
  operation: Operation,
  name: string,
  status?: number,
): (Plan & { readonly content: MediaType; readonly example: NamedExample }) | undefined => {
  const asked = status === undefined ? undefined : findResponse(operation, status);
  const usual = status === undefined ? [defaultResponse(operation), ...operation.responses] : [];
  for (const response of asked === undefined ? usual : [asked])
    for (const content of usualContents(response)) {
      const example = content.examples.find((one) => one.name === name);
      if (example !== undefined) return { status: status ?? toStatus(response), response, content, example };
    }
  return undefined;
};

export const exampleNames = ({ responses }: Operation): readonly string[] => [...new Set(responses.flatMap(namesIn))];

/** Media ranges that Prism weighs; it takes a tenth of a second for 1,500. Browsers send about ten. */
const MOST_RANGES = 100;

/** What most clients send: anything, or the first content by name and before all others. */
const takes = (accept: string, { mediaType }: MediaType): boolean =>
  accept === '*/*' || accept === mediaType || accept.startsWith(`${mediaType},`);

/**
 * The response named by `x-default-response`, else the lowest success, else `default`, else the first. The extension is
 * for creations that respond to a repetition with 200: without it the 201 would never be selected.
 */
const defaultResponse = ({ responses, id, defaultResponse: preferred }: Operation): ResponseDescription => {
  const named = responses.find(({ status }) => status === preferred);
  if (named !== undefined) return named;
  const successes = responses
    .filter(({ status }) => status.startsWith('2'))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
  const chosen =
    successes[0] ??
    responses.find(({ status }) => status === 'default') ??
    // To one of 1xx, the client would wait for the final response indefinitely.
    responses.find(({ status }) => !status.startsWith('1'));
  if (chosen === undefined) throw problem('internal-error', { detail: `No response is described for ${id}.` });
  return chosen;
};

const toStatus = ({ status }: ResponseDescription): number =>
  status === 'default' ? 200 : Number(status.replace('XX', '00'));

const namesIn = (response: ResponseDescription): string[] => [
  ...new Set(response.contents.flatMap(({ examples }) => examples.map(({ name }) => name))),
];

/** A preference that cannot be met is an error, never silently replaced: the response lists what is available. */
const unmet = (operation: Operation, preference: string): Error => {
  const available = Object.fromEntries(operation.responses.map((response) => [response.status, namesIn(response)]));
  const listed = Object.entries(available).map(([status, names]) =>
    names.length > 0 ? `${status} (${names.join(', ')})` : status,
  );
  return problem('malformed-request', {
    detail: `${operation.id} cannot satisfy Prefer: ${preference}. Available: ${listed.join('; ')}.`,
    extensions: { available },
  });
};
