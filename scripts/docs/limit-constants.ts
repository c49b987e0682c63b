type Texts = Readonly<Record<string, string>>;

/**
 * Limits that no setting changes, for docs/configuration.md: what each constant in the source bounds, by file. A test fails on a
 * constant that has the name of a limit (LIMIT_NAME) and is neither here nor in UNLISTED_CONSTANTS.
 */
export const LIMIT_CONSTANTS: Readonly<Record<string, Texts>> = {
  'src/edges/stores/postgres/open-postgres.ts': {
    CONNECT_TIMEOUT: 'Milliseconds until a connection to the database must be there, new or released by others',
    ANSWER_TIMEOUT: 'Milliseconds until the database must have answered',
    IDLE_TIMEOUT: 'Milliseconds after which an idle connection to the database is closed',
  },
  'src/edges/stores/postgres/replica-heartbeats.ts': {
    LONGEST_SILENCE: 'Milliseconds without a sign of life after which a server on the same database counts as ended',
    REMEMBERED: 'Milliseconds after which a server that has ended is forgotten',
  },
  'src/edges/peers/pass-request.ts': {
    CONNECT_TIMEOUT: 'Milliseconds until a connection to another server of the same database must be there',
  },
  'src/edges/peers/accept-from-peers.ts': {
    LARGEST_QUESTION: 'Bytes of a question from another server of the same database',
  },
  'src/edges/http/http-server.ts': { MAX_REQUESTS_PER_SOCKET: 'Requests over one connection' },
  'src/edges/metrics/metrics-server.ts': { MOST_CONNECTIONS: 'Connections to the port of the metrics' },
  'src/edges/traces/traces.ts': {
    MOST_EVENTS: 'Events whose request is remembered for the links of traces',
    LONGEST_STATE: 'Characters of a tracestate header that is passed on',
  },
  'src/edges/metrics/requests.ts': {
    MOST_KEPT_APART: 'Combinations of operation, status and source for which metrics count requests apart',
  },
  'src/edges/metrics/metrics.ts': { MOST_EVENT_TYPES: 'Types of events that metrics count apart' },
  'src/edges/metrics/queues.ts': { MOST_COUNTED: 'Due jobs of one sandbox that metrics count' },
  'src/edges/http/send-reply.ts': {
    DRAINED_BYTES: 'Bytes of a rejected body that are read, so that the client reads the response',
    STREAM_TIMEOUT: 'Milliseconds without progress after which a stream of events is cut off',
  },
  'src/engine/responders/negotiate.ts': { MOST_RANGES: 'Media ranges of an Accept header that has to be weighed' },
  'src/engine/routing/router.ts': { MAX_PARAMETER_LENGTH: 'Characters of a path parameter' },
  'src/engine/checks/parse-multipart.ts': { MAX_BOUNDARY: 'Characters of the boundary of a multipart body' },
  'src/kernel/json.ts': { MOST_DIGITS: 'Characters of a number in JSON' },
  'src/kernel/exact-number.ts': {
    MOST_DIGITS: 'Characters of a number in a parameter, a form or a description that keeps all its digits',
  },
  'src/engine/validation/text-values.ts': {
    MOST_BRACKETS: 'Nesting of a query parameter with brackets',
    DEEPEST: 'Nesting of JSON in a parameter or a field of a form',
    MOST_VALUES: 'Values of JSON in a parameter or a field of a form',
  },
  'src/engine/validation/reply-validator.ts': {
    MOST_VALIDATED: 'Bytes of a response that is validated, and of any body that the proxy validates',
  },
  'src/engine/validation/form-values.ts': { LARGEST_TEXT: 'Bytes of a file in a form that is checked as a text' },
  'src/engine/validation/lazy-references.ts': {
    MOST: 'Alternatives of long `anyOf` and `oneOf` lists that are evaluated for one body',
  },
  'src/engine/idempotency/idempotency.ts': {
    MAX_WAIT: 'Milliseconds that a request waits for the response to another one with its Idempotency-Key',
  },
  'src/engine/resources/keep-answers.ts': { LONGEST_FAULT: 'Characters of `X-Mock-Not-Shown`' },
  'src/engine/resources/callbacks.ts': {
    MOST_CALLBACKS: 'Addresses of callbacks that a sandbox keeps of another API',
    MOST_CHARACTERS: 'Characters of such an address',
  },
  'src/engine/resources/keep-patch.ts': {
    MOST_OPERATIONS: 'Operations of a JSON Patch',
    MOST_COPIED: 'Characters that a JSON Patch may copy and compare',
  },
  'src/engine/resources/keep-records.ts': {
    MOST_CHARACTERS: 'Characters of a kept thing of another API',
    MOST_GONE: 'Deleted things of another API that are remembered, by collection',
  },
  'src/engine/resources/keep.ts': { LONGEST_ID: 'Characters of the id of a kept thing of another API' },
  'src/composition/served-api.ts': { MOST_SHOWN: 'Characters of a list of kept things of another API, in hosted mode' },
  'src/engine/contract/overlay.ts': { MOST_ADDED: 'Values that overlays may add to a description' },
  'src/edges/proxy/create-pass-on.ts': {
    MOST_RECORDED: 'Bytes of a body that the proxy records, and of a form that it validates',
  },
  'src/edges/self-service/self-service-routes.ts': {
    LARGEST_FORM: 'Bytes of a form or body sent to a self-service link',
  },
  'src/identity/key-ring.ts': {
    MOST_FORMER: 'Replaced signing keys of tokens; a further rotation ends the oldest one',
  },
  'src/identity/token-endpoint.ts': { MAX_FORM_BYTES: 'Bytes of a token request' },
  'src/identity/tokens.ts': { REMEMBERED: 'Verified access tokens kept in memory' },
  'src/identity/client-directory.ts': { MOST_ENDS: 'Rotations of a client secret whose end of tokens is remembered' },
  'src/identity/console-sessions.ts': {
    LONGEST_IDLE: 'Milliseconds without a call after which a session of the console ends',
    LONGEST_SESSION: 'Milliseconds after which it ends in any case',
    MOST_OF_OWNER:
      'Sessions of the console of one organization, or of the operator; a further one ends the oldest unused',
    MOST_VISITORS: 'Sessions of the visitors of one sandbox; a further one ends the oldest unused',
    MOST_SESSIONS: 'The same of all',
  },
  'src/edges/console/file-routes.ts': {
    MOST_FILES_PER_MINUTE: 'Files of the console that one address loads from a server in a minute, in hosted mode',
  },
  'src/edges/console/session-routes.ts': { MAX_SIGN_IN_BYTES: 'Bytes of a sign-in to the console' },
  'src/control/visitors/visitor-links.ts': {
    SHORTEST_EXPIRY: 'Shortest life of a visitor link',
    LONGEST_EXPIRY: 'Longest life of a visitor link, unless it is extended',
    MOST_LINKS: 'Visitor links that are open',
  },
  'src/engine/rate-limiting/counters.ts': {
    MOST_KEYS: 'Addresses or callers that each limit counts: calls, wrong secrets, visits, sign-ups',
  },
  'src/engine/rate-limiting/slow-refusals.ts': {
    BETWEEN_REFUSALS: 'Milliseconds between two responses to a caller who goes on calling beyond a limit',
    LONGEST_REFUSAL: 'Milliseconds that such a response takes at most',
    MOST_CALLERS: 'Callers whose responses 429 are spread like this',
  },
  'src/engine/sandbox/sliced-work.ts': {
    SLICED_WORK_LIMITS: 'Long work, such as exports: in progress, and with those that wait',
    STATE_WORK_LIMITS: 'Whole states, imported or exported: in progress, and with those that wait',
  },
  'src/control/recordings/recordings.ts': {
    MOST_CALLS: 'Calls in a Postman collection or a transcript, the latest ones',
  },
  'src/control/moves/order-moves.ts': {
    MOST_STEPS: 'Moves that one call of goto makes',
    LONGEST_WAIT: 'Milliseconds that goto lets pass for one move',
    MOST_BLOCKERS: 'Blockers of an order that next and goto list',
  },
  'src/vat/export-file/export-file.ts': {
    MOST_CHECKS: 'Requests to VIES that an Export File lists, the newest',
  },
  'src/vat/moves/client-moves.ts': { MOST_ARCHIVED: 'Documents of an order that next offers to archive' },
  'src/control/read-model/record-place.ts': {
    READ_MODEL_LIMITS:
      'Entries of the read model: blockers and VINs of a listed order, and blockers, VINs of a rule, documents and timeline of one order',
  },
  'src/engine/sandbox/record-schema.ts': {
    LONGEST_LIST: 'Entries of a list in an imported record, unless the description has a lower limit',
  },
  'src/engine/sandbox/job-handlers.ts': { MOST_FAILURES: 'Failures after which a job is parked' },
  'src/edges/system/memory.ts': {
    MOST_OF_LIMIT: 'Share of `max-memory`, or of the heap, in use beyond which nothing large is taken in',
    HEAP_RESERVE: 'Bytes of the heap that tenants leave to the program',
    PROCESS_RESERVE: 'The same of the process',
  },
  'src/engine/sandbox/outbound-task-runner.ts': {
    SLOT_LIMITS:
      'Deliveries in progress: all, to quarantined hosts, and the share of the free ones that a sandbox gets',
  },
  'src/engine/sandbox/outbound-task.ts': {
    OUTBOUND_TASK_LIMITS:
      'Deliveries of a sandbox in progress: per webhook endpoint, all, besides those for idle endpoints, and to quarantined hosts',
  },
  'src/engine/webhooks/sender.ts': {
    HOST_LIMITS: 'Requests at once to one receiver host in hosted mode, each for at least this many milliseconds',
  },
  'src/engine/webhooks/slow-receivers.ts': {
    SLOW_RESPONSE: 'Milliseconds after which the response of a receiver is slow',
    SLOW_UNTIL_QUARANTINE: 'Consecutive slow responses after which a receiver host is quarantined',
    REMEMBERED: 'Webhook endpoints of a sandbox whose slow responses are counted',
  },
  'src/engine/webhooks/signature-causes.ts': {
    LONGEST_BODY: 'Characters of a body that is tried in other forms when a signature is checked',
    DEEPEST_BODY: 'Its nesting',
    MOST_VALUES: 'Its values',
    MOST_COMPARED: 'Signatures of a header that are tried when a signature is checked',
  },
  'src/engine/webhooks/described-headers.ts': {
    MOST_HEADERS: 'Headers of a delivery that come from a description',
    MOST_CHARACTERS: 'Characters of each',
  },
  'src/engine/contract/read-extensions.ts': {
    MOST_USUALLY: 'Requests per minute of a sandbox of another API to the operations that tell of a limit',
  },
  'src/engine/webhooks/egress.ts': { LONGEST: 'Characters of the URL of a receiver' },
  'src/engine/webhooks/faults.ts': {
    MOST_COPIES: 'Copies of one delivery that a chaos rule sends',
    MOST_PIECES: 'Pieces of a body that a chaos rule sends slowly',
    LONGEST_BODY: 'Milliseconds over which it sends them',
  },
  'src/edges/webhooks/resolve-host.ts': {
    LOOKUPS: 'Names of receivers that are looked up at once; a sandbox holds a tenth of those that are free',
    SYSTEM_LOOKUPS: 'Names of trusted receivers that the operating system looks up at once',
    LONGEST: 'Seconds for which the addresses of a receiver are kept',
  },
  'src/edges/webhooks/undici-sender.ts': {
    CONNECT_TIMEOUT: 'Milliseconds to connect to a receiver',
    ANSWER_KEPT: "Characters of a receiver's response that are kept",
  },
  'src/edges/webhooks/response-beginning.ts': {
    ANSWER_BYTES: "Bytes of the body of a receiver's response that are read",
    MOST_BYTES: 'Bytes that are read until the response of a receiver begins, and again until it ends',
    MOST_INFORMATIONAL: 'Informational responses of a receiver before the final one',
  },
  'src/vat/policy/limits.ts': { MOST_WEBHOOK_ENDPOINTS: 'Webhook endpoints of an organization' },
  'src/engine/inbox/inboxes.ts': {
    MOST_INBOXES: 'Inboxes of a sandbox',
    MOST_MESSAGES: 'Messages that they keep',
    MOST_BYTES: 'Bytes of these messages',
    LARGEST_MESSAGE: 'Bytes of a message to an inbox',
  },
  'src/control/mail/mailboxes.ts': { MAILS_KEPT: 'Emails kept of an organization' },
  'src/control/listeners/listeners.ts': {
    MOST_LISTENERS: 'Programs that forward deliveries of a sandbox (`vatmock listen`)',
  },
  'src/control/organization/clients.ts': { MOST_CLIENTS: 'Clients of an organization' },
  'src/control/clock/rotation-window.ts': { LONGEST_WINDOW: 'Time for which a rotated secret stays valid' },
  'src/control/clock/sandbox-time.ts': {
    LONGEST_MOVE: 'Time by which a call moves the clock of a sandbox',
    MOST_JOBS: 'Jobs that it runs',
    LONGEST_CALL: 'Milliseconds after which it returns how far it came',
  },
  'src/control/state/snapshots.ts': { MOST_SNAPSHOTS: 'Snapshots of a sandbox' },
  'src/control/state/read-document.ts': { MOST_MEMBERS: 'Members of one object in an imported state' },
  'src/composition/control-services.ts': {
    RECORD_BODIES: 'Size of a record in an imported state, in times of `max-body-bytes`',
  },
  'src/engine/records.ts': { MOST_RUNS: 'Runs of scenarios in an imported state' },
  'src/control/activity/follow-activity.ts': {
    STREAM_LIMITS:
      'Messages of a stream that are kept for listeners that reconnect: per sandbox, and characters of all',
  },
  'src/control/activity/activity-channel.ts': {
    LINGERING: 'Milliseconds for which they are kept without a listener',
    MOST_PENDING: 'Messages of a stream in one batch',
  },
  'src/control/activity/activity-changes.ts': { MOST_LISTED: 'Changed records listed in one message of a stream' },
  'src/engine/journal/journal.ts': {
    JOURNAL_LIMITS: 'Requests in the journal: per organization, and bytes in the server',
  },
  'src/engine/journal/journal-entry.ts': { BODY_KEPT: 'Bytes of a body kept in the journal' },
  'src/engine/journal/criteria.ts': { MOST_SHARED: 'Exchanges whose redacted contents are shared by all waits' },
  'src/engine/journal/await-found.ts': { MOST_FOUND: 'Requests or deliveries that a wait for them returns' },
  'src/edges/admin/behaviour/waits.ts': { LONGEST_WAIT: 'Milliseconds that such a call waits' },
  'src/engine/capsule/recorder.ts': {
    RECORDER_LIMITS: 'Recording for capsules: calls and bytes per organization, bytes of all recordings',
  },
  'src/engine/coaching/coach.ts': { MOST_FINDINGS: 'Findings kept of an organization' },
  'src/edges/files/scenario-files.ts': {
    LARGEST_FILE: 'Bytes of a scenario file',
    MAX_SCENARIOS: 'Scenario files of a folder',
  },
  'src/edges/workers/read-yaml-apart.ts': {
    TIME: 'Milliseconds in which a worker reads a scenario file',
    MEMORY: 'Megabytes of heap in which it does so',
  },
  'src/edges/files/located-yaml.ts': {
    MOST_NODES: 'Values in a scenario file',
    DEEPEST: 'Nesting of a scenario file',
    MOST_ALIASES: 'YAML aliases in a scenario file',
    MOST_DIGITS: 'Characters of a number in a scenario file',
  },
  'src/edges/files/storyboard-files.ts': { MAX_STORYBOARD_FILES: 'Storyboard files of a folder' },
  'src/control/show/storyboard.ts': {
    MOST_STORY_STEPS: 'Steps of a storyboard',
    LARGEST_STORYBOARD: 'Bytes of a storyboard',
  },
  'src/control/show/shows.ts': {
    MOST_SHOWS: 'Shows that are played at a time without a database; a further one ends the oldest',
    CHECKPOINT_LIMITS: 'Bytes to take steps of a show back: of one show, and of all in memory',
  },
  'src/control/show/play-step.ts': { LARGEST_SHOWN_BODY: 'Bytes of a body that a show shows' },
  'src/engine/scenarios/repository.ts': { MAX_UPLOADED: 'Uploaded scenarios of a sandbox' },
  'src/engine/scenarios/sandbox-scenarios.ts': { MAX_ACTIVE: 'Active scenarios of a sandbox' },
  'src/engine/scenarios/check-scenario.ts': { MAX_PATTERNS: 'Regular expressions of a scenario' },
  'src/engine/matching/pattern.ts': {
    LONGEST_PATTERN: 'Characters of such an expression',
    LARGEST_PROGRAM: 'Instructions of such an expression when it is compiled',
    LONGEST_TEXT: 'Characters of a text that it is matched with',
    MOST_EFFORT:
      'Characters times instructions of all expressions that are matched with one request, and of all that wait for one',
  },
  'src/engine/scenarios/template.ts': {
    MAX_TEMPLATES: 'Templates such as `{{request.body.vin}}` in a reply',
    LONGEST_INSERT: 'Characters that a template inserts into a longer text',
  },
  'src/engine/scenarios/scenario.ts': { LONGEST_DELAY: 'Milliseconds by which a scenario delays a response' },
  'src/engine/scenarios/references.ts': {
    LONGEST_WAIT: 'Time until an entry of a timeline, and within which a request is expected',
    LONGEST_DOWN: 'Time for which a scenario holds a delivery',
  },
  'src/engine/scenarios/expectations/observed.ts': {
    MOST_TOLD: 'Expectations that one request misses, whose differences are told in full',
  },
  'src/engine/scenarios/run.ts': {
    COUNTED_KEPT: 'Requests of which a run knows that it has counted them',
    RESULTS_KEPT: 'Results of a timeline that a run keeps',
    MOST_GIVEN: 'Fixtures that a scenario installs',
    MOST_NAMED: 'Ids that a run keeps of an entry of its timeline',
  },
  'src/vat/vies/vies-check.ts': { MOST_EARLIER: 'Requests to VIES that a check keeps' },
  'src/engine/contract/parse-files.ts': {
    LARGEST_FILE: 'Bytes of a description (`--spec`)',
    DEEPEST: 'Nesting of a description',
    MOST_NODES: 'Values in a description',
    MOST_REPEATED: 'Values in a description that only YAML aliases add',
    MOST_MENDED: 'Lines of a description in YAML whose indentation is mended',
  },
  'src/engine/contract/expression.ts': {
    LARGEST_PROGRAM: 'Instructions of a compiled expression of a description',
    MOST_STEPS: 'Steps of matching an expression that is not linear',
  },
  'src/engine/contract/references.ts': { MOST_COPIES: 'Copies of schemas with dynamic references' },
  'src/engine/faking/create-recipes.ts': {
    MOST_COMBINATIONS: 'Combinations of alternatives that one attempt at a generated response looks at',
  },
  'src/engine/faking/recipe.ts': {
    DEEPEST: 'Nesting of a generated response',
    MOST_WORK: 'Values in a generated response; twelve characters of a text count as one',
  },
  'src/engine/faking/composite-recipes.ts': {
    MAX_ITEMS: 'Items of a generated list, unless the schema requires more',
  },
  'src/engine/faking/text-search.ts': { LONGEST: 'Characters of a text generated from an expression' },
};

