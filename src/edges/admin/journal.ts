import type { ControlServices } from '../../control/control-services.ts';
import { USUAL_WAIT } from '../../kernel/wait-until.ts';
import { toSuites } from '../../engine/coaching/coverage.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toJunit } from '../../kernel/test-report.ts';
import { type Content, textContent } from '../../kernel/http.ts';
import { composeContent } from '../../kernel/json-pieces.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import { watchOnly } from './access/admin-authenticator.ts';
import { answer, defineBehaviours } from './behaviour/control-behaviour.ts';
import { eventStream, toList } from './behaviour/outcomes.ts';
import { readTimeout, toFound } from './behaviour/waits.ts';

const USUAL_FOUND = 20;
/** Default limit of an export. */
const USUAL_EXPORTED = 1000;

/** Depth of an exchange in the archive: `log`, `entries`, its place. */
const ENTRY_DEPTH = 3;

/** What clients did: the journal as the caller's organization may see it, files of it, and what it shows about them. */
export const journalOperations = ({
  requests,
  exports,
  followActivity,
  recordings,
  watches,
  undetectable,
}: ControlServices) =>
  defineBehaviours({
    listRequests: ({ organization, query: { limit, page, sandbox: _sandbox, ...criteria } }) =>
      toList({ limit, page }, (wanted) => requests.page(organization, criteria, wanted)),
    exportRequests: async ({ organization, query, origin }) => {
      const { limit = USUAL_EXPORTED, sandbox: _sandbox, ...criteria } = query;
      const write = async (run: RunInSlices): Promise<Content> => {
        const archive = await requests.export(organization, criteria, { limit, origin });
        return run(composeContent(archive, ENTRY_DEPTH));
      };
      return answer({ content: await exports.hold(organization ?? '', write, requests.weightOf(organization)) });
    },
    deleteRequests: ({ organization }) => {
      requests.forget(organization);
    },
    findRequests: async ({ organization, body: { limit = USUAL_FOUND, ...criteria } }) => ({
      count: await requests.count(organization, criteria),
      data: await requests.find(organization, criteria, limit),
    }),
    awaitRequests: async ({ organization, body, whenGone }) => {
      const { timeout = USUAL_WAIT, count = 1, ...criteria } = body;
      const wait = { criteria, count, timeout: readTimeout(timeout), whenGone };
      return toFound(await requests.await(organization, wait), { count, timeout, arrived: 'requests came' });
    },
    getRequest: ({ organization, path: { id } }) => requests.show(organization, id),
    explainRequest: ({ organization, path: { id } }) => requests.explain(organization, id),
    streamJournal: (call) => {
      const { controller, organization, endOfSession, query, header } = call;
      const pieces = followActivity(organization, {
        kinds: query.kinds,
        lastEventId: header['last-event-id'],
        until: endOfSession,
        isVisitor: controller.isVisitor,
      });
      return eventStream(pieces);
    },

    // The exchanges of a sandbox as one file.
    switchRecording: async ({ owner, path: { action } }) => {
      if (action === 'start') return { recordingSince: toIsoDateTime(await recordings.start(owner)) };
      recordings.end(owner);
      return { recordingSince: null };
    },
    getCapsule: async ({ owner, sandbox, controller, query: { format = 'capsule' }, origin }) => {
      // It has the whole state.
      if (format === 'capsule' && controller.mayOnlyWatch === true) throw watchOnly();
      const { fileName, content } = await recordings.export(owner, sandbox, { format, origin });
      return answer({ headers: { 'content-disposition': `attachment; filename="${fileName}"` }, content });
    },

    /** API coverage by the clients of a sandbox. */
    showCoverage: ({ organization, query: { format = 'json', since = 'reset' } }) => {
      const report = watches.coverageOf(organization, since);
      if (format === 'json') return report;
      return answer({ content: textContent(toJunit('coverage', toSuites(report)), 'application/xml') });
    },
    /** Client mistakes against the description, and mistakes that requests cannot show. */
    showFindings: ({ organization }) => ({ data: watches.findingsOf(organization), notSeen: undetectable }),
  });
