import type { Exports } from '../../../engine/sandbox/sliced-work.ts';
import type { RecordedRequests } from '../../../control/observation/recorded-requests.ts';
import { composeContent } from '../../../kernel/json-pieces.ts';
import type { Content } from '../../../kernel/http.ts';
import type { RunInSlices } from '../../../kernel/time-slices.ts';
import { toAwaitOutcome } from '../behaviour/await-outcome.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { readWanted, toListOutcome } from '../parameters/list-page.ts';
import { USUAL_WAIT, readTimeout } from '../parameters/wait-timeout.ts';
import { NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

const USUAL_FOUND = 20;
/** Default limit of an export. */
const USUAL_EXPORTED = 1000;

/** Depth of an exchange in the archive: `log`, `entries`, its place. */
const ENTRY_DEPTH = 3;

/** The journal as the caller's organization may see it. */
export const showJournal = (requests: RecordedRequests, exports: Exports) =>
  defineBehaviours({
    listRequests: async ({ organization, query }) => {
      const { limit: _limit, page: _page, sandbox: _sandbox, ...criteria } = query;
      const wanted = readWanted(query);
      const { shown, total } = await requests.page(organization, criteria, wanted);
      return toListOutcome(shown, wanted, total);
    },
    exportRequests: async ({ organization, query, origin }) => {
      const { limit = USUAL_EXPORTED, sandbox: _sandbox, ...criteria } = query;
      const write = async (run: RunInSlices): Promise<Content> => {
        const archive = await requests.export(organization, criteria, { limit, origin });
        return run(composeContent(archive, ENTRY_DEPTH));
      };
      return {
        status: 200,
        content: await exports.hold(organization ?? '', write, requests.weightOf(organization)),
        headers: { 'content-disposition': 'attachment; filename="requests.har"' },
      };
    },
    deleteRequests: ({ organization }) => {
      requests.forget(organization);
      return NO_CONTENT;
    },
    findRequests: async ({ organization, body: { limit = USUAL_FOUND, ...criteria } }) =>
      ok({ data: await requests.find(organization, criteria, limit) }),
    countRequests: async ({ organization, body }) => ok({ count: await requests.count(organization, body) }),
    awaitRequests: async ({ organization, body, whenGone }) => {
      const { timeout = USUAL_WAIT, count = 1, ...criteria } = body;
      const wait = { criteria, count, timeout: readTimeout(timeout), whenGone };
      return toAwaitOutcome(await requests.await(organization, wait), { count, timeout, arrived: 'requests came' });
    },
    getRequest: ({ organization, path: { id } }) => ok(requests.show(organization, id)),
    explainRequest: ({ organization, path: { id } }) => ok(requests.explain(organization, id)),
  });