type Names = Readonly<Record<string, readonly string[]>>;

/** Constants that have the name of a limit but do not belong into the table, by the reason. */
export const UNLISTED_CONSTANTS: Readonly<Record<string, Names>> = {
  'in the table of the description or of the settings': {
    'src/vat/orders/order.ts': ['MOST_VINS'],
  },
  'bounds what a message or a log line lists or quotes': {
    'src/control/state/check-state.ts': ['MOST_FAULTS'],
    'src/engine/journal/redactor.ts': ['LONGEST_REASON'],
    'src/edges/files/located-yaml.ts': ['MOST_FAULTS'],
    'src/edges/files/located-file.ts': ['MOST_LISTED', 'MOST_SHAPE_FAULTS', 'MAX_FAULTS'],
    'src/control/recordings/recorded-storyboard.ts': ['MOST_REMARKS'],
    'src/control/recordings/saved-ids.ts': ['MOST_SAVED', 'LONGEST_NAME'],
    'src/control/recordings/transcript-page.ts': ['MOST_SHOWN'],
    'src/edges/files/named-files.ts': ['LONGEST_YAML'],
    'src/edges/http/routes.ts': ['LONGEST_INDENTED'],
    'src/edges/system/logger.ts': ['LONGEST'],
    'src/engine/assumptions/register.ts': ['LONGEST'],
    'src/engine/coaching/coach.ts': ['MOST_SHOWN'],
    'src/engine/contract/check-structure.ts': ['MAX_DIAGNOSTICS'],
    'src/engine/journal/await-found.ts': ['MOST_OTHERS'],
    'src/engine/responders/declared-refusal.ts': ['LONGEST'],
    'src/engine/responders/preference.ts': ['LONGEST_MEANT'],
    'src/engine/scenarios/next-call.ts': ['LONGEST_NAME'],
    'src/engine/scenarios/check-values.ts': ['MAX_DIAGNOSTICS'],
    'src/engine/scenarios/sample-event.ts': ['MOST_VIOLATIONS'],
    'src/engine/validation/lazy-references.ts': ['MOST_ERRORS'],
    'src/engine/validation/violations.ts': [
      ...['MAX_VIOLATIONS', 'MAX_ECHO', 'MAX_MEMBERS', 'MAX_REASONS', 'MAX_LENGTH', 'MAX_EXPLAINED'],
    ],
    'src/vat/compliance/compliance-behaviours.ts': ['MAX_LISTED'],
    'src/vat/moves/describe-outcome.ts': ['MOST_NAMED'],
    'src/vat/moves/move.ts': ['LONGEST_LINE'],
    'src/vat/compliance/vat-rules.ts': ['MAX_LISTED'],
  },
  'bounds what an observer remembers to produce findings': {
    'src/engine/coaching/coverage.ts': ['MOST_NAMES'],
    'src/engine/coaching/receiver-watch.ts': ['MOST_EVENTS', 'MOST_CALLS'],
    'src/engine/coaching/detector.ts': ['MOST_IDS'],
    'src/engine/coaching/general-detectors.ts': ['MOST_TOKENS', 'MOST_CLIENTS', 'MOST_GRANTS', 'MOST_RESPONSES'],
    'src/engine/coaching/retries.ts': ['MOST_REQUESTS', 'MOST_REFUSED', 'MOST_UNREAD', 'MOST_STREAKS'],
    'src/engine/scenarios/expectations/evaluation.ts': ['MOST_CLIENTS'],
    'src/vat/coaching/detectors.ts': ['MOST_CLIENTS', 'MOST_RESOURCES'],
  },
  'bounds a cache or the effort of an algorithm, with no effect on a response': {
    'src/engine/resources/emit-changes.ts': ['DEEPEST'],
    'src/engine/resources/keep-body.ts': ['MOST_ITEMS'],
    'src/engine/resources/keep-shown.ts': ['MOST_REPAIRS', 'MOST_MEMBERS'],
    'src/engine/resources/keep.ts': ['MOST_DRAWS'],
    'src/composition/shared-directories.ts': ['MOST_DUE'],
    'src/edges/http/body-budget.ts': ['MOST_IDLE'],
    'src/edges/http/connections.ts': ['MOST_LOOKS'],
    'src/engine/faking/generator-recipe.ts': ['MAX_DEPTH'],
    'src/engine/faking/create-faker.ts': ['MOST_FAILURES'],
    'src/engine/faking/create-recipes.ts': ['MOST_KEPT'],
    'src/engine/faking/text-search.ts': ['MOST_WORK', 'MOST_PLACES', 'MOST_LANGUAGES'],
    'src/engine/journal/redact-body.ts': ['DEEPEST'],
    'src/engine/journal/secrets.ts': ['MOST'],
    'src/engine/responders/negotiate.ts': ['REMEMBERED'],
    'src/edges/stores/home-store.ts': ['REMEMBERED'],
    'src/edges/stores/transaction-queues.ts': ['MOST_IDLE'],
    'src/engine/validation/form-values.ts': ['REMEMBERED'],
    'src/engine/routing/router.ts': ['LONGEST_PATH', 'MOST_SEGMENTS', 'LONGEST_WORD'],
    'src/engine/sandbox/create-sandbox.ts': ['LONGEST_NAP'],
    'src/engine/sandbox/initial-contents.ts': ['MOST_PREPARED'],
    'src/edges/peers/at-home.ts': ['MOST_HOMES', 'MOST_HOPS', 'MOST_TRIES'],
    'src/edges/peers/connections.ts': ['MOST_PEERS'],
    'src/control/clock/sandbox-time.ts': ['LONGEST_STEP'],
    'src/kernel/media-type.ts': ['REMEMBERED'],
    'src/vat/fixtures/install-fixtures.ts': ['MAX_ATTEMPTS'],
  },
  'a rule of the domain or of a format': {
    'src/control/sandboxes/managed-sandboxes.ts': ['NAME_KEPT'],
    'src/kernel/json.ts': ['LARGEST_WITHIN', 'LARGEST_UNSIGNED'],
    'src/vat/documents/document.ts': ['MAX_LENGTH', 'MAX_EXTENSION_LENGTH'],
    'src/vat/vies/run-check.ts': ['CHECK_TIMEOUT'],
    'src/edges/http/cors.ts': ['MAX_AGE'],
    'src/engine/coaching/general-detectors.ts': ['MAX_AGE'],
  },
};

/** Names by which a constant is recognized as a limit. */
export const LIMIT_NAME = /^(?:(?:MOST|MAX|LARGEST|LONGEST|DEEPEST)(?:_\w+)?|\w+_(?:LIMITS|KEPT|TIMEOUT)|REMEMBERED)$/;
