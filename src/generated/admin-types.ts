// Made by "npm run generate" from spec/ and src/config: edit those.
import type { Parsed } from '../kernel/json.ts';
export interface paths {
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Liveness
         * @description Returns 200 while the process runs.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Readiness
         * @description Returns 503 as soon as the server starts to shut down, and while its data folder cannot be written or its database cannot be reached.
         */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/backup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Back up all data
         * @description A copy of the data of all sandboxes as a file, made while the server goes on serving requests. It contains secrets. Only for the operator; on a server that only its own machine can reach, for all callers.
         */
        readonly get: operations["takeBackup"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/signing-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the signing keys
         * @description The keys that access tokens are signed with, without their private parts: the one that signs first, then those that it has replaced and whose tokens are still accepted. Only for the operator; on a server that only its own machine can reach, for all callers.
         */
        readonly get: operations["listSigningKeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/signing-keys/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate the signing key
         * @description Signs access tokens with a new key from now on, on all servers of a database. Tokens of former keys are accepted until the window ends. Only for the operator; on a server that only its own machine can reach, for all callers.
         */
        readonly post: operations["rotateSigningKeys"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List sandboxes
         * @description Sandboxes from the organizations file come first, then those created later. Only for the operator; on a server that only its own machine can reach, for all callers.
         */
        readonly get: operations["listSandboxes"];
        readonly put?: never;
        /**
         * Create a sandbox
         * @description Creates an organization with clients and its own sandbox. At the maximum number of sandboxes, the new one replaces the sandbox that has been idle longest, unless that one was used recently. Only for the operator; on a server that only its own machine can reach, for all callers.
         */
        readonly post: operations["createSandbox"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandboxes/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the sandbox.
                 * @example sb-4k2m9x7q1w3e5r8t
                 */
                readonly id: components["parameters"]["SandboxId"];
            };
            readonly cookie?: never;
        };
        /**
         * Read a sandbox
         * @description The sandbox and its organization, with its clients, but without secrets; and its quotas: what it may have, and has, on all servers of a database. A call beyond a quota is refused with 429, a write with 507; the problem has the quota as the member `quota`. Deliveries beyond it wait. An access token reads the sandbox of its own organization; the operator reads any sandbox, and how many the server has.
         */
        readonly get: operations["getSandbox"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a sandbox
         * @description Deletes a created sandbox with its organization, its client and all its contents. Its tokens are refused from then on.
         */
        readonly delete: operations["deleteSandbox"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a sandbox
         * @description Changes the organization of the sandbox, from the next call on. Members that you omit stay unchanged. The change is part of the sandbox: a reset reverts it; exports, snapshots, forks and `--data` keep it.
         *     `extend` moves `expiresAt` of a sandbox that a visitor got by a link or by signing up: to a full `--limits visitor-sandbox-ttl` from now, but never beyond `latestExpiresAt`.
         */
        readonly patch: operations["changeSandbox"];
        readonly trace?: never;
    };
    readonly "/servers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the servers
         * @description All servers that share the database of this one, oldest first, with what each has told with its last sign of life, at most a second before; without a shared database, this server alone. A server that has ended is not listed; one that is silent is, for a minute. Only for the operator; on a server that only its own machine can reach, for all callers.
         */
        readonly get: operations["listServers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/visitor-links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List visitor links
         * @description Newest first, without their secrets. A link that has expired or was revoked stays in the list for 30 days. Only for the operator; on a server that only its own machine can reach, for all callers.
         */
        readonly get: operations["listVisitorLinks"];
        readonly put?: never;
        /**
         * Create a visitor link
         * @description Returns a URL for a visitor. Its fragment is a secret of 256 bits, which this response shows once and which the server keeps only as a digest. The console's page exchanges it for a session: with `copies: own`, each visitor gets a new sandbox; with `shared`, all get the same one. Only for the operator; on a server that only its own machine can reach, for all callers.
         */
        readonly post: operations["createVisitorLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/visitor-links/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the link.
                 * @example vl_01K9Z3N8QW4T7XB2M6RVHD5E0C
                 */
                readonly id: components["schemas"]["VisitorLink"]["id"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a visitor link
         * @description The link admits no visitor from now on, and those that it admitted are out: their sessions and streams end, and the clients of the sandboxes that it made get new secrets, which ends their access tokens. The sandboxes stay until they expire, for the operator. A link that was revoked before stays as it is.
         */
        readonly delete: operations["revokeVisitorLink"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Extend or shorten a visitor link
         * @description The link then expires this long from now, even if it had expired already. The sandboxes that it made keep their own end.
         */
        readonly patch: operations["extendVisitorLink"];
        readonly trace?: never;
    };
    readonly "/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reset a sandbox to its fixtures
         * @description Restores the initial state of the sandbox: its fixtures, its seed, and a clock that follows the wall clock. Clears rate budgets, client pauses, the journal, e-mails and stored responses of Idempotency-Keys. Clients keep their secrets and tokens. Requests in progress end with 503 and have no effect.
         */
        readonly post: operations["resetSandbox"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/state": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export a sandbox
         * @description The complete state of the sandbox: records, document contents, jobs, events, stored responses, clock and seed. Includes the secrets of webhook endpoints, but not the secrets of clients.
         */
        readonly get: operations["exportState"];
        /**
         * Import a sandbox
         * @description Replaces the contents of the sandbox with an exported state; an import that fails changes nothing. The clock continues from its time at the export, or stays frozen there. It can therefore go back, and access tokens may have expired. Clears budgets, pauses, the journal and e-mails to the administrator, like a reset. Ids stay as they are: the target must have the partners that the data refers to. From then on, public links lead to the target.
         */
        readonly put: operations["importState"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/state/snapshots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List snapshots
         * @description The saved states of the sandbox, oldest first, and then the ready-made ones, which every sandbox of the server has: each is a persona, an organization with its data, for demonstrations.
         */
        readonly get: operations["listSnapshots"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/state/snapshots/{name}": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the snapshot.
                 * @example before-the-demo
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        /**
         * Read a snapshot
         * @description The state as exported when the snapshot was taken. You can import it into another sandbox.
         */
        readonly get: operations["getSnapshot"];
        /**
         * Take a snapshot
         * @description Saves the current state of the sandbox under a name and replaces a snapshot of the same name. Resets and imports keep snapshots. A sandbox has at most 20 snapshots; they count towards its size limit and are deleted with it. Ready-made ones cannot be replaced.
         */
        readonly put: operations["takeSnapshot"];
        readonly post?: never;
        /** Delete a snapshot */
        readonly delete: operations["deleteSnapshot"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/state/snapshots/{name}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore a snapshot
         * @description Replaces the contents of the sandbox with the snapshot, like an import. The snapshot is kept and can be restored again. With a ready-made one, the sandbox gets the organization and the data of the persona: all dates are relative to the clock of the sandbox, which goes on as before, and in hosted mode the tier does not rise. Clients keep their secrets and tokens.
         */
        readonly post: operations["restoreSnapshot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/capsule": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export the calls of a sandbox
         * @description The calls and responses since the beginning of the recording, or otherwise since the last reset, as far as the journal reaches, in one file without credentials. A capsule has all that is needed to see what a client saw: also the initial state, the control calls, and the final state; if its calls cannot be replayed, `replay` gives the reason. A storyboard has one step for each of the newest 60 calls, those of this API that changed the sandbox included, with ids saved from earlier answers; it can be played, and comments at its head say what was left out. A Postman collection, which Bruno and other programs import, too, makes the newest 500 calls again in another sandbox. A transcript is a page of them to read and print.
         */
        readonly get: operations["getCapsule"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/capsule/{action}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start or end a recording
         * @description `start` saves the state of the sandbox and from then on records every complete request and response, and every control call that changes the sandbox. A capsule exported from a recording can be replayed. Resets rate budgets and client pauses. A recording holds at most 5,000 calls and 32 MiB; a reset or an import ends it, and so does a server shutdown unless the sandboxes are stored in PostgreSQL.
         *     `end` discards the recording, if there is one.
         */
        readonly post: operations["switchRecording"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read the clock */
        readonly get: operations["getClock"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clock/advance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Move the clock forward
         * @description Moves the clock and runs everything that becomes due, in order and each at its own time. Time never goes back: a time in the past is refused. One call moves the clock by at most ten years. If too many jobs become due, the call ends early with `complete: false`; repeat it with the same `to` to continue.
         */
        readonly post: operations["advanceClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clock/freeze": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Freeze the clock
         * @description Freezes the clock now, or at a future time; everything due until then runs first. You can move a frozen clock forward; it stays frozen.
         */
        readonly post: operations["freezeClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clock/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Unfreeze the clock
         * @description The clock continues from its current time. On a running clock, the call has no effect.
         */
        readonly post: operations["resumeClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/assumptions": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the assumptions made where the API description is silent
         * @description All entries of the register, in order: the open question, the choice, the alternatives, and the position of the switch in this sandbox.
         */
        readonly get: operations["listAssumptions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Set some switches
         * @description Switches that you omit stay unchanged. Null returns a switch to the server's default.
         */
        readonly patch: operations["changeAssumptions"];
        readonly trace?: never;
    };
    readonly "/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List events
         * @description All events caused by changes in the sandbox, newest first, including events without a subscribed webhook endpoint.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        /**
         * Emit a sample event
         * @description Emits an event as if it had happened: lists it, and delivers it to the subscribed webhook endpoints. Nothing else in the sandbox changes. Missing members of `data` come from the resource that the event is about, or from a sample in the description; unknown members are refused.
         */
        readonly post: operations["emitEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/records": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the kinds of records, or search them
         * @description The collections of a sandbox that can be read, each with what it contains, in which order, and the filters that it knows. With `search`, also what has this id, number or name: records, webhook endpoints, deliveries, events, requests.
         */
        readonly get: operations["listCollections"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/records/{collection}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List records
         * @description A page of a collection. A filter that the collection does not know is refused; `GET /records` lists those that it knows.
         */
        readonly get: operations["listRecords"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/records/{collection}/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show a record
         * @description Everything that belongs to a record: what is kept of it, how it came to it, what is due, and what is possible now.
         */
        readonly get: operations["showRecord"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{uuid}/documents/{documentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download a document of an order
         * @description Downloads it as an attachment, whatever its type. Draws an Export File that has not been read yet.
         */
        readonly get: operations["downloadOrderDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/description": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the description of the API
         * @description The OpenAPI description that the server answers by, as one document in JSON: with its overlays, references to other files within it, and Swagger 2.0 as OpenAPI 3.0. The same for all sandboxes.
         */
        readonly get: operations["getDescription"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/simulators": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List simulators
         * @description The business outcomes that you can trigger: those that no client can cause, and those that only happen occasionally; and the state of VIES, which two of them switch: whether it is down, country by country, and the buyers that an outage affects.
         */
        readonly get: operations["listSimulators"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/simulators/{name}/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Run a simulator
         * @description Triggers a business outcome with the same code as if it had happened naturally: the rollup is recomputed, and the events follow. If the outcome is impossible in the current state, the call returns 409 and the reason.
         */
        readonly post: operations["runSimulator"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{uuid}/next": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what an order can do next
         * @description The moves that are legal for the order now: calls of a client, ready to be sent as they are; simulators; and the next job of the order or its buyer on the sandbox clock. Each is tried on a copy of the order with the code that will handle it, which also says what it leads to. Nothing is changed.
         */
        readonly get: operations["listOrderMoves"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{uuid}/goto": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Bring an order to a status or a verdict
         * @description Makes the legal moves that lead there, one after the other: real calls of the API as a client of the sandbox (with the header `X-Mock-Sent-By: goto`; in the journal, but without using the client's rate budget), simulators and steps of the clock where no call of a client leads further. An order that is there already needs no step. If a step fails, for instance because of an active scenario, the call stops and returns 409 with the steps made so far.
         */
        readonly post: operations["goToStatus"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clients": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List API clients
         * @description The clients of the organization, without secrets.
         */
        readonly get: operations["listClients"];
        readonly put?: never;
        /**
         * Add an API client
         * @description Adds a client to the organization, up to 20 in total. The server generates its name. Clients belong to the identity provider: resets keep them, and so does `--data`.
         */
        readonly post: operations["createClient"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clients/{clientId}": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The client's `client_id`.
                 * @example api-client-demo
                 */
                readonly clientId: components["parameters"]["ClientId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a client
         * @description Removes a client that was added, or that belongs to a created sandbox. Its tokens are refused from then on. Clients from the organizations file can only be disabled.
         */
        readonly delete: operations["deleteClient"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Disable or enable a client
         * @description The token endpoint refuses a client that is disabled or has no service account. Issued tokens stay valid until they expire. With an access token, you cannot disable the last client that can get a token.
         */
        readonly patch: operations["changeClient"];
        readonly trace?: never;
    };
    readonly "/clients/{clientId}/rotate-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate a client's secret
         * @description Issues a new secret for a client of the caller's organization. The previous secret stays valid for token requests until the window ends; issued tokens stay valid unless `endTokens` is true. Another rotation within the window invalidates the oldest secret immediately.
         */
        readonly post: operations["rotateClientSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clients/{clientId}/access-token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Issue an access token for a client
         * @description Returns an access token as the token endpoint would issue it now, without the client's secret. The browser console gets the tokens of its own requests here.
         */
        readonly post: operations["createAccessToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List past exchanges
         * @description The newest 1,000 exchanges of the caller's organization (fewer if they are large), newest first. Includes exchanges without an identified caller (401, 404), except in hosted mode.
         */
        readonly get: operations["listRequests"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete past exchanges
         * @description Clears the journal. Coverage and findings are kept; a reset of the sandbox (`POST /reset`) clears them.
         */
        readonly delete: operations["deleteRequests"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests.har": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export past exchanges as an HTTP Archive
         * @description HAR 1.2, oldest first, to import into browsers and proxies. As everywhere in the journal, credentials are removed and long bodies are truncated.
         */
        readonly get: operations["exportRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/find": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Find past exchanges
         * @description The newest `limit` exchanges that meet all criteria, with headers and bodies, oldest first. Criteria are compared with the redacted exchange: you can only search for the absence of a credential.
         */
        readonly post: operations["findRequests"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/await": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Wait for exchanges
         * @description Returns as soon as `count` exchanges meet all criteria. Exchanges already in the journal count, unless `since` or `after` excludes them. After `timeout`, the call returns 408 with the other exchanges, each with the first criterion that it does not meet.
         */
        readonly post: operations["awaitRequests"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read one exchange */
        readonly get: operations["getRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/{id}/explain": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Explain the result of an exchange
         * @description All stages in order, each with its decision and the rule behind it; for a refusal, also the smallest change that would have passed.
         */
        readonly get: operations["explainRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/scenarios": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List scenarios
         * @description Built-in scenarios, those of `--scenarios`, and those uploaded to the sandbox, by name.
         */
        readonly get: operations["listScenarios"];
        readonly put?: never;
        /**
         * Upload a scenario
         * @description Uploads a scenario in YAML or JSON to this sandbox only. The format is `scenarios/scenario.schema.json`. An upload ends and replaces an uploaded scenario of the same name; it cannot replace a scenario from a file.
         */
        readonly post: operations["uploadScenario"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/next-calls": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Decide what becomes of the next call
         * @description Answers the next call of an operation with a status, breaks its connection or delays it, without a file. It becomes a scenario of one step, uploaded to this sandbox and active until the step is used up. Calls count when they have passed every check; a retry counts as a call. A second one for the same operation waits until the first is used up.
         */
        readonly post: operations["playNextCall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/file-schemas": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the schemas of scenarios and storyboards
         * @description The JSON Schemas of scenario files and of storyboard files, and the names that they may use, for editors.
         */
        readonly get: operations["getFileSchemas"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/scenarios/validate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Validate a scenario without uploading it
         * @description Finds the same errors as an upload and as `vatmock validate`, and changes nothing.
         */
        readonly post: operations["validateScenario"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/scenarios/{name}": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the scenario.
                 * @example lost-answer
                 */
                readonly name: components["parameters"]["ScenarioName"];
            };
            readonly cookie?: never;
        };
        /**
         * Read a scenario
         * @description Its state, and its text: the YAML of its file. Of an upload, the server keeps the contents only, not its comments.
         */
        readonly get: operations["getScenario"];
        readonly put?: never;
        readonly post?: never;
        /** Delete an uploaded scenario */
        readonly delete: operations["deleteScenario"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/scenarios/{name}/activate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Activate a scenario
         * @description Starts the scenario from its beginning, even if it is already active. From then on it applies to every call to the sandbox. With `state`, it enters that state instead, and is started only if it is not active; a state that no step and no timeline uses is refused.
         */
        readonly post: operations["activateScenario"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/scenarios/{name}/deactivate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Deactivate a scenario */
        readonly post: operations["deactivateScenario"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/scenarios/{name}/verdict": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the expectations of a scenario and their results
         * @description Compares the requests and deliveries since the activation with `expect` in the scenario's file. Requests are counted on arrival, so the result does not depend on the size of the journal.
         */
        readonly get: operations["getVerdict"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/show": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the show, and the storyboards that can be played
         * @description What is played in this sandbox, how far it is, what the audience sees, and every call made; beside it the built-in storyboards and those of `--storyboards`.
         */
        readonly get: operations["getShow"];
        /**
         * Start a storyboard, or go to a step of it
         * @description Resets the sandbox to the beginning of the storyboard (its fixtures, its clock, frozen, and its seed), and waits for `next`. A show that was being played ends. Send a name, or a whole storyboard in YAML or JSON, whose format is `storyboards/storyboard.schema.json`: it is validated as by `vatmock validate`, and kept only while it is played. With `chapter`, the show is at that place then: with `step`, it shows the state after this step; without, the chapter's first step is the next one. If a storyboard of this name is being played already, the steps up to there are played, or the sandbox is restored where they are behind. A show ends when the sandbox is reset, replaced or dropped; without a database, also when the server stops. On servers that share a database, any of them plays the next step; while one plays a step, the others refuse to move the show.
         */
        readonly put: operations["startShow"];
        readonly post?: never;
        /**
         * Stop the show
         * @description The sandbox stays as it is, its clock frozen.
         */
        readonly delete: operations["stopShow"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/show/{action}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Play the next step, or take the last one back
         * @description `next` makes the calls of the next step and checks what must be true after it. If a proof fails, the show stops there, with `status: failed`.
         *     `back` restores the sandbox as it was before the last step, also what was done by hand since. Calls of that time leave the journal, the findings and the coverage.
         */
        readonly post: operations["moveShow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Stream the activity of a sandbox
         * @description Server-sent events about everything that happens in a sandbox. `kinds` selects what:
         *
         *     | Kind | Sent | Data |
         *     |---|---|---|
         *     | `exchange` | for each completed request, and again when its client has left without the response | as in the list of exchanges |
         *     | `event` | for each event that a change has caused | id, type, time, payload |
         *     | `delivery` | when a webhook delivery has changed | `StreamedDelivery` |
         *     | `clock` | when the clock was moved, frozen or resumed | `Clock`, and `wallTime` |
         *     | `scenario` | when a scenario was activated, used a step, changed its state or verdict | `StreamedScenario` |
         *     | `finding` | for each new finding of the report, and again when it becomes certain | `rule`, `title`, `clientId`, `subject`, `detail` and `certain` of `Finding` |
         *     | `state` | when records were created, changed or deleted, or all replaced | `StreamedState` |
         *     | `show` | when a show was started, moved, made a call, or ended | `StreamedShow` |
         *
         *     Ids order the messages of all kinds in one sequence per sandbox. The first message is `listening`: what is
         *     read after it misses nothing. A listener that reconnects with `Last-Event-ID` receives exactly what it
         *     missed. If that is no longer possible, because the server keeps the newest messages only (5,000, at most
         *     2 MiB) and none from 30 seconds after the last listener has left, the first message is `gap` instead: read
         *     everything again. `forgotten` (kind `exchange`): the journal was cleared. `closed`: the stream ends, with
         *     the `reason` `ended` (shutdown, or the sandbox was deleted), `too-slow` (the listener did not read) or
         *     `signed-out` (the session of the console has ended).
         *     Messages are sent in batches, at most 50 ms after what they are about; findings within a second.
         */
        readonly get: operations["streamJournal"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/listen": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Listen for deliveries
         * @description Registers a webhook endpoint for a program that this server cannot reach, and streams its deliveries to the program as server-sent events. `vatmock listen` is such a program. The first event is `listening` with `secret`, `endpointId`, `events` and the number of earlier deliveries that follow (`waiting`). Each attempt is a `delivery`: `attempt` is its name, `number` its count, and `headers` and `body` are what to forward. Report the result with `reportOutcome` within the time limit of an attempt. Other events: `paused` (the webhook endpoint was paused automatically), `reset` (the sandbox was reset and the webhook endpoint registered again, as `endpointId`), `replaced` (another program now listens under this name) and `closed` (the stream has ended).
         *     A listener that reconnects under the same name keeps its webhook endpoint, secret and pending deliveries. If a program disconnects, attempts fail and are retried as usual until it reconnects, unless it has paused its webhook endpoint (`PATCH /webhooks/{id}`), which listening again resumes.
         */
        readonly get: operations["listenToDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/listen/{name}/outcomes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report the result of an attempt
         * @description The status that the receiver returned, or the reason for the failure. The result appears in the history and decides whether the attempt is retried.
         */
        readonly post: operations["reportOutcome"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/coverage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the API coverage
         * @description Operations, responses, problem types, events and capabilities that the clients of the sandbox have used, and those they have not.
         */
        readonly get: operations["showCoverage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/findings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List client mistakes
         * @description What the clients of the sandbox have done wrong since its last reset: the rule, the requests that show the mistake, and the remedy. Also lists mistakes that no stub can detect.
         */
        readonly get: operations["showFindings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description The deliveries of all webhook endpoints of the sandbox, newest first, with all attempts and injected faults. The API's own history shows only what the real service would show.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deliveries/await": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Wait for webhook deliveries
         * @description Returns as soon as `count` deliveries meet all criteria. Existing deliveries count, unless `since` excludes them. After `timeout`, the call returns 408 with the newest other deliveries, each with the first criterion that it does not meet.
         */
        readonly post: operations["awaitDeliveries"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deliveries/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read one webhook delivery */
        readonly get: operations["getDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deliveries/{id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send the event of a delivery again
         * @description Starts a new delivery of the same event to the same webhook endpoint, like the API's own replay, but without a request in the journal.
         */
        readonly post: operations["replayDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhook endpoints as the server sees them
         * @description The webhook endpoints of the sandbox in the order of their registration, with what the API does not show: why one is paused or quarantined, how many attempts have failed in a row, and when the next attempt is due. An endpoint is paused after 20 consecutive failed attempts, or 72 hours without a success. Never with the secret.
         */
        readonly get: operations["listReceivers"];
        readonly put?: never;
        /**
         * Register a webhook endpoint
         * @description Sends the events of the sandbox to this URL from now on, signed and repeated like those of any other webhook endpoint. For descriptions that have no operation to register one. The secret is shown only once.
         */
        readonly post: operations["addReceiver"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check the signature of a webhook delivery step by step
         * @description Verifies a delivery as a correct receiver does, and shows each step: the headers, the time stamp, the bytes that are signed, the HMAC and the comparison. If the delivery is not genuine, `causes` has what is most likely wrong. Send the headers and the body that you received, or the id of a delivery.
         *     Without `secret`, the server verifies with the secrets of `webhookId`, or with those of all webhook endpoints of the sandbox. The response contains signatures made with these secrets, never a secret itself.
         */
        readonly post: operations["verifyWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{id}": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of a webhook endpoint.
                 * @example wh_01JBF3B6T2P5R8D1W4E7Y0A3SJ
                 */
                readonly id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a webhook endpoint
         * @description Like `DELETE /webhooks/{id}` of the API, but without a client. Its deliveries are deleted with it. The webhook endpoint of the setting `--webhook-url` is back after a reset or restart.
         */
        readonly delete: operations["deleteReceiver"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Pause or reactivate a webhook endpoint, or inject faults into its deliveries
         * @description `status`: like `PATCH /webhooks/{id}` of the API with this `status`, but without a client: it counts towards no rate limit and is not listed among the requests. While it is paused, events are recorded but not sent. Reactivation resets the failures in a row; replay what it missed.
         *     `chaos`: rules in the format of `deliveries` in a scenario. They replace the previous ones, apply to this webhook endpoint only, and take precedence over those of scenarios. Null removes them.
         */
        readonly patch: operations["updateReceiver"];
        readonly trace?: never;
    };
    readonly "/webhooks/{id}/rotate-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description Issues a new secret for a webhook endpoint. Until the window ends (on the sandbox clock), deliveries are signed with both secrets. Another rotation within the window invalidates the oldest secret immediately.
         */
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/inbox": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List inboxes
         * @description Inboxes that have received a message or have configured responses.
         */
        readonly get: operations["listInboxes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/inbox/{name}": {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Any name; an inbox without messages is empty.
                 * @example shop
                 */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        /**
         * Read an inbox
         * @description The URL to register, and the messages received, oldest first. All inboxes of the sandbox together keep the newest 200 messages and 2 MiB.
         */
        readonly get: operations["getInbox"];
        /**
         * Set the responses of an inbox, or register it as a webhook endpoint
         * @description `answers`: the inbox returns these statuses one by one, starting with the next request, and repeats the last one. An empty list means 200.
         *     `register`: creates a webhook endpoint with the URL of the inbox, so that all events of the sandbox arrive there. If a webhook endpoint has this URL already, nothing is created.
         */
        readonly put: operations["programInbox"];
        readonly post?: never;
        /**
         * Empty an inbox
         * @description Deletes the messages and returns to status 200. The URL stays the same.
         */
        readonly delete: operations["deleteInbox"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/mail": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List e-mails that the real service would have sent */
        readonly get: operations["listMail"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly NextCallRequest: {
            /**
             * @description An operationId, or `*` for any.
             * @example createOrder
             */
            readonly operation: string;
            /** @description The status, with the first example that the description has for it, else with a generated body. */
            readonly status?: number;
            /**
             * @description The operation need not declare the status.
             * @constant
             */
            readonly offContract?: true;
            /**
             * @description What becomes of the response. `reset` is short for `CONNECTION_RESET_BY_PEER`; with `commit-then-reset` the work is done, but the response is lost.
             * @enum {unknown}
             */
            readonly fault?: "reset" | "commit-then-reset" | "slow-body" | "CONNECTION_RESET_BY_PEER" | "EMPTY_RESPONSE" | "MALFORMED_RESPONSE_CHUNK" | "RANDOM_DATA_THEN_CLOSE";
            /**
             * @description How long the response is held back, in real time: an ISO 8601 duration.
             * @example PT5S
             */
            readonly delay?: string;
            /**
             * @description For how many calls.
             * @default 1
             */
            readonly times?: number;
        };
        readonly Scenario: {
            readonly name: string;
            /** @description What the scenario teaches. */
            readonly teaches: string | null;
            /** @description What a correct client does. */
            readonly client: string | null;
            /** @enum {unknown} */
            readonly origin: "file" | "uploaded";
            /** @description The subfolder of its file, such as webhooks. */
            readonly area: string | null;
            /** @description Whether it applies to every call. `X-Mock-Scenario` selects it for one call in any case. */
            readonly active: boolean;
            /** @description It is active, but none of its steps can be used again. Activating it starts it anew. */
            readonly exhausted: boolean;
            readonly state: string;
            /** @description All its states. */
            readonly states: readonly string[];
            readonly steps: readonly {
                readonly number: number;
                readonly title: string | null;
                /** @description An operationId, or `*`. */
                readonly on: string;
                /** @description Number of times it was used, also by calls that name the scenario. */
                readonly used: number;
                /** @description Number of remaining uses; null if unlimited. Calls that name the scenario use up none. */
                readonly left: number | null;
            }[];
            /** @description What the activation created in the sandbox: each with its fixture, its kind, and its ids (`orderUuid`, `externalOrderId`, `buyerUuid`, `vatNumber`, `invitationUuid`, `link`, `sellerId`). */
            readonly given: readonly ({
                readonly fixture: string;
                /** @enum {unknown} */
                readonly kind: "order" | "buyer" | "invitation";
            } & {
                readonly [key: string]: string;
            })[];
            /** @description The switches that it sets while it is active: alternatives by assumption id. */
            readonly assumed: {
                readonly [key: string]: string;
            };
            /** @description Completed steps of its timeline, oldest first. */
            readonly happened: readonly {
                readonly entry: number;
                /** Format: date-time */
                readonly at: string;
                /** @description Why the step failed. */
                readonly failure: string | null;
            }[];
        };
        /** @description A storyboard as it is played. */
        readonly Show: {
            /** @description Its name. */
            readonly storyboard: string;
            readonly title: string;
            readonly minutes: number | null;
            /**
             * @description `ready`: waits for the next step; `playing`: makes the calls of a step; `failed`: the last step did not lead where it should.
             * @enum {unknown}
             */
            readonly status: "ready" | "playing" | "failed" | "finished";
            /** @description Number of steps played. */
            readonly played: number;
            /** @description Number of steps in all. */
            readonly steps: number;
            /** @description Chapters and steps, for the progress. */
            readonly outline: readonly {
                readonly title: string;
                readonly steps: readonly {
                    readonly title: string;
                    readonly isPlayed: boolean;
                }[];
            }[];
            /** @description The step that the audience sees: the last one played. Null before the first. */
            readonly current: components["schemas"]["ShowStep"] | null;
            /** @description Null after the last step. */
            readonly next: components["schemas"]["ShowStep"] | null;
            readonly canGoBack: boolean;
            /**
             * Format: date-time
             * @description Wall-clock time.
             */
            readonly startedAt: string;
            /** @description Why the last step failed, with what was expected and what was. */
            readonly failure: string | null;
        };
        /** @description A step of a storyboard, counted from 1, with what came of it. */
        readonly ShowStep: {
            readonly chapter: number;
            readonly step: number;
            readonly chapterTitle: string;
            readonly title: string;
            readonly sentence: string;
            /** @description What to look at in the console, below `/__console/`: `orders/4e…`. Null before the step is played. */
            readonly look: string | null;
            /** @description For the presenter. */
            readonly notes: string | null;
            /** @description What each of its calls does. */
            readonly actions: readonly string[];
            /** @description Those made so far. */
            readonly calls: readonly components["schemas"]["ShownCall"][];
            readonly proof: readonly {
                readonly title: string;
                /** @description Null if it was not checked. */
                readonly holds: boolean | null;
                /** @description Of the first difference. */
                readonly expected: string | null;
                readonly actual: string | null;
            }[];
        };
        /** @description A call that the step made, as it was sent, with its answer. A body that is no JSON is null. */
        readonly ShownCall: {
            /**
             * @description `service`: a client of the imitated API; `control`: this API.
             * @enum {unknown}
             */
            readonly api: "service" | "control";
            readonly title: string;
            readonly operationId: string;
            readonly method: string;
            /** @description With the query. */
            readonly path: string;
            readonly request: {
                /** @description Without credentials. */
                readonly headers: {
                    readonly [key: string]: string;
                };
                /** @description JSON; null if there is none, if it is no JSON, or if it has more than 65,536 bytes. */
                readonly body: unknown;
                /** @description Size of the body. */
                readonly bytes: number;
            };
            /** @description Null if the answer was lost on its way. */
            readonly status: number | null;
            /** @description How the answer was lost: `CONNECTION_RESET_BY_PEER`. */
            readonly fault: string | null;
            readonly response: {
                /** @description Without credentials. */
                readonly headers: {
                    readonly [key: string]: string;
                };
                /** @description JSON; null if there is none, if it is no JSON, or if it has more than 65,536 bytes. */
                readonly body: unknown;
                /** @description Size of the body. */
                readonly bytes: number;
            };
            /** @description Its exchange in the journal; null for this API. */
            readonly requestId: string | null;
        };
        /** @description Where the show is; read `GET /show` for the rest. `storyboard` is null when it has ended. */
        readonly StreamedShow: {
            readonly storyboard: string | null;
            /** @enum {unknown} */
            readonly status: "ready" | "playing" | "failed" | "finished" | "ended";
            readonly played: number;
        };
        readonly ScenarioSchema: {
            /** @description The JSON Schema of scenario files. */
            readonly schema: object;
            readonly words: {
                readonly operations: readonly string[];
                readonly events: readonly string[];
                /** @description What the events are, in the same order, as the API description sums them up. */
                readonly summaries: readonly string[];
                readonly problems: readonly string[];
                readonly simulators: readonly string[];
                readonly fixtures: readonly string[];
            };
        };
        readonly ScenarioValidation: {
            readonly valid: boolean;
            /** @description The name of a valid scenario. */
            readonly name: string | null;
            /** @description At most 20. */
            readonly diagnostics: readonly {
                readonly line: number;
                readonly column: number;
                readonly message: string;
            }[];
        };
        /**
         * @description `open`: it can still be met; or, with `final`, the result is unknown.
         * @enum {unknown}
         */
        readonly Verdict: "met" | "not-met" | "open";
        readonly ScenarioReport: {
            readonly scenario: string;
            /** @description `not-met` if one expectation is not met, `met` if all are. */
            readonly verdict: components["schemas"]["Verdict"];
            /** @description No later request or delivery changes any verdict. */
            readonly final: boolean;
            /** @description None of its steps can be used again: later requests get the usual responses. Activating the scenario starts it anew. */
            readonly exhausted: boolean;
            /**
             * Format: date-time
             * @description On the sandbox clock.
             */
            readonly activatedAt: string;
            /**
             * Format: date-time
             * @description On the sandbox clock.
             */
            readonly now: string;
            /** @description False if the first requests after the activation are unknown, because the server was restarted or a state was imported. Unknown results are `open`, never `met` or `not-met`. */
            readonly complete: boolean;
            /**
             * Format: date-time
             * @description All requests since this time are known; equals `activatedAt` if `complete` is true.
             */
            readonly seenSince: string;
            readonly expectations: readonly components["schemas"]["ExpectationReport"][];
        };
        readonly ExpectationReport: {
            /** @description Its position in `expect`. */
            readonly number: number;
            /** @enum {unknown} */
            readonly about: "requests" | "events";
            readonly verdict: components["schemas"]["Verdict"];
            /** @description No later request or delivery changes the verdict. */
            readonly final: boolean;
            /**
             * @description The expectation.
             * @example createOrder at least twice, all with the same Idempotency-Key
             */
            readonly wanted: string;
            /**
             * @description The result.
             * @example received once
             */
            readonly came: string;
            /** @description Why a correct client does so. */
            readonly because: string | null;
            /** @description Number of matches. */
            readonly count: number;
            /** @description Minimum number of matches. */
            readonly atLeast: number;
            /** @description Maximum number of matches; null for any number. */
            readonly atMost: number | null;
            /** @description The matches, oldest first: at most the first ten and the last ten. */
            readonly requests: readonly components["schemas"]["CountedRequest"][];
            /** @description Like `requests`. */
            readonly events: readonly components["schemas"]["CountedEvent"][];
            /** @description What violated the expectation. */
            readonly fault: string | null;
            /** @description The closest request that did not match, and its first difference. */
            readonly closest: {
                readonly request: components["schemas"]["CountedRequest"] | null;
                readonly event: components["schemas"]["CountedEvent"] | null;
                readonly difference: {
                    readonly at: string;
                    readonly expected: string;
                    readonly actual: string;
                };
            } | null;
        };
        readonly CountedRequest: {
            /** @description The `X-Mock-Request-Id` of the response. */
            readonly id: string;
            readonly method: string;
            readonly path: string;
            readonly operationId: string | null;
            /** @description Null if a fault suppressed the response. */
            readonly status: number | null;
        };
        readonly CountedEvent: {
            readonly id: string;
            readonly type: string;
        };
        /** @description Where an order stands. */
        readonly OrderStanding: {
            readonly uuid: components["schemas"]["Uuid"];
            readonly externalOrderId: string;
            readonly status: components["schemas"]["OrderStatus"];
            /** @enum {unknown} */
            readonly complianceStatus: "INCOMPLETE" | "VALID" | "INVALID";
            readonly decision: components["schemas"]["OrderSummary"]["decision"];
            /** @description The first 50. */
            readonly blockers: readonly {
                readonly code: string;
                readonly message: string;
                readonly vin?: string;
            }[];
            readonly blockerCount: number;
        };
        readonly OrderMoves: {
            readonly order: components["schemas"]["OrderStanding"];
            /** @description On the sandbox clock. */
            readonly now: components["schemas"]["DateTime"];
            /** @description Calls that a client may send now. */
            readonly calls: readonly components["schemas"]["NextCall"][];
            readonly simulators: readonly {
                readonly id: string;
                readonly title: string;
                readonly name: string;
                readonly call: components["schemas"]["MoveControlCall"];
                readonly leadsTo: components["schemas"]["MoveOutcome"];
            }[];
            /** @description What is due next to the order or its buyer; null if nothing is. */
            readonly clock: {
                readonly id: string;
                readonly title: string;
                readonly job: {
                    readonly id: string;
                    readonly kind: string;
                    readonly dueAt: components["schemas"]["DateTime"];
                };
                /** @description How far to advance the clock, as an ISO 8601 duration. */
                readonly by: string;
                readonly call: components["schemas"]["MoveControlCall"];
                readonly leadsTo: components["schemas"]["MoveOutcome"];
            } | null;
            /** @description Calls of the workflow that would be refused now. */
            readonly refused: readonly {
                readonly operationId: string;
                readonly title: string;
                /** @description The problem type of the refusal. */
                readonly problem: string;
                readonly reason: string;
            }[];
            /** @description Calls that change nothing. */
            readonly reads: readonly {
                readonly operationId: string;
                readonly title: string;
                readonly method: string;
                readonly path: string;
                readonly curl: string;
            }[];
        };
        /** @description What a move leads to. */
        readonly MoveOutcome: {
            readonly summary: string;
            readonly status: components["schemas"]["OrderStatus"];
            /** @enum {unknown} */
            readonly complianceStatus: "INCOMPLETE" | "VALID" | "INVALID";
            readonly decision: components["schemas"]["OrderSummary"]["decision"];
            /** @description Types of the events that it causes, in order. */
            readonly events: readonly string[];
        };
        readonly NextCall: {
            /** @description Unique in this list. */
            readonly id: string;
            /** @example Upload the CMR of WVWZZZ1KZ6W386752 */
            readonly title: string;
            readonly operationId: string;
            readonly method: string;
            /** @description Below the root URL of the server. */
            readonly path: string;
            /** @description To be sent with an access token. The `Idempotency-Key` is derived from the seed and stays the same until something changes. */
            readonly headers: {
                readonly [key: string]: string;
            };
            /** @description The JSON body; null if there is none. */
            readonly body: object | null;
            /** @description The parts of a multipart body; null if the call is no upload. */
            readonly upload: {
                readonly fields: {
                    readonly [key: string]: string;
                };
                /** @description A sample to send. */
                readonly file: {
                    readonly field: string;
                    readonly fileName: string;
                    readonly contentType: string;
                    readonly base64: string;
                };
            } | null;
            /** @description The same call as a shell command; `$TOKEN` is an access token. */
            readonly curl: string;
            readonly leadsTo: components["schemas"]["MoveOutcome"];
        };
        /** @description The call of the control API that makes the move. */
        readonly MoveControlCall: {
            /** @constant */
            readonly method: "POST";
            /** @description Below the root URL of the server. */
            readonly path: string;
            readonly body: object;
        };
        /** @description One of the two: a status of the order, or the decision of its verdict. */
        readonly OrderGoal: {
            readonly status?: components["schemas"]["OrderStatus"];
            /** @enum {unknown} */
            readonly verdict?: "VALID_EXPORT" | "VAT_APPLICABLE";
            /**
             * @description Why VAT applies; for VAT_APPLICABLE only. If omitted, the evidence is completed and a rule decides: the one that the parties and places meet (`domestic`, `third-country`, `seller`), else `margin-scheme`, on the final invoice. The others are failures of the buyer (`vies`, `kyc`, `blocked`) and concern all of its orders.
             * @enum {unknown}
             */
            readonly because?: "domestic" | "third-country" | "seller" | "margin-scheme" | "vies" | "kyc" | "blocked";
            /**
             * @description Whether the clock of the sandbox advances as long as things usually take: a day until the payment, another until the pickup, two on the road, an hour until each paper of the transport is uploaded. Tokens expire on the way.
             * @default true
             */
            readonly wait?: boolean;
        } & ({
            readonly because?: never;
        } | unknown);
        readonly OrderJourney: {
            readonly order: components["schemas"]["OrderStanding"];
            /** @description The moves made, in order; empty if the order was there already. */
            readonly steps: readonly components["schemas"]["JourneyStep"][];
        };
        readonly JourneyStep: {
            /** @enum {unknown} */
            readonly kind: "call" | "simulator" | "clock";
            readonly title: string;
            /** @description Only for a call of the API. */
            readonly operationId?: string;
            readonly method: string;
            readonly path: string;
            /** @description Of the response. */
            readonly status: number;
            /** @description The `X-Mock-Request-Id` of a call of the API, else null. */
            readonly requestId: string | null;
            /** @description What the step was meant to do. */
            readonly leadsTo: string;
        };
        /**
         * @description An ISO 8601 duration of fixed length: weeks, or days, hours, minutes and seconds. Years and months are refused.
         * @example PT24H
         * @example P3D
         * @example P1DT12H
         */
        readonly Duration: string;
        /**
         * Format: date-time
         * @description RFC 3339.
         */
        readonly DateTime: string;
        /** Format: uuid */
        readonly Uuid: string;
        readonly Name: string;
        /** @description Members that you omit get generated values. */
        readonly SandboxCreate: {
            /** @description Display name. */
            readonly name?: string;
            /** @default STANDARD */
            readonly rateLimitTier?: components["schemas"]["Sandbox"]["rateLimitTier"];
            /** @description All are on unless you switch them off. */
            readonly capabilities?: {
                /** @default true */
                readonly allowMarketplaceLedKyc?: boolean;
                /** @default true */
                readonly allowMultiVinOrders?: boolean;
                /** @default true */
                readonly allowKycDocumentDownload?: boolean;
            };
            /**
             * @description The number of sellers, or a list of sellers; missing details are generated.
             * @default 2
             */
            readonly sellers?: number | readonly components["schemas"]["SellerCreate"][];
            /**
             * @description Whether the data processing agreement is accepted. If not, every call to the API is refused.
             * @default true
             */
            readonly dpaAccepted?: boolean;
            /**
             * @description Number of API clients of the organization.
             * @default 1
             */
            readonly clients?: number;
            /** @description Start value of everything that is generated in the sandbox: with the same seed, the same calls return the same responses in two sandboxes. In hosted mode, anyone with the seed can predict ids, links and webhook secrets. */
            readonly seed?: string;
            /**
             * @description Whether it starts with the fixtures, or empty.
             * @default true
             */
            readonly fixtures?: boolean;
            /** @description Start from a copy of another sandbox instead, including its organization, records, seed and clock. The id of a sandbox, or the name of one of the caller's snapshots; use an object to be explicit. Cannot be combined with what the copy brings, such as `seed` and `fixtures`. With a ready-made snapshot, the sandbox begins as its persona, also after a reset, and the other members override what that has. */
            readonly from?: string | {
                readonly sandbox?: components["schemas"]["Name"];
                readonly snapshot?: string;
            };
        };
        readonly SellerCreate: {
            readonly uuid?: components["schemas"]["Uuid"];
            readonly companyName?: string;
            readonly vatNumber?: string;
            /** @description Street, post code and city on one line. */
            readonly address?: string;
            readonly country?: string;
        };
        readonly SandboxChange: {
            /**
             * @description Moves the end of a visitor's sandbox.
             * @constant
             */
            readonly extend?: true;
            /** @description Without an accepted data processing agreement, every call to the API is refused with 403 `dpa-not-accepted`. */
            readonly dpaAccepted?: boolean;
            /** @description In hosted mode, it cannot rise above the tier that the sandbox was created with. */
            readonly rateLimitTier?: components["schemas"]["Sandbox"]["rateLimitTier"];
            /** @description Members that you omit stay unchanged. */
            readonly capabilities?: {
                readonly allowMarketplaceLedKyc?: boolean;
                readonly allowMultiVinOrders?: boolean;
                readonly allowKycDocumentDownload?: boolean;
            };
            /** @description The new list of authorized partners: UUIDs, or objects with company details. Missing details stay unchanged, or are generated. */
            readonly sellers?: readonly (components["schemas"]["Uuid"] | (components["schemas"]["SellerCreate"] & {
                readonly uuid: components["schemas"]["Uuid"];
            }))[];
        };
        readonly Client: {
            readonly clientId: string;
            readonly enabled: boolean;
            readonly serviceAccountsEnabled: boolean;
        };
        readonly ClientChange: {
            /** @description The token endpoint refuses a disabled client. */
            readonly enabled?: boolean;
            /** @description Without a service account the client credentials grant is refused. */
            readonly serviceAccountsEnabled?: boolean;
        };
        readonly NewSandbox: {
            readonly id: components["schemas"]["Name"];
            readonly organizationUuid: components["schemas"]["Uuid"];
            /** @description Of the first client. */
            readonly clientId: string;
            /** @description Of the first client. */
            readonly clientSecret: string;
            /** @description All clients, including the first one. */
            readonly clients: readonly {
                readonly clientId: string;
                readonly clientSecret: string;
            }[];
            readonly sellers: readonly components["schemas"]["Uuid"][];
            /** Format: uri */
            readonly baseUrl: string;
            /** Format: uri */
            readonly tokenUrl: string;
        };
        readonly Sandbox: {
            readonly id: components["schemas"]["Name"];
            readonly name: string;
            readonly organizationUuid: components["schemas"]["Uuid"];
            readonly clientIds: readonly string[];
            readonly sellers: readonly components["schemas"]["Uuid"][];
            readonly dpaAccepted: boolean;
            /** @enum {unknown} */
            readonly rateLimitTier: "STANDARD" | "HIGH_VOLUME" | "ENTERPRISE";
            readonly capabilities: {
                readonly [key: string]: boolean;
            };
            /** @enum {unknown} */
            readonly origin: "organizations-file" | "created";
            /**
             * Format: date-time
             * @description Null for a sandbox from the organizations file.
             */
            readonly createdAt: string | null;
            /**
             * Format: date-time
             * @description Null for a sandbox from the organizations file.
             */
            readonly lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it is deleted: a visitor's sandbox at this time, any other if it stays unused until then. On the wall clock; null if it is permanent.
             */
            readonly expiresAt: string | null;
            /**
             * Format: date-time
             * @description Until when `extend` of `PATCH /sandboxes/{id}` can move `expiresAt`; null if the sandbox is not a visitor's.
             */
            readonly latestExpiresAt: string | null;
            /** @description The link that made it; null if none did. */
            readonly visitorLink: components["schemas"]["VisitorLink"]["id"] | null;
        };
        readonly WholeSandbox: components["schemas"]["Sandbox"] & {
            /** @description If it is read, not changed. */
            readonly usage?: {
                readonly documents: number;
                /** @description Size of records and contents, without indexes. */
                readonly bytes: number;
            };
            readonly country: string;
            /** @description The sellers, with what is known of them. */
            readonly partners: readonly {
                readonly uuid: components["schemas"]["Uuid"];
                readonly companyName: string;
                readonly vatNumber: string;
                readonly address?: string;
                readonly country: string;
            }[];
            readonly clients: readonly components["schemas"]["Client"][];
            /** @description If it is read, not changed. */
            readonly quotas?: readonly (components["schemas"]["Quota"] & {
                /**
                 * @description The time in which `used` counts. What has none exists at the same time.
                 * @example PT1M
                 */
                readonly per?: string;
                /** @description Only for deliveries, which wait for room. */
                readonly waiting?: number;
            })[];
        };
        /** @description Who uses the console, and what server it is: the answer of `GET` and `POST /__console/session`. */
        readonly ConsoleSession: {
            /**
             * @description `local` needs no sign-in; `nobody` has to sign in first; a visitor is a `client` with a `permission` and, mostly, a `link`.
             * @enum {unknown}
             */
            readonly kind: "local" | "client" | "operator" | "nobody";
            readonly clientId?: string;
            /** @description Name of the client’s organization. */
            readonly organization?: string;
            /** @description The sandbox that calls without `?sandbox=` act on. */
            readonly sandbox?: string;
            /**
             * @description What the session may do; absent for `nobody`. `watch` reads and follows only.
             * @enum {unknown}
             */
            readonly permission?: "everything" | "watch";
            /** @description The visitor link that opened the session. */
            readonly link?: {
                readonly id: string;
                readonly name: string;
            };
            /**
             * Format: date-time
             * @description When the visitor’s sandbox is dropped, unless it is kept: `extend` of `PATCH /sandboxes/{id}`. Wall time.
             */
            readonly sandboxExpiresAt?: string;
            /**
             * Format: date-time
             * @description Until when it can be kept.
             */
            readonly sandboxLatestExpiresAt?: string;
            /**
             * Format: date-time
             * @description When the session ends unless it is used.
             */
            readonly expiresAt?: string;
            readonly server: components["schemas"]["ConsoleServer"];
            /** @description Clients of the sandbox, as far as the caller may know them. */
            readonly clients: readonly string[];
            /** @description The demo client, whose secret is public. */
            readonly demo?: {
                readonly clientId: string;
                readonly clientSecret: string;
            };
        };
        /** @description What the server says of itself to the console. */
        readonly ConsoleServer: {
            readonly version: string;
            /** @enum {unknown} */
            readonly mode: "local" | "hosted";
            /** @description Whether it serves a third-party description. */
            readonly isForeign: boolean;
            /** @description Title of the API. */
            readonly title: string;
            readonly baseUrl: string;
            readonly tokenUrl?: string;
            /** @description Of a third-party description, a command that calls an operation which needs no more than a credential. */
            readonly firstCall?: {
                readonly operationId: string;
                readonly command: string;
            };
            /** @description Whether an operator can sign in. */
            readonly hasOperator: boolean;
            /** @description Whether a visitor without a link can sign up: `POST /__console/sign-up`. */
            readonly hasSignUp: boolean;
            /** @description Whether the caller may list and choose sandboxes. */
            readonly maySelectSandbox: boolean;
        };
        /** @description What the visitor's sandbox begins with: `fixtures`, a ready-made snapshot or one of a sandbox, or the beginning of a storyboard of `GET /show`. `sandbox` makes none: all visitors share this one as it is, such as an audience that watches a storyboard; it needs `copies: shared`, and its clients keep their secrets when the link is revoked. */
        readonly VisitorStart: "fixtures" | {
            readonly snapshot: string | {
                readonly sandbox: components["schemas"]["Name"];
                readonly snapshot: string;
            };
        } | {
            readonly storyboard: string;
        } | {
            readonly sandbox: components["schemas"]["Name"];
        };
        /** @description What `POST /__console/invitation` says of a visitor link, without using it. Names of sandboxes and snapshots are the operator's. */
        readonly VisitorInvitation: {
            readonly name: string;
            readonly start: ("fixtures" | "snapshot" | "sandbox") | {
                /** @description A ready-made one. */
                readonly snapshot: string;
            } | {
                readonly storyboard: string;
            };
            readonly uses: components["schemas"]["VisitorLink"]["uses"];
            readonly copies: components["schemas"]["VisitorLink"]["copies"];
            readonly permission: components["schemas"]["VisitorLink"]["permission"];
            readonly expiresAt: components["schemas"]["DateTime"];
        };
        readonly VisitorLinkCreate: {
            /** @description Tells the operator and the visitor what the link is for. */
            readonly name: string;
            /** @description For the operator only. */
            readonly note?: string;
            /** @default fixtures */
            readonly start?: components["schemas"]["VisitorStart"];
            /**
             * @description How long it admits visitors, from one hour to 30 days.
             * @default P7D
             */
            readonly expiresIn?: components["schemas"]["Duration"];
            /** @default once */
            readonly uses?: components["schemas"]["VisitorLink"]["uses"];
            /** @default own */
            readonly copies?: components["schemas"]["VisitorLink"]["copies"];
            /** @default everything */
            readonly permission?: components["schemas"]["VisitorLink"]["permission"];
        };
        readonly ServerList: {
            /**
             * @description Where the sandboxes are stored. Only servers on PostgreSQL share it.
             * @enum {unknown}
             */
            readonly store: "MEMORY" | "SQLITE" | "POSTGRESQL";
            readonly data: readonly components["schemas"]["Server"][];
            /** @description Jobs and deliveries that are due and that no server has begun. */
            readonly dueWork: {
                /** @description How many sandboxes have any. Without a shared database, only sandboxes in memory count. */
                readonly sandboxes: number;
                /** @description For how long the oldest has been due; null if nothing is. */
                readonly oldestSeconds: number | null;
            };
        };
        readonly Server: {
            /**
             * Format: uuid
             * @description Another one after each start.
             */
            readonly id: string;
            /** @description Whether it is the server that returned this response. */
            readonly isThis: boolean;
            /** @description Name of its machine, container or pod; null if it has not told. */
            readonly host: string | null;
            /** @description Version of vatmock. */
            readonly version: string;
            /**
             * Format: date-time
             * @description When it started.
             */
            readonly since: string;
            /**
             * @description `DRAINING` ends (SIGTERM): it takes no new work, and load balancers get 503. `SILENT` has given no sign of life for more than five seconds: the others have taken over its jobs.
             * @enum {unknown}
             */
            readonly state: "SERVING" | "DRAINING" | "SILENT";
            /** @description Time since its last sign of life. Each server gives one a second. */
            readonly silentSeconds: number;
            /** @description What it told with its last sign of life; null if its version tells other things. */
            readonly load: components["schemas"]["ServerLoad"] | null;
        };
        /** @description Requests for health, readiness and servers do not count. */
        readonly ServerLoad: {
            readonly requestsLastMinute: number;
            /** @description Long polls included, streams not. */
            readonly requestsInProgress: number;
            /** @description Open streams of events. */
            readonly openStreams: number;
            /** @description Attempts to deliver a webhook that it makes, or has taken and makes next. */
            readonly deliveriesInProgress: number;
            readonly sandboxesInMemory: number;
            /** @description How much later than asked for it got to its work: the longest since it was last measured, which servers on PostgreSQL do each second, and others when they are asked. Null if it has not been measured yet. */
            readonly eventLoopDelaySeconds: number | null;
            /** @description Bytes that the process uses, and may use. */
            readonly memory: {
                readonly used: number;
                readonly limit: number;
            };
        };
        readonly VisitorLink: {
            readonly id: string;
            readonly name: string;
            /** @description Empty if there is none. */
            readonly note: string;
            readonly start: components["schemas"]["VisitorStart"];
            /**
             * @description Whether the link admits one visitor, or any number.
             * @enum {unknown}
             */
            readonly uses: "once" | "many";
            /**
             * @description Whether each visitor gets a sandbox of its own, or all share one.
             * @enum {unknown}
             */
            readonly copies: "own" | "shared";
            /**
             * @description Whether the visitor may do everything in the sandbox, or only watch. Who only watches sees neither secrets nor the keys in links and in the addresses of inboxes.
             * @enum {unknown}
             */
            readonly permission: "everything" | "watch";
            /**
             * @description `open` admits visitors; `used` worked once, as it should.
             * @enum {unknown}
             */
            readonly state: "open" | "used" | "expired" | "revoked";
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            /** Format: date-time */
            readonly revokedAt: string | null;
            /** @description How many visitors it admitted. */
            readonly useCount: number;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** @description The sandboxes that it made and that still exist, oldest first. */
            readonly sandboxes: readonly components["schemas"]["Name"][];
        };
        readonly Clock: {
            readonly now: components["schemas"]["DateTime"];
            readonly frozen: boolean;
            /** @description Difference to the wall clock in milliseconds; negative if it is behind. */
            readonly offset: number;
        };
        /** @description The duration to move by, or the time to move to. */
        readonly ClockStep: {
            readonly by?: components["schemas"]["Duration"];
            readonly to?: components["schemas"]["DateTime"];
        } & (unknown | unknown);
        readonly ClockChange: components["schemas"]["Clock"] & {
            /** @description In the order of execution. */
            readonly fired: readonly {
                readonly kind: string;
                readonly dueAt: components["schemas"]["DateTime"];
                /** @description Types of the events that it caused. */
                readonly events: readonly string[];
            }[];
            /** @description False if the clock stopped on the way because too many jobs became due. */
            readonly complete: boolean;
        };
        readonly Import: {
            readonly documents: number;
            readonly contents: number;
            readonly clock: components["schemas"]["Clock"];
        };
        /** @description Whose sandbox it is in a demonstration, an organization with data of its own. */
        readonly Persona: {
            /** @description For display. */
            readonly title: string;
            /** @description What the persona does. */
            readonly about: string;
            /**
             * @description KYC mode of its buyers.
             * @enum {unknown}
             */
            readonly kycMode: "MARKETPLACE_LED" | "SERVICE_LED";
            /** @description Name of its organization. */
            readonly organization: string;
            /** @description Countries of its sellers and buyers. */
            readonly countries: readonly string[];
            readonly counts: {
                readonly buyers: number;
                readonly orders: number;
                readonly vehicles: number;
                /** @description Orders with a verdict. */
                readonly verdicts: number;
            };
            /** @description Whether the sandbox is that of this persona. */
            readonly isActive: boolean;
        };
        /** @description A ready-made snapshot is put together when it is restored, and has a persona in place of the other members. */
        readonly Snapshot: {
            readonly name: string;
            /**
             * Format: date-time
             * @description On the machine's clock.
             */
            readonly takenAt: string | null;
            /** @description State of the sandbox clock. */
            readonly clock: {
                readonly now: components["schemas"]["DateTime"];
                readonly frozen: boolean;
            } | null;
            readonly documents: number | null;
            readonly contents: number | null;
            /** @description Stored size. */
            readonly bytes: number | null;
            /** @description Whose it is, if it is ready-made; null if it was taken. */
            readonly persona: components["schemas"]["Persona"] | null;
        };
        /** @description The complete contents of a sandbox. The format of the records is internal and can change with the server version; `version` identifies it. */
        readonly State: {
            /** @constant */
            readonly format: "vatmock-state";
            readonly version: number;
            /** @description Origin of the state. */
            readonly sandbox: components["schemas"]["Name"];
            readonly organizationUuid: components["schemas"]["Uuid"];
            /** @description The partners of that organization. */
            readonly sellers: readonly components["schemas"]["Uuid"][];
            readonly seed: string;
            readonly clock: {
                readonly now: components["schemas"]["DateTime"];
                readonly frozen: boolean;
            };
            /** @description Position of its switches; absent if no switch was set. */
            readonly assumptions?: {
                readonly [key: string]: string;
            };
            /** @description Records by kind. */
            readonly collections: {
                readonly [key: string]: {
                    /** @description The last position assigned. */
                    readonly last: number;
                    /** @description In the order of their positions. */
                    readonly documents: readonly components["schemas"]["StateRecord"][];
                };
            };
            /** @description Bytes of documents as base64, by id. */
            readonly contents: {
                readonly [key: string]: string;
            };
            /** @description SHA-256 in hexadecimal of the rest in canonical form: sorted members, no spaces. The import does not check a document without it for damage: delete it after editing the document. */
            readonly checksum?: string;
        };
        readonly StateRecord: {
            readonly id: string;
            readonly position: number;
            readonly value: object;
            /** @description The lookup key. */
            readonly keys: readonly {
                readonly name: string;
                readonly text: string;
            }[];
        };
        /** @enum {unknown} */
        readonly DeliveryStatus: "PENDING" | "DELIVERED" | "FAILED";
        readonly Delivery: {
            readonly id: string;
            readonly webhookId: string;
            /** @description The current URL of its webhook endpoint. */
            readonly url: string;
            readonly eventId: string;
            readonly eventType: string;
            readonly status: components["schemas"]["DeliveryStatus"];
            readonly httpStatus: number | null;
            /** @description As counted by the API. */
            readonly attempts: number;
            /** @description A test fire. */
            readonly test: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly lastAttemptAt: string | null;
            /**
             * Format: date-time
             * @description As returned by the API.
             */
            readonly nextRetryAt: string | null;
            /**
             * Format: date-time
             * @description The actual time of the next attempt; an injected fault can delay it.
             */
            readonly dueAt: string | null;
            /** @description Everything sent, or reported as sent, in order. */
            readonly tries: readonly components["schemas"]["DeliveryTry"][];
        };
        readonly DeliveryTry: {
            /** Format: date-time */
            readonly at: string;
            /** @description False for a duplicate, which the API does not count as an attempt. */
            readonly counts: boolean;
            readonly httpStatus: number | null;
            /**
             * @description Why there was no response. `refused`: the server must not call this URL.
             * @enum {unknown}
             */
            readonly failure: "refused" | "connect_failed" | "tls_failed" | "timeout" | "answer_broken" | null;
            /** @description The reason in words, if it can be disclosed. */
            readonly detail: string | null;
            /** @description The beginning of the response body, if it can be disclosed. */
            readonly answer: string | null;
            /** @description The injected fault; null if there is none. */
            readonly chaos: {
                /** @description A scenario, or the control API. */
                readonly by: string;
                readonly did: readonly string[];
            } | null;
        };
        readonly WholeDelivery: components["schemas"]["Delivery"] & {
            /** @description The body that all attempts send, byte for byte. */
            readonly body: string;
            /** @description When the attempts that are left are made if each fails at once; the first is `dueAt`. */
            readonly planned: readonly string[];
        };
        /** @description Criteria for deliveries; a criterion that you omit matches everything. */
        readonly DeliveryAwait: {
            readonly webhookId?: string;
            readonly eventId?: string;
            readonly eventType?: string;
            readonly status?: components["schemas"]["DeliveryStatus"];
            /** @description Created at or after this time, on the sandbox clock. */
            readonly since?: components["schemas"]["DateTime"];
            /** @default 1 */
            readonly count?: number;
            /**
             * @description In real time, at most PT55S.
             * @default PT5S
             */
            readonly timeout?: components["schemas"]["Duration"];
        };
        readonly DeliveryAwaitTimeout: components["schemas"]["Problem"] & {
            readonly found: readonly components["schemas"]["Delivery"][];
            /** @description The newest deliveries that do not meet the criteria, oldest first. */
            readonly cameInstead: readonly {
                readonly id: string;
                readonly webhookId: string;
                readonly eventType: string;
                readonly status: components["schemas"]["DeliveryStatus"];
                readonly attempts: number;
                /** Format: date-time */
                readonly createdAt: string;
                /** @description The first criterion that it does not meet. */
                readonly difference: {
                    readonly at: string;
                    readonly expected: string;
                    readonly actual: string;
                };
            }[];
        };
        readonly ReceiverList: {
            readonly data: readonly components["schemas"]["Receiver"][];
            /** @description Rules of active scenarios, which apply if no rule of a webhook endpoint matches. */
            readonly chaosOfScenarios: readonly {
                readonly by: string;
                /** Format: date-time */
                readonly since: string;
                readonly rules: readonly components["schemas"]["DeliveryRule"][];
            }[];
        };
        readonly Receiver: {
            readonly id: string;
            readonly url: string;
            /** @description The name of the inbox that has this URL. */
            readonly inbox: string | null;
            /** @description It comes from the setting `--webhook-url`. */
            readonly configured: boolean;
            /** @description Event types and wildcards. */
            readonly events: readonly string[];
            /** @description Null for all sellers. */
            readonly partnerIds: readonly string[] | null;
            /** @enum {unknown} */
            readonly status: "ACTIVE" | "PAUSED";
            /** @description When and why it was paused; null if it is active or this is unknown. */
            readonly paused: {
                /** Format: date-time */
                readonly at: string;
                /** @enum {unknown} */
                readonly why: "CLIENT" | "CONSECUTIVE_FAILURES" | "CONTINUOUS_FAILURE_WINDOW";
            } | null;
            /** @description The attempts that have failed since the last success. */
            readonly failures: {
                readonly count: number;
                /** @description So many failures pause it. */
                readonly most: number;
                /** Format: date-time */
                readonly since: string | null;
                /**
                 * Format: date-time
                 * @description At this time it is paused, unless an attempt succeeds before.
                 */
                readonly pausesAt: string | null;
            };
            /** @description Set while its host is quarantined because it was slow several times in a row: it gets one attempt at a time, and the other deliveries stay `PENDING` and start later. Null otherwise. Kept in memory: a restart ends it. */
            readonly quarantine: {
                /** @description The host and port of its URL. */
                readonly host: string;
                /**
                 * Format: date-time
                 * @description On the sandbox clock.
                 */
                readonly since: string;
                /** @description Why it is quarantined. */
                readonly reason: string;
                /** @description What ends the quarantine. */
                readonly until: string;
            } | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly lastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description Searched among the next 500 jobs of the sandbox.
             */
            readonly nextAttemptAt: string | null;
            /** @description Number of deliveries of the last 30 days by status. */
            readonly deliveries: {
                readonly pending: number;
                readonly delivered: number;
                readonly failed: number;
            };
            /** @description The faults injected into its deliveries; null without any. */
            readonly chaos: {
                /**
                 * Format: date-time
                 * @description Start of the rules.
                 */
                readonly since: string;
                readonly rules: readonly components["schemas"]["DeliveryRule"][];
            } | null;
            /**
             * Format: date-time
             * @description The end of a rotation; until then, both secrets sign.
             */
            readonly previousSecretExpiresAt: string | null;
        };
        readonly ReceiverUpdate: {
            /** @enum {unknown} */
            readonly status?: "ACTIVE" | "PAUSED";
            /** @description Faults to inject into deliveries to it; null removes them. */
            readonly chaos?: {
                /** @description The first rule that matches an event applies. */
                readonly rules: readonly components["schemas"]["DeliveryRule"][];
                /** @description Seed of the random choices. Default: derived from the seed of the sandbox. */
                readonly seed?: string;
            } | null;
        };
        /** @description Needs `headers` and `body`, or `deliveryId`. */
        readonly SignatureRequest: {
            /** @description The headers as text (`Name: value`, one per line; the arrows of `curl -v` do not matter), or as an object. */
            readonly headers?: string | {
                readonly [key: string]: string;
            };
            /** @description The body, byte for byte. */
            readonly body?: string;
            /**
             * @description Encoding of `body`; use base64 if it is not UTF-8.
             * @default text
             * @enum {unknown}
             */
            readonly encoding?: "text" | "base64";
            /** @description A delivery of this sandbox. The server takes its body, and the headers that an attempt would have now, unless you send yours. */
            readonly deliveryId?: string;
            /** @description The secret that your receiver verifies with. */
            readonly secret?: string;
            /** @description Verify with the secrets of this webhook endpoint. */
            readonly webhookId?: string;
            /** @description When you received it: the time stamp must be within five minutes of this time. Default: now, on the wall clock, which deliveries are signed with. */
            readonly at?: components["schemas"]["DateTime"];
        };
        readonly SignatureCheck: {
            /** @description A correct receiver accepts the delivery. */
            readonly genuine: boolean;
            /** @description How the sandbox signs its deliveries. */
            readonly profile: {
                /** @example stripe */
                readonly name: string;
                /** @enum {unknown} */
                readonly algorithm: "sha256" | "sha384" | "sha512";
                /** @enum {unknown} */
                readonly encoding: "hex" | "base64";
                /**
                 * @description The key of the HMAC: the secret as text, or its base64-decoded bytes.
                 * @enum {unknown}
                 */
                readonly key: "text" | "decoded";
                /**
                 * @description Template of the text that is signed.
                 * @example {timestamp}.{body}
                 */
                readonly content: string;
                /** @description Template of one signature. */
                readonly signature: string;
                /** @description Templates by header name. */
                readonly headers: {
                    readonly [key: string]: string;
                };
            };
            /** @description In the order in which a receiver verifies. */
            readonly steps: readonly {
                /** @enum {unknown} */
                readonly step: "headers" | "timestamp" | "content" | "digest" | "comparison";
                /** @description Null if the step decides nothing. */
                readonly passed: boolean | null;
                readonly detail: string;
            }[];
            /** @description The text that is signed; null if there is no signature. */
            readonly signed: {
                /** @description Its first 4000 characters. */
                readonly text: string;
                readonly bytes: number;
                /** @description Whether `text` is all of it. */
                readonly complete: boolean;
            } | null;
            /** @description One per secret. */
            readonly comparisons: readonly {
                /**
                 * @description `former`: the one before a rotation, within its window.
                 * @enum {unknown}
                 */
                readonly secret: "given" | "current" | "former";
                readonly webhookId: string | null;
                /** @description The signature that this secret gives. */
                readonly expected: string;
                readonly received: string | null;
                readonly equal: boolean;
                /** @description Position of the first differing character, from 1. */
                readonly firstDifference: number | null;
            }[];
            /** @description What is most likely wrong; empty if the delivery is genuine. */
            readonly causes: readonly {
                /** @enum {unknown} */
                readonly cause: "missing-header" | "malformed-header" | "body-reserialized" | "body-changed" | "wrong-secret" | "expired-secret" | "secret-altered" | "secret-decoding" | "wrong-profile" | "signed-content" | "digest-encoding" | "clock" | "unknown";
                readonly detail: string;
                readonly remedy: string;
            }[];
            /**
             * @description `made-now`: the headers that an attempt would have now.
             * @enum {unknown}
             */
            readonly headersFrom: "request" | "made-now";
            readonly headers: components["schemas"]["NamedValues"];
            readonly body: string;
            /**
             * Format: date-time
             * @description The time that the time stamp is compared with.
             */
            readonly comparedWith: string;
            /**
             * Format: date-time
             * @description The clock of the sandbox, which signatures do not use.
             */
            readonly sandboxTime: string;
        };
        /** @description Like `deliveries` of a scenario. */
        readonly DeliveryRule: {
            /** @description Event types, or segments such as `ticket.*`. Default: all. */
            readonly events?: readonly string[];
            /** @description The share of these events that the rule affects, drawn from the seed. Default: all. */
            readonly share?: number;
            /** @description Results of attempts 1, 2, 3 and so on; later attempts pass. A status: recorded as the receiver's response without sending the request. pass: the request is sent, and the receiver decides. */
            readonly outcomes?: readonly (number | ("pass" | "timeout" | "reset" | "refused"))[];
            /** @description Refuses every attempt for this time, on the sandbox clock. */
            readonly downFor?: components["schemas"]["Duration"];
            /** @description Delay of the first attempt, on the sandbox clock. */
            readonly delay?: components["schemas"]["Duration"];
            /** @description Total number of times that each event is sent. */
            readonly duplicate?: number;
            /**
             * @description Delays an event until the next one has been sent, at most a minute.
             * @constant
             */
            readonly reorder?: true;
            /**
             * @description The fault in the signature.
             * @enum {unknown}
             */
            readonly signature?: "stale" | "future" | "wrong-secret" | "altered-body" | "missing";
            /** @description Sends the body in pieces over this time, in real time; this can exceed the 15-second limit of an attempt. */
            readonly slowBody?: {
                /** @default 10 */
                readonly pieces?: number;
                readonly over: components["schemas"]["Duration"];
            };
        };
        /** @description A status, a timeout, or a broken connection. */
        readonly InboxAnswer: number | ("timeout" | "reset");
        readonly Inbox: {
            readonly name: string;
            /**
             * Format: uri
             * @description Register this URL as a webhook endpoint. Anyone with the URL can send to the inbox.
             */
            readonly url: string;
            /** @description The next responses; the last one repeats. If empty, 200. */
            readonly answers: readonly components["schemas"]["InboxAnswer"][];
            /** @description Number of messages ever received, including those no longer stored. */
            readonly received: number;
            readonly messages: readonly components["schemas"]["InboxMessage"][];
            /** @description Of the webhook endpoint, if the call registers it. */
            readonly webhookId?: string;
            /** @description The secret that signs the deliveries, if the call registers it. */
            readonly secret?: string;
            /** @description If the call registers it: false if a webhook endpoint had this URL already. */
            readonly created?: boolean;
        };
        readonly InboxMessage: {
            readonly number: number;
            /**
             * Format: date-time
             * @description On the wall clock.
             */
            readonly receivedAt: string;
            /** @description In order of arrival. */
            readonly headers: components["schemas"]["NamedValues"];
            readonly body: string;
            /**
             * @description Encoding of the body; base64 if it is not UTF-8.
             * @enum {unknown}
             */
            readonly encoding: "text" | "base64";
            /** @description What a correct receiver would find with the secrets of the webhook endpoints that have this URL. */
            readonly signature: {
                /**
                 * @description stale and future: valid, but the timestamp is off by more than five minutes. unknown: no webhook endpoint has this URL.
                 * @enum {unknown}
                 */
                readonly verdict: "valid" | "stale" | "future" | "invalid" | "missing" | "unknown";
                /** @description The webhook endpoint whose secret matches. */
                readonly webhookId: string | null;
                readonly reason: string;
            };
            readonly answered: components["schemas"]["InboxAnswer"];
        };
        readonly Money: {
            readonly value: number;
            readonly currency: string;
        };
        readonly RecordCollections: {
            readonly data: readonly {
                readonly name: string;
                readonly summary: string;
                readonly filters: readonly string[];
            }[];
            /** @description Of a search, the most exact first. */
            readonly hits?: readonly {
                /** @enum {unknown} */
                readonly kind: "order" | "buyer" | "prospect" | "invitation" | "document" | "webhook" | "delivery" | "event" | "request";
                readonly id: string;
                readonly title: string;
                /** @description What matched, if it is not in the title. */
                readonly detail?: string;
            }[];
        };
        readonly RecordList: {
            readonly data: readonly (components["schemas"]["OrderSummary"] | components["schemas"]["BuyerSummary"] | components["schemas"]["Payment"] | components["schemas"]["ViesCheck"] | components["schemas"]["Invitation"] | components["schemas"]["DueJob"] | components["schemas"]["KeptRecord"])[];
            /** @description The time on the sandbox's clock. */
            readonly now: components["schemas"]["DateTime"];
            /** @description Of orders: one entry per status, in the order of the workflow. The filters `q` and `seller` apply. */
            readonly counts?: readonly {
                readonly status: components["schemas"]["OrderStatus"];
                readonly count: number;
                /** @description The order of this status that has waited longest since its last change; null if there is none. */
                readonly oldest: {
                    readonly uuid: components["schemas"]["Uuid"];
                    readonly since: components["schemas"]["DateTime"];
                } | null;
            }[];
            readonly pagination: components["schemas"]["ListPagination"];
        };
        readonly RecordDetail: components["schemas"]["OrderDetail"] | components["schemas"]["BuyerDetail"] | components["schemas"]["Payment"] | components["schemas"]["ViesCheck"] | components["schemas"]["Invitation"] | components["schemas"]["DueJob"] | components["schemas"]["KeptRecord"];
        /** @description What was created through the operations of an API of one's own. */
        readonly KeptRecord: {
            /** @description The value of its path parameter. */
            readonly id: string;
            /** @description The path parameters of what contains it. */
            readonly parents: readonly string[];
            /** @description Everything that is kept of it, whatever a response shows. */
            readonly body: unknown;
            /** @description Counts its changes, from 1. */
            readonly version: number;
            readonly createdAt: components["schemas"]["DateTime"];
            readonly updatedAt: components["schemas"]["DateTime"];
        };
        readonly Payment: {
            readonly uuid: components["schemas"]["Uuid"];
            readonly orderUuid: components["schemas"]["Uuid"];
            readonly buyerUuid: components["schemas"]["Uuid"];
            readonly seller: components["schemas"]["Uuid"];
            readonly amount: components["schemas"]["Money"];
            readonly paidAt: string;
            readonly reference?: string;
            readonly documentId?: string;
            /** @description Current outstanding amount of the order. */
            readonly outstandingAmount: components["schemas"]["Money"];
            /** @description Current status of the order. */
            readonly orderStatus: string;
            readonly createdAt: components["schemas"]["DateTime"];
        };
        readonly ViesCheck: {
            readonly id: components["schemas"]["Uuid"];
            readonly buyerUuid: components["schemas"]["Uuid"];
            readonly vatNumber: string;
            /** @enum {unknown} */
            readonly result: "VALID" | "INVALID" | "PENDING" | "UNKNOWN";
            readonly requestedAt: components["schemas"]["DateTime"];
            /** Format: date-time */
            readonly checkedAt: string | null;
            readonly reason?: string;
        };
        readonly Invitation: {
            readonly uuid: components["schemas"]["Uuid"];
            /** @enum {unknown} */
            readonly kind: "KYC" | "PROSPECT";
            /** Format: uri */
            readonly url: string;
            /** @enum {unknown} */
            readonly status: "OPEN" | "USED" | "EXPIRED";
            readonly buyerUuid?: components["schemas"]["Uuid"];
            readonly seller: components["schemas"]["Uuid"];
            readonly createdAt: components["schemas"]["DateTime"];
            readonly expiresAt: components["schemas"]["DateTime"];
            readonly usedAt?: components["schemas"]["DateTime"];
        };
        /** @enum {unknown} */
        readonly OrderStatus: "CREATED" | "INVOICE_SUBMITTED" | "PAYMENT_SUBMITTED" | "READY_FOR_PICKUP" | "TRANSPORT_IN_PROGRESS" | "TRANSPORT_COMPLETED" | "COMPLIANCE_VALID" | "COMPLIANCE_INVALID" | "CANCELLED";
        readonly OrderSummary: {
            readonly uuid: components["schemas"]["Uuid"];
            readonly externalOrderId: string;
            readonly status: components["schemas"]["OrderStatus"];
            /**
             * @description Status of the rollup.
             * @enum {unknown}
             */
            readonly compliance: "VALID" | "INCOMPLETE" | "INVALID";
            /**
             * @description Null before the verdict.
             * @enum {unknown}
             */
            readonly decision: "VALID_EXPORT" | "VAT_APPLICABLE" | null;
            readonly seller: {
                readonly uuid: components["schemas"]["Uuid"];
                /** @description Null if the organization no longer lists the seller. */
                readonly companyName: string | null;
            };
            readonly buyer: components["schemas"]["OrderBuyer"];
            readonly purchaseDate: string;
            readonly vehicles: {
                readonly count: number;
                /** @description The first three. */
                readonly vins: readonly string[];
                /** @description Of the first vehicle. */
                readonly brand: string;
                /** @description Of the first vehicle. */
                readonly model: string;
            };
            readonly totalAmount: components["schemas"]["Money"];
            /** @description Why the order is not `VALID`: the first three in a list of orders, the first 200 of one order. */
            readonly blockers: readonly components["schemas"]["OrderBlocker"][];
            readonly blockerCount: number;
            /** @description The seven milestones, in order. */
            readonly milestones: readonly components["schemas"]["OrderMilestone"][];
            /** @description What happens next to the order or its buyer on the sandbox's clock; null if nothing is due. */
            readonly nextJob: components["schemas"]["DueJob"] | null;
            readonly exportFileReady: boolean;
            /**
             * Format: uuid
             * @description The document that is its Export File; null if that is not ready.
             */
            readonly exportFileId: string | null;
            readonly createdAt: components["schemas"]["DateTime"];
            readonly updatedAt: components["schemas"]["DateTime"];
        };
        readonly OrderBuyer: {
            readonly uuid: components["schemas"]["Uuid"];
            readonly companyName: string;
            /** @description Country of the address. */
            readonly country: string;
            readonly vatNumber: string;
            /** @description `ACTIVE` or `BLOCKED`. */
            readonly status: string;
            /** @description Result of the latest VIES check of a buyer. */
            readonly vies: {
                /** @enum {unknown} */
                readonly result: "VALID" | "INVALID" | "PENDING" | "UNKNOWN";
                /**
                 * Format: date-time
                 * @description Null until VIES has answered or timed out.
                 */
                readonly checkedAt: string | null;
                /** @description Why the result is `INVALID` or `UNKNOWN`. */
                readonly reason?: string;
            };
            readonly kyc: {
                /** @enum {unknown} */
                readonly mode: "MARKETPLACE_LED" | "SERVICE_LED";
                /**
                 * @description `NOT_REQUIRED` if the marketplace verifies the buyer itself.
                 * @enum {unknown}
                 */
                readonly status: "NOT_REQUIRED" | "NOT_STARTED" | "PENDING" | "VERIFIED" | "REJECTED";
                /** @description Why the buyer was rejected. */
                readonly reason?: string;
            };
        };
        readonly OrderBlocker: {
            readonly code: string;
            /** @description The reason in words. */
            readonly message: string;
            /** @description Absent if the whole order is affected. */
            readonly vin?: string;
            /** @description The call that removes the blocker; null if no call of a client does. */
            readonly operationId: string | null;
            /** @description What removes the blocker, in words. */
            readonly remedy: string;
        };
        readonly OrderMilestone: {
            /** @enum {unknown} */
            readonly name: "created" | "invoiced" | "paid" | "ready" | "on_the_road" | "arrived" | "verdict";
            readonly reached: boolean;
            /**
             * Format: date-time
             * @description When it was reached, on the sandbox's clock; for pickups and deliveries, the time that the client stated. Null if it has not been reached, or if the time is not recorded.
             */
            readonly at: string | null;
            /** @description The request that reached it, if the journal still has it; only for a single order. */
            readonly requestId?: string;
        };
        readonly DueJob: {
            readonly id: string;
            /** @description Name of the kind of job, such as `webhook-attempt`. */
            readonly kind: string;
            readonly title: string;
            /** @description On the sandbox's clock. */
            readonly dueAt: components["schemas"]["DateTime"];
            /** @description What the job is about; null for housekeeping. */
            readonly subject: {
                /** @enum {unknown} */
                readonly kind: "order" | "buyer" | "delivery" | "webhook" | "invitation" | "scenario";
                readonly id: string;
            } | null;
        };
        readonly OrderDetail: components["schemas"]["OrderSummary"] & {
            readonly version: number;
            /** @description What makes the evidence doubtful: times that contradict each other, a late delivery. */
            readonly warnings: readonly {
                readonly code: string;
                readonly message: string;
                readonly vin?: string;
            }[];
            readonly responsibleContact?: {
                readonly firstName: string;
                readonly lastName: string;
                readonly email: string;
                readonly phone?: string;
            };
            readonly cancellation?: {
                readonly cancelledAt: components["schemas"]["DateTime"];
                readonly reason?: string;
            };
            readonly vins: readonly {
                readonly vin: string;
                readonly brand: string;
                readonly model: string;
                readonly mileage?: number;
                readonly firstRegistrationDate?: string;
                readonly purchaseAmount: components["schemas"]["Money"];
                /** @enum {unknown} */
                readonly complianceStatus: "PENDING" | "PICKUP_CONFIRMED" | "IN_TRANSIT" | "DELIVERED" | "VALID" | "INVALID";
                /** @enum {unknown} */
                readonly transportStatus: "NOT_STARTED" | "IN_TRANSIT" | "DELIVERED";
                readonly pickup?: components["schemas"]["TransportMilestone"];
                readonly delivery?: components["schemas"]["TransportMilestone"];
            }[];
            readonly revocations: readonly {
                readonly vins: readonly string[];
                readonly reason: string;
                readonly revokedAt: components["schemas"]["DateTime"];
            }[];
            readonly invoices: readonly {
                /** @enum {unknown} */
                readonly type: "PRELIMINARY" | "FINAL";
                readonly invoiceNumber: string;
                readonly invoiceDate: string;
                readonly vatIncluded: boolean;
                readonly marginScheme: boolean;
                readonly amount: components["schemas"]["Money"];
                /** @enum {unknown} */
                readonly status: "DRAFT" | "SUBMITTED" | "VALID" | "INVALID";
                readonly version: number;
                readonly updatedAt: components["schemas"]["DateTime"];
            }[];
            readonly payments: readonly {
                readonly uuid: components["schemas"]["Uuid"];
                readonly amount: components["schemas"]["Money"];
                readonly paidAt: string;
                readonly reference?: string;
                readonly documentId?: components["schemas"]["Uuid"];
                readonly createdAt: components["schemas"]["DateTime"];
            }[];
            readonly outstandingAmount: components["schemas"]["Money"];
            /** @description The newest 500, newest first, with all generations of the Export File. */
            readonly documents: readonly {
                readonly id: components["schemas"]["Uuid"];
                readonly type: string;
                /** @enum {unknown} */
                readonly status: "ACTIVE" | "ARCHIVED";
                readonly fileName: string;
                readonly contentType: string;
                /** @description Absent for a file that is drawn on its first download. */
                readonly size?: number;
                readonly sha256?: string;
                /** @description Absent if it covers all vehicles. */
                readonly vin?: string;
                /** @enum {unknown} */
                readonly invoiceType?: "PRELIMINARY" | "FINAL";
                readonly createdAt: components["schemas"]["DateTime"];
                /** @description Path that downloads it. */
                readonly download: string;
            }[];
            readonly documentCount: number;
            /** @description The latest Export File; null before the first verdict. */
            readonly exportFile: {
                readonly documentId: components["schemas"]["Uuid"];
                /** @description Number of the generation. */
                readonly version: number;
                readonly decision: components["schemas"]["OrderSummary"]["decision"];
                readonly generatedAt: components["schemas"]["DateTime"];
                /** @description Path that downloads the PDF. */
                readonly download: string;
            } | null;
            /** @description The compliance rules, one by one. */
            readonly rules: readonly {
                /** @example cmr */
                readonly id: string;
                /** @description The rule in words. */
                readonly sentence: string;
                /**
                 * @description `later` if the order cannot meet it yet: for example, a delivery before the pickup.
                 * @enum {unknown}
                 */
                readonly state: "met" | "not_met" | "later" | "not_applicable";
                /** @description Blockers that report the rule as not met. */
                readonly codes: readonly string[];
                /** @description The vehicles that do not meet it; the first 100. */
                readonly vins: readonly string[];
                /** @description Number of vehicles that do not meet it. */
                readonly vinCount: number;
                /** @description The words of the API description that the rule follows; absent if there are none. */
                readonly quote?: string;
                /** @description The assumption that the rule depends on. */
                readonly assumption?: string;
            }[];
            /** @description What is due for the order and its buyer, in order. */
            readonly jobs: readonly components["schemas"]["DueJob"][];
            /** @description What has touched the order, in order; the newest 500 entries. */
            readonly timeline: readonly components["schemas"]["TimelineEntry"][];
            /** @description All entries. */
            readonly timelineCount: number;
        };
        /** @description Absent if it has not been confirmed. */
        readonly TransportMilestone: {
            /** @description As the client stated it. */
            readonly confirmedAt: string;
            readonly cmrDocumentId?: components["schemas"]["Uuid"];
            readonly declarationDocumentId?: components["schemas"]["Uuid"];
        };
        readonly TimelineEntry: {
            /** @description On the sandbox's clock. */
            readonly at: components["schemas"]["DateTime"];
            /** @enum {unknown} */
            readonly kind: "request" | "job" | "event" | "delivery";
            /** @description Of the request, job, event or delivery. */
            readonly id: string;
            readonly title: string;
            /** @description HTTP status of a request or an attempt, result of a job, or status of a delivery. */
            readonly status?: string;
            /** @description The exchange of the journal that it is or that caused it. */
            readonly requestId?: string;
            /** @description The event that it is or that it delivers. */
            readonly eventId?: string;
            readonly deliveryId?: string;
            /** @description Webhook endpoint of a delivery. */
            readonly webhookId?: string;
        };
        readonly BuyerSummary: components["schemas"]["OrderBuyer"] & {
            readonly seller: components["schemas"]["OrderSummary"]["seller"];
            /** @description What the VAT number makes VIES answer; null for an ordinary number, which is valid if its check digits are. */
            readonly testNumber: {
                readonly sentence: string;
                /** @description The answers of VIES, in order; the last one is repeated. */
                readonly answers: readonly {
                    /** @enum {unknown} */
                    readonly result: "VALID" | "INVALID" | "UNKNOWN";
                    readonly reason?: string;
                }[];
                /** @description Answers that VIES has given so far. */
                readonly given: number;
            } | null;
            readonly orders: {
                readonly count: number;
                /** @description Orders without a verdict that are not cancelled. */
                readonly openCount: number;
                /** @description The newest 20. */
                readonly uuids: readonly components["schemas"]["Uuid"][];
            };
            /** @description Null if nothing is due. */
            readonly nextJob: components["schemas"]["DueJob"] | null;
            readonly createdAt: components["schemas"]["DateTime"];
            readonly updatedAt: components["schemas"]["DateTime"];
        };
        readonly BuyerDetail: components["schemas"]["BuyerSummary"] & {
            readonly address: {
                readonly street: string;
                readonly postCode: string;
                readonly city: string;
                readonly country: string;
            };
            readonly version: number;
            /** @description The newest 100 checks, newest first. */
            readonly viesChecks: readonly {
                readonly id: components["schemas"]["Uuid"];
                /** @enum {unknown} */
                readonly result: "VALID" | "INVALID" | "PENDING" | "UNKNOWN";
                readonly requestedAt: components["schemas"]["DateTime"];
                /** Format: date-time */
                readonly checkedAt: string | null;
                readonly reason?: string;
            }[];
            readonly viesCheckCount: number;
            /** @description Sessions of service-led verification, newest first. */
            readonly verifications: readonly {
                readonly sessionId: components["schemas"]["Uuid"];
                /** @enum {unknown} */
                readonly status: "PENDING" | "VERIFIED" | "REJECTED";
                readonly startedAt: components["schemas"]["DateTime"];
                /** Format: date-time */
                readonly completedAt: string | null;
                readonly reason?: string;
            }[];
            readonly jobs: readonly components["schemas"]["DueJob"][];
            /** @description The newest 500 jobs about the buyer that have fired, newest first: VIES checks with their repetitions and re-checks, verifications, expiries of invitations, and scenario entries that named it. */
            readonly firedJobs: readonly components["schemas"]["TimelineEntry"][];
            readonly firedJobCount: number;
            /** @description The simulators of buyers, and whether each is possible now. */
            readonly simulators: readonly {
                readonly name: string;
                readonly summary: string;
                readonly possible: boolean;
                /** @description Why it is impossible. */
                readonly reason?: string;
            }[];
        };
        readonly ListPagination: {
            readonly page: number;
            readonly limit: number;
            readonly totalElements: number;
            readonly totalPages: number;
        };
        readonly SimulatorRun: {
            readonly simulator: string;
            /** @description Types of the events that it caused, in order. */
            readonly events: readonly string[];
        };
        /** @description An event type, and the subject of the event; each event accepts some of the ids. */
        readonly EventTrigger: {
            /** @description An event type. */
            readonly type: string;
            /** @description Members of the payload; missing members are generated. */
            readonly data?: object;
            /**
             * Format: uuid
             * @description An order of the sandbox; kyc events use its buyer.
             */
            readonly orderUuid?: string;
            /**
             * Format: uuid
             * @description A buyer of the sandbox.
             */
            readonly buyerUuid?: string;
            /**
             * Format: uuid
             * @description A prospect of the sandbox.
             */
            readonly prospectUuid?: string;
            /**
             * Format: uuid
             * @description A self-service invitation of the sandbox.
             */
            readonly invitationUuid?: string;
            /** @description A webhook endpoint of the sandbox. */
            readonly endpointId?: string;
        };
        readonly Event: {
            readonly id: string;
            readonly type: string;
            readonly createdAt: components["schemas"]["DateTime"];
            /** @description The seller concerned; null for the organization itself. */
            readonly seller: string | null;
            /** @description The payload. */
            readonly data: object;
        };
        /** @description What a sandbox may have of something, and has. */
        readonly Quota: {
            /** @enum {string} */
            readonly name: "sandboxes" | "records" | "bytes" | "control-calls" | "streams" | "visitor-streams" | "long-polls" | "deliveries";
            readonly limit: number;
            readonly used: number;
            /** @description The setting of the server that the operator can change. */
            readonly setting: string;
        };
        /** @description Problem details (RFC 9457), in the format of the API. */
        readonly Problem: {
            /** Format: uri-reference */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            /** Format: uri-reference */
            readonly instance: string;
            readonly traceId: string;
            /**
             * @description Only about visitors: what a page has to say, where status and type leave it open, such as `link-used` or `no-room`.
             * @example watch-only
             */
            readonly code?: string;
            /** @description Only if a quota of the sandbox is used up (`quota-exceeded`, `rate-limited`, `storage-full`). */
            readonly quota?: components["schemas"]["Quota"];
            /** @description Only for validation errors. */
            readonly errors?: readonly {
                readonly field: string;
                readonly message: string;
                /** @description The value as sent. */
                readonly rejectedValue?: unknown;
            }[];
        };
        readonly Exchange: {
            /**
             * Format: uuid
             * @description The X-Mock-Request-Id of the response.
             */
            readonly id: string;
            readonly traceId: string;
            /**
             * Format: date-time
             * @description On the wall clock.
             */
            readonly receivedAt: string;
            /**
             * Format: date-time
             * @description On the sandbox clock.
             */
            readonly sandboxTime: string | null;
            /** @description From the request to the response. */
            readonly milliseconds: number;
            readonly method: string;
            /** @description For a public link, the path template, because the link itself is a secret. */
            readonly path: string;
            readonly operationId: string | null;
            readonly clientId: string | null;
            readonly status: number;
            /** @description The part of the server that responded. */
            readonly source: string;
            /** @description The stage that ended the request. */
            readonly stage: string;
            /** @description Name of the problem type, for a refusal. */
            readonly problemType: string | null;
            /** @description The response never reached the client, because a fault broke it; `status` is what it would have been. */
            readonly lost: boolean;
            /** @description Why it was refused, in one line: the first violation, or else the detail. */
            readonly reason: string | null;
            /** @description The records that its path names, by path parameter; `created` is the UUID at the end of the `Location` of the response. */
            readonly records: {
                readonly [key: string]: string;
            };
            /** @description The scenarios whose steps it used. */
            readonly scenarios: readonly string[];
            /** @description The response is a replay of the response stored under the Idempotency-Key. */
            readonly replayed: boolean;
            /** @description The fault that a scenario injected into the response. */
            readonly fault: string | null;
            /** @description Events that it caused immediately. Later events are in the list of events. */
            readonly events: readonly components["schemas"]["CountedEvent"][];
        };
        /** @enum {string} */
        readonly StreamedKind: "exchange" | "event" | "delivery" | "clock" | "scenario" | "finding" | "state" | "show";
        /** @description A webhook delivery after a change. */
        readonly StreamedDelivery: {
            readonly id: string;
            readonly webhookId: string;
            readonly eventId: string;
            readonly eventType: string;
            readonly status: components["schemas"]["DeliveryStatus"];
            /** @description The last status from the receiver. */
            readonly httpStatus: number | null;
            /** @description Why the last attempt got no response. */
            readonly failure: string | null;
            readonly attempts: number;
            /** @description Attempts after which it fails. */
            readonly maxAttempts: number;
            /** Format: date-time */
            readonly lastAttemptAt: string | null;
            /** Format: date-time */
            readonly nextRetryAt: string | null;
            /** @description A test delivery. */
            readonly test: boolean;
        };
        /** @description What happened to a scenario of the sandbox. */
        readonly StreamedScenario: {
            readonly scenario: string;
            /** @enum {string} */
            readonly change: "uploaded" | "removed" | "activated" | "deactivated" | "state" | "step" | "timeline" | "verdict";
            /** @description Its state after the change. */
            readonly state: string | null;
            /** @description The step that was used, or the timeline entry that was executed, from 1. */
            readonly number: number | null;
            /** @description Why the timeline entry failed. */
            readonly failure: string | null;
            /** @description Of its expectations together. */
            readonly verdict: null | ("met" | "not-met" | "open");
        };
        /** @description What to read again. The changes of a batch are one message, in which each record is listed once. */
        readonly StreamedState: {
            /**
             * @description After `reset` and `import`, all contents were replaced, and the lists are empty.
             * @enum {string}
             */
            readonly reason: "changed" | "reset" | "import";
            /** @description The collections with changes, with the names of an exported state. */
            readonly collections: readonly string[];
            readonly changes: readonly {
                readonly collection: string;
                readonly id: string;
                /** @enum {string} */
                readonly change: "created" | "changed" | "deleted";
            }[];
            /** @description Whether more records changed than are listed, which are 200. */
            readonly truncated: boolean;
        };
        /** @description An exchange with all its stored details. `[redacted]` replaces credentials. */
        readonly WholeExchange: components["schemas"]["Exchange"] & {
            readonly request: components["schemas"]["Message"] & {
                /** @description By name. Values of parameters that the operation does not define are redacted. */
                readonly query: {
                    readonly [key: string]: readonly string[];
                };
            };
            readonly response: components["schemas"]["Message"];
            /** @description How scenarios affected it; null if none did. */
            readonly scenario: object | null;
        };
        readonly Message: {
            /** @description By name, in lower case. Values of unknown headers are redacted. */
            readonly headers: {
                readonly [key: string]: string;
            };
            /** @description Null if there was none, or if it was not read. `json`, `text` or, for an upload, `parts`; none of these if the body is not text. */
            readonly body: {
                readonly mediaType: string;
                /** @description Size of the complete body. */
                readonly byteLength: number;
                /** @description Whether the body is truncated to the first 16 KiB. */
                readonly cut: boolean;
                /** @description The value of a JSON body. */
                readonly json?: unknown;
                readonly text?: string;
                readonly parts?: readonly {
                    readonly name: string;
                    readonly value?: string;
                    readonly fileName?: string;
                    readonly mediaType?: string;
                    readonly byteLength?: number;
                }[];
            } | null;
        };
        /** @description Criteria for exchanges; an exchange must meet all of them. `params`, `headers` and `body` work like `when` in a step of a scenario. */
        readonly RequestCriteria: {
            /** @description An operationId. */
            readonly operation?: string;
            readonly method?: string;
            readonly path?: components["schemas"]["RequestCondition"];
            readonly status?: number;
            /** @description The name, without its prefix. */
            readonly problemType?: string;
            /** @description A `client_id`. */
            readonly clientId?: string;
            /**
             * @description The part of the server that responded; upstream is the service that a proxy passed the request on to.
             * @enum {unknown}
             */
            readonly source?: "scenario" | "stateful" | "faked" | "engine" | "identity" | "upstream";
            readonly replayed?: boolean;
            /** @description Received at or after this time, on the wall clock. */
            readonly since?: components["schemas"]["DateTime"];
            /**
             * Format: uuid
             * @description Only exchanges after the one with this id.
             */
            readonly after?: string;
            /** @description By name, in the path or the query. */
            readonly params?: {
                readonly [key: string]: components["schemas"]["RequestCondition"];
            };
            /** @description By name. */
            readonly headers?: {
                readonly [key: string]: components["schemas"]["RequestCondition"];
            };
            /** @description By JSON Pointer. */
            readonly body?: {
                readonly [key: string]: components["schemas"]["RequestCondition"];
            };
        };
        /** @description A plain value means `equals`. In a body, 3 and "3" differ; parameters and headers are strings. */
        readonly RequestCondition: (string | number | boolean | null) | {
            /** @description Any JSON. */
            readonly equals?: unknown;
            /** @description A regular expression in RE2 syntax. */
            readonly matches?: string;
            readonly oneOf?: readonly unknown[];
            /** @constant */
            readonly present?: true;
            /** @constant */
            readonly absent?: true;
        };
        readonly AwaitTimeout: components["schemas"]["Problem"] & {
            readonly found: readonly components["schemas"]["WholeExchange"][];
            /** @description The newest exchanges that do not meet the criteria, oldest first. */
            readonly cameInstead: readonly {
                /** Format: uuid */
                readonly id: string;
                /** Format: date-time */
                readonly receivedAt: string;
                readonly method: string;
                readonly path: string;
                readonly operationId: string | null;
                readonly clientId: string | null;
                readonly status: number;
                /** @description The first criterion that it does not meet. */
                readonly difference: {
                    readonly at: string;
                    readonly expected: string;
                    readonly actual: string;
                };
            }[];
        };
        readonly NamedValues: readonly {
            readonly name: string;
            readonly value: string;
        }[];
        readonly Share: {
            readonly described: number;
            readonly met: number;
        };
        readonly MetList: readonly {
            readonly name: string;
            readonly count: number;
        }[];
        readonly Coverage: {
            /**
             * Format: date-time
             * @description Start of the count, on the wall clock.
             */
            readonly since: string;
            readonly exchanges: number;
            /** @description The share of the described items that clients have used. */
            readonly summary: {
                readonly operations: components["schemas"]["Share"];
                readonly answers: components["schemas"]["Share"];
                readonly problemTypes: components["schemas"]["Share"];
                readonly events: components["schemas"]["Share"];
                readonly capabilities: components["schemas"]["Share"];
            };
            readonly operations: readonly {
                readonly operationId: string;
                readonly method: string;
                readonly path: string;
                readonly calls: number;
                /** @description Each described status, including unused ones. */
                readonly answers: readonly {
                    /** @description As the API description writes it: `201`, `4XX`, `default`. */
                    readonly status: string;
                    readonly count: number;
                    readonly problemTypes: components["schemas"]["MetList"];
                }[];
            }[];
            readonly problemTypes: components["schemas"]["MetList"];
            readonly events: components["schemas"]["MetList"];
            readonly capabilities: readonly {
                readonly name: string;
                /** @description Number of requests that needed it and were allowed; null if requests do not show this. */
                readonly used: number | null;
                readonly refused: number;
            }[];
            /** @description Responses that are not in the description, such as 405. */
            readonly undescribed: readonly {
                readonly operationId: string;
                readonly status: number;
                readonly count: number;
            }[];
        };
        readonly Finding: {
            /** @description Name of the rule; docs/reference.md lists them. */
            readonly rule: string;
            readonly title: string;
            /** @description Verbatim from the API description. */
            readonly quote: string;
            /** @description Entries of docs/assumptions.md that the rule also depends on. */
            readonly assumptions: readonly string[];
            readonly remedy: string;
            readonly clientId: string | null;
            /** @description Its subject: an operation, or the token. */
            readonly subject: string;
            /** @description The latest observation, with its numbers. */
            readonly detail: string;
            /** @description False if a correct client could cause the same finding. */
            readonly certain: boolean;
            readonly count: number;
            /** Format: date-time */
            readonly firstSeenAt: string;
            /** Format: date-time */
            readonly lastSeenAt: string;
            /** @description Ids of exchanges that show it, oldest first. */
            readonly requests: readonly string[];
            /** @description Ids of webhook deliveries that show it, oldest first; empty if it does not concern a receiver. */
            readonly deliveries: readonly string[];
        };
        readonly Assumption: {
            readonly id: string;
            /** @description The question that the API description leaves open. */
            readonly question: string;
            readonly chosen: {
                /** @description The id to set the switch to; null if it cannot be set. */
                readonly id: string | null;
                readonly text: string;
            };
            readonly alternatives: readonly components["schemas"]["Assumption"]["chosen"][];
            /** @description The id of the current choice in this sandbox; null if there is no switch. */
            readonly current: string | null;
            /** @description Operations, components, events and stages that it affects. */
            readonly where: readonly string[];
            /** @description Why there is no switch. */
            readonly whyNot?: string;
        };
        readonly Explanation: {
            /** Format: uuid */
            readonly id: string;
            readonly request: {
                readonly method: string;
                readonly path: string;
                readonly operationId: string | null;
            };
            readonly answer: {
                readonly status: number;
                readonly source: string;
                readonly problemType: string | null;
                /** @description The response never reached the client, because a fault broke it. */
                readonly lost: boolean;
            };
            /** @description What would have let the request pass; empty if it was not refused. */
            readonly smallestChange: readonly string[];
            readonly stages: readonly {
                readonly stage: string;
                /** @enum {unknown} */
                readonly outcome: "passed" | "answered" | "refused" | "not-reached";
                /** @description The decision, with its numbers. */
                readonly decision: string;
                /** @description The rule that the decision is based on. */
                readonly rule: string;
                /** @description Where the API description is silent: the assumptions behind the decision that have a switch. Absent if there are none. */
                readonly assumptions?: readonly {
                    readonly id: string;
                    /** @description The assumed alternative. */
                    readonly assumed: string;
                    /** @description Whether it is the default choice. */
                    readonly isChosen: boolean;
                    /** @description Link to the documentation. */
                    readonly docs: string;
                }[];
            }[];
        };
        readonly MailList: {
            readonly data: readonly {
                /** Format: email */
                readonly to: string;
                readonly subject: string;
                readonly text: string;
                /** Format: date-time */
                readonly sentAt: string;
            }[];
        };
    };
    responses: {
        /** @description 200 if the server accepts requests; 503 if it is shutting down, or cannot store anything. */
        readonly Readiness: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {unknown} */
                    readonly status: "READY" | "DRAINING" | "STORAGE_FULL" | "STORAGE_UNWRITABLE" | "DATABASE_UNREACHABLE";
                };
            };
        };
        /** @description The keys. */
        readonly SigningKeys: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    readonly data: readonly {
                        /** @description The id that tokens and the key set name. */
                        readonly kid: string;
                        /** @description Whether new tokens are signed with this key. */
                        readonly signs: boolean;
                        /**
                         * Format: date-time
                         * @description From this time on, tokens of the key are refused; null for the key that signs.
                         */
                        readonly endsAt: string | null;
                    }[];
                };
            };
        };
        /** @description The scenarios. */
        readonly ScenarioList: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    readonly data: readonly components["schemas"]["Scenario"][];
                };
            };
        };
        /** @description The state of the scenario. */
        readonly Scenario: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Scenario"];
            };
        };
        /** @description The rules now apply. */
        readonly Assumed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @description Assumptions that differ from the default choice; empty if there are none. */
                    readonly assumed: {
                        readonly [key: string]: string;
                    };
                };
            };
        };
        /** @description The show. */
        readonly Show: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @description Null if nothing is played. */
                    readonly show: components["schemas"]["Show"] | null;
                };
            };
        };
        /** @description Nothing is played; or there is no step in that direction, no such chapter or step, the last step has failed, or another server is playing a step. For a start, the storyboard does not fit the organization. */
        readonly ShowConflict: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A scenario from a file has this name; or the maximum of active or uploaded scenarios is reached; or the scenario's `clock` is before the current time of the sandbox. */
        readonly ScenarioConflict: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not valid JSON. */
        readonly MalformedRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token is invalid; or it is missing, and the server listens beyond loopback. */
        readonly Unauthorized: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The call is only for the operator; or it names a sandbox of another organization; or it has no token and does not come from a program on the server's machine. */
        readonly Forbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The sandbox belongs to an organization that the server starts with. */
        readonly Conflict: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The client is disabled, or its service accounts are. */
        readonly ClientDisabled: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The maximum is reached. If it is a quota of the sandbox, the member `quota` names it. */
        readonly Full: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller or its address used up its calls per minute (the server's `--limits control-calls-per-minute`, or `--limits visitor-calls-per-minute` for visitors; some calls count as several), or too many calls with a wrong token came from its address; `Retry-After` says when to retry. Or too many callers wait or listen at the same time (type `quota-exceeded`). `GET /sandboxes/{id}` shows what is used. */
        readonly TooMany: {
            headers: {
                /** @description Seconds until the next call is accepted. */
                readonly "Retry-After"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The current state of the clock, and what happened on the way. */
        readonly ClockChanged: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ClockChange"];
            };
        };
        /** @description The resource does not exist in the caller's organization, or the sandbox does not exist. */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request violates this description. */
        readonly Invalid: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
         * @example demo
         */
        readonly Sandbox: components["schemas"]["Name"];
        /**
         * @description Name of the sandbox.
         * @example sb-4k2m9x7q1w3e5r8t
         */
        readonly SandboxId: components["schemas"]["Name"];
        /**
         * @description The client's `client_id`.
         * @example api-client-demo
         */
        readonly ClientId: string;
        /**
         * @description Name of the snapshot.
         * @example before-the-demo
         */
        readonly SnapshotName: string;
        /**
         * @description Name of the scenario.
         * @example lost-answer
         */
        readonly ScenarioName: string;
        /**
         * @description The name of the listener.
         * @example laptop
         */
        readonly ListenerName: components["schemas"]["Name"];
        /**
         * @description Id of a webhook endpoint.
         * @example wh_01JBF3B6T2P5R8D1W4E7Y0A3SJ
         */
        readonly WebhookId: string;
        /**
         * @description An operationId.
         * @example createOrder
         */
        readonly OperationFilter: string;
        /**
         * @description Status of the response.
         * @example 409
         */
        readonly StatusFilter: number;
        /**
         * @description A `client_id`.
         * @example api-client-demo
         */
        readonly ClientFilter: string;
        /**
         * @description Only exchanges received at or after this time, on the wall clock.
         * @example 2026-11-20T09:00:00Z
         */
        readonly SinceFilter: components["schemas"]["DateTime"];
        /**
         * @description Maximum number of entries, newest first.
         * @example 50
         */
        readonly ListLimit: number;
        /**
         * @description Page of `limit` entries, from 0; later pages have older entries.
         * @example 0
         */
        readonly ListPage: number;
        /**
         * @description Only entries about this order.
         * @example 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
         */
        readonly OrderFilter: components["schemas"]["Uuid"];
        /**
         * @description Only entries about this buyer.
         * @example c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035
         */
        readonly BuyerFilter: components["schemas"]["Uuid"];
        /**
         * @description Kind of the records, as `GET /records` lists them.
         * @example payments
         */
        readonly RecordCollection: string;
        /**
         * @description Only records that contain this text in an id, a number or a name. Case-insensitive.
         * @example DE100
         */
        readonly RecordText: string;
        /**
         * @description Only records with one of these statuses.
         * @example [
         *       "READY_FOR_PICKUP",
         *       "TRANSPORT_IN_PROGRESS"
         *     ]
         */
        readonly RecordStatusFilter: readonly (components["schemas"]["OrderStatus"] | ("OPEN" | "USED" | "EXPIRED"))[];
        /**
         * @description Maximum number of records: 1000 at most, and 100 by default. Kinds that are shown with what is due have 100 at most, and 50 by default; jobs 20.
         * @example 20
         */
        readonly RecordLimit: number;
        /**
         * @description Page of `limit` records, from 0.
         * @example 0
         */
        readonly RecordPage: number;
        /**
         * @description Only entries of this seller.
         * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
         */
        readonly SellerFilter: components["schemas"]["Uuid"];
        /**
         * @description UUID of the order.
         * @example 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
         */
        readonly OrderUuid: components["schemas"]["Uuid"];
        /**
         * @description An id, or part of a number or name. Case-insensitive.
         * @example WVWZZZ
         */
        readonly SearchText: string;
        /**
         * @description Id of the document.
         * @example 8e3a5c17-2b94-4d60-9f1e-7a6c0d4b2e58
         */
        readonly DocumentId: components["schemas"]["Uuid"];
        /**
         * @description The `X-Mock-Request-Id` of the response.
         * @example 0c0fe42a-44d6-4116-a352-077b6ecc967a
         */
        readonly RequestId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process is running. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: "UP";
                        /** @description Version of vatmock. */
                        readonly version: string;
                    };
                };
            };
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Readiness"];
            readonly 503: components["responses"]["Readiness"];
        };
    };
    readonly takeBackup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The copy, to be used as `vatmock.db` in a data folder. */
            readonly 200: {
                headers: {
                    /** @description The file contains secrets. */
                    readonly "Cache-Control": "no-store";
                    /**
                     * @description A suggested file name.
                     * @example attachment; filename="vatmock-backup.db"
                     */
                    readonly "Content-Disposition": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/vnd.sqlite3": unknown;
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly listSigningKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["SigningKeys"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly rotateSigningKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description How long tokens of former keys are accepted, in real time. `PT0S` ends them immediately. At most `P365D`.
                     * @default PT24H
                     */
                    readonly window?: components["schemas"]["Duration"];
                };
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["SigningKeys"];
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly listSandboxes: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of sandboxes, oldest first.
                 * @example 50
                 */
                readonly limit?: number;
                /**
                 * @description Page of `limit` sandboxes, from 0; later pages have newer ones.
                 * @example 0
                 */
                readonly page?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sandboxes of the page, without secrets. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Sandbox"][];
                        readonly pagination: components["schemas"]["ListPagination"];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly createSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["SandboxCreate"];
            };
        };
        readonly responses: {
            /** @description Everything that a client needs to use the new sandbox. The secret is shown only once. */
            readonly 201: {
                headers: {
                    /** @description URL to read and delete the sandbox. */
                    readonly Location: string;
                    /** @description Prevents caches from storing secrets. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewSandbox"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly getSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the sandbox.
                 * @example sb-4k2m9x7q1w3e5r8t
                 */
                readonly id: components["parameters"]["SandboxId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sandbox. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WholeSandbox"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly deleteSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the sandbox.
                 * @example sb-4k2m9x7q1w3e5r8t
                 */
                readonly id: components["parameters"]["SandboxId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sandbox is deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly changeSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the sandbox.
                 * @example sb-4k2m9x7q1w3e5r8t
                 */
                readonly id: components["parameters"]["SandboxId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SandboxChange"];
            };
        };
        readonly responses: {
            /** @description The changed sandbox. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WholeSandbox"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description To be extended, the sandbox must be a visitor's; others have no end that could be moved. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly listServers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The servers, and the work that is due. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServerList"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listVisitorLinks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of entries, newest first.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["ListLimit"];
                /**
                 * @description Page of `limit` entries, from 0; later pages have older entries.
                 * @example 0
                 */
                readonly page?: components["parameters"]["ListPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The links of the page. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["VisitorLink"][];
                        readonly pagination: components["schemas"]["ListPagination"];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly createVisitorLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VisitorLinkCreate"];
            };
        };
        readonly responses: {
            /** @description The link. Its URL is shown only once. */
            readonly 201: {
                headers: {
                    /** @description URL to extend and revoke the link. */
                    readonly Location: string;
                    /** @description Prevents caches from storing secrets. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VisitorLink"] & {
                        /**
                         * Format: uri
                         * @description For the visitor. What follows `#` is the secret.
                         */
                        readonly url: string;
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description The console is off on this server, so no page could open the link. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly revokeVisitorLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the link.
                 * @example vl_01K9Z3N8QW4T7XB2M6RVHD5E0C
                 */
                readonly id: components["schemas"]["VisitorLink"]["id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link is revoked. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly extendVisitorLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the link.
                 * @example vl_01K9Z3N8QW4T7XB2M6RVHD5E0C
                 */
                readonly id: components["schemas"]["VisitorLink"]["id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description How long it admits visitors from now, from one hour to 30 days. */
                    readonly expiresIn: components["schemas"]["Duration"];
                };
            };
        };
        readonly responses: {
            /** @description The link with its new end. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VisitorLink"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description The link was revoked, which is final. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly resetSandbox: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sandbox is in its initial state. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly exportState: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The state. Equal states give identical documents. */
            readonly 200: {
                headers: {
                    /** @description The document contains secrets. */
                    readonly "Cache-Control": "no-store";
                    /**
                     * @description A suggested file name.
                     * @example attachment; filename="state.json"
                     */
                    readonly "Content-Disposition": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["State"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly importState: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["State"];
            };
        };
        readonly responses: {
            /** @description The contents of the sandbox after the import. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Import"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listSnapshots: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A summary of each snapshot. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Snapshot"][];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly getSnapshot: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the snapshot.
                 * @example before-the-demo
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The state. */
            readonly 200: {
                headers: {
                    /** @description The document contains secrets. */
                    readonly "Cache-Control": "no-store";
                    /**
                     * @description A suggested file name.
                     * @example attachment; filename="state.json"
                     */
                    readonly "Content-Disposition": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["State"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly takeSnapshot: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the snapshot.
                 * @example before-the-demo
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Taken; it replaces the previous snapshot of this name. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Snapshot"];
                };
            };
            /** @description Taken. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Snapshot"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly deleteSnapshot: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the snapshot.
                 * @example before-the-demo
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The snapshot is deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly restoreSnapshot: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the snapshot.
                 * @example before-the-demo
                 */
                readonly name: components["parameters"]["SnapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The contents of the sandbox after the restore. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Import"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly getCapsule: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description What to make of the calls.
                 * @example transcript
                 */
                readonly format?: "capsule" | "storyboard" | "postman" | "transcript";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    /** @description Prevents caches from storing customer data. */
                    readonly "Cache-Control": "no-store";
                    /**
                     * @description A suggested file name.
                     * @example attachment; filename="capsule.json"
                     */
                    readonly "Content-Disposition": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly format: "vatmock-capsule";
                        readonly version: number;
                        readonly madeAt: components["schemas"]["DateTime"];
                        /** @description Version of the server. */
                        readonly vatmock: string;
                        /** @description SHA-256 of the served description. */
                        readonly description: string;
                        /** @description Whether the calls can be replayed, and if not, why. */
                        readonly replay: {
                            readonly possible: boolean;
                            /** @enum {unknown} */
                            readonly from?: "recording" | "reset";
                            readonly remarks?: readonly string[];
                            readonly reason?: string;
                        };
                        /** @description The state before the first call. */
                        readonly start: object | null;
                        readonly calls: readonly object[];
                        /** @description The final state. */
                        readonly state: object;
                        readonly scenarios: readonly object[];
                    } | {
                        readonly info: object;
                        readonly item: readonly object[];
                    };
                    readonly "application/yaml": string;
                    readonly "text/html": string;
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description Nothing was done of which a storyboard could be made. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly switchRecording: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description What to do.
                 * @example start
                 */
                readonly action: "start" | "end";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Whether the sandbox is recorded now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /**
                         * Format: date-time
                         * @description On the machine's clock; null if nothing is recorded.
                         */
                        readonly recordingSince: string | null;
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly getClock: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description State of the clock. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Clock"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly advanceClock: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClockStep"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["ClockChanged"];
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly freezeClock: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly at?: components["schemas"]["DateTime"];
                };
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["ClockChanged"];
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly resumeClock: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["ClockChanged"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listAssumptions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description Only assumptions with a switch, or only those without one.
                 * @example true
                 */
                readonly switchable?: boolean;
                /**
                 * @description Only assumptions whose switch differs from the default choice, or only the others.
                 * @example true
                 */
                readonly switched?: boolean;
                /**
                 * @description Maximum number of entries, newest first.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["ListLimit"];
                /**
                 * @description Page of `limit` entries, from 0; later pages have older entries.
                 * @example 0
                 */
                readonly page?: components["parameters"]["ListPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of assumptions. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Assumption"][];
                        readonly pagination: components["schemas"]["ListPagination"];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly changeAssumptions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly [key: string]: string | null;
                };
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Assumed"];
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description Maximum number of entries, newest first.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["ListLimit"];
                /**
                 * @description Page of `limit` entries, from 0; later pages have older entries.
                 * @example 0
                 */
                readonly page?: components["parameters"]["ListPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Event"][];
                        readonly pagination: components["schemas"]["ListPagination"];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly emitEvent: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventTrigger"];
            };
        };
        readonly responses: {
            /** @description The event, and its deliveries. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Event"] & {
                        /** @description One for each webhook endpoint that subscribes to the event. */
                        readonly deliveries: readonly {
                            readonly id: string;
                            readonly endpointId: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listCollections: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description An id, or part of a number or name. Case-insensitive.
                 * @example WVWZZZ
                 */
                readonly search?: components["parameters"]["SearchText"];
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The collections. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordCollections"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listRecords: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only records with one of these statuses.
                 * @example [
                 *       "READY_FOR_PICKUP",
                 *       "TRANSPORT_IN_PROGRESS"
                 *     ]
                 */
                readonly status?: components["parameters"]["RecordStatusFilter"];
                /**
                 * @description Only records that contain this text in an id, a number or a name. Case-insensitive.
                 * @example DE100
                 */
                readonly q?: components["parameters"]["RecordText"];
                /**
                 * @description Only entries about this order.
                 * @example 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
                 */
                readonly orderUuid?: components["parameters"]["OrderFilter"];
                /**
                 * @description Only entries about this buyer.
                 * @example c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035
                 */
                readonly buyerUuid?: components["parameters"]["BuyerFilter"];
                /**
                 * @description Only entries of this seller.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                readonly seller?: components["parameters"]["SellerFilter"];
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description Maximum number of records: 1000 at most, and 100 by default. Kinds that are shown with what is due have 100 at most, and 50 by default; jobs 20.
                 * @example 20
                 */
                readonly limit?: components["parameters"]["RecordLimit"];
                /**
                 * @description Page of `limit` records, from 0.
                 * @example 0
                 */
                readonly page?: components["parameters"]["RecordPage"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Kind of the records, as `GET /records` lists them.
                 * @example payments
                 */
                readonly collection: components["parameters"]["RecordCollection"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordList"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly showRecord: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Kind of the records, as `GET /records` lists them.
                 * @example payments
                 */
                readonly collection: components["parameters"]["RecordCollection"];
                /**
                 * @description UUID or id of the record.
                 * @example 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The record. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordDetail"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly downloadOrderDocument: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description UUID of the order.
                 * @example 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
                 */
                readonly uuid: components["parameters"]["OrderUuid"];
                /**
                 * @description Id of the document.
                 * @example 8e3a5c17-2b94-4d60-9f1e-7a6c0d4b2e58
                 */
                readonly documentId: components["parameters"]["DocumentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    /**
                     * @description `attachment`, with the name of the file.
                     * @example attachment; filename="cmr.pdf"; filename*=UTF-8''cmr.pdf
                     */
                    readonly "Content-Disposition": string;
                    /**
                     * @description `nosniff`
                     * @example nosniff
                     */
                    readonly "X-Content-Type-Options": "nosniff";
                    /**
                     * @description `sandbox`: nothing in the file runs, even if a browser opens it.
                     * @example sandbox; default-src 'none'
                     */
                    readonly "Content-Security-Policy": "sandbox; default-src 'none'";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "*/*": unknown;
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly getDescription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The description. */
            readonly 200: {
                headers: {
                    /**
                     * @description A suggested file name.
                     * @example attachment; filename="openapi.json"
                     */
                    readonly "Content-Disposition": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": object;
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listSimulators: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The simulators. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly name: string;
                            /** @description What happens. */
                            readonly summary: string;
                            /** @description When it is possible; otherwise the call returns 409. */
                            readonly requires: string;
                            readonly needs: readonly string[];
                            readonly takes: readonly string[];
                        }[];
                        /** @description The state of VIES; null on a server without sandboxes. */
                        readonly vies: {
                            /** @description The outage of VIES as a whole. */
                            readonly all: {
                                readonly down: boolean;
                                /**
                                 * Format: date-time
                                 * @description Null if it does not end by itself.
                                 */
                                readonly until: string | null;
                            };
                            readonly data: readonly {
                                /** @description Prefix of the VAT numbers. */
                                readonly country: string;
                                readonly down: boolean;
                                /**
                                 * Format: date-time
                                 * @description Null if it does not end by itself.
                                 */
                                readonly until: string | null;
                                /** @description Buyers with VAT numbers of the country. */
                                readonly buyers: number;
                            }[];
                        } | null;
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly runSimulator: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the simulator.
                 * @example vies_outage
                 */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** Format: uuid */
                    readonly orderUuid?: string;
                    /** Format: uuid */
                    readonly buyerUuid?: string;
                    /** @description Prefix of VAT numbers, such as DE or EL. */
                    readonly country?: string;
                    /** @description ISO 8601 duration. */
                    readonly duration?: string;
                    /** @description A sentence for events and blockers. */
                    readonly reason?: string;
                };
            };
        };
        readonly responses: {
            /** @description The outcome happened; the response lists its events in order. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SimulatorRun"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description The outcome is impossible in the current state of the target. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listOrderMoves: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description UUID of the order.
                 * @example 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
                 */
                readonly uuid: components["parameters"]["OrderUuid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The moves. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderMoves"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly goToStatus: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description UUID of the order.
                 * @example 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
                 */
                readonly uuid: components["parameters"]["OrderUuid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderGoal"];
            };
        };
        readonly responses: {
            /** @description The order is there. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderJourney"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description No legal moves lead there; `reachable` lists what can be reached instead. Or a step failed; `steps` lists those made before, and `failed` is the one that failed. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listClients: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clients. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Client"][];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly createClient: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClientChange"];
            };
        };
        readonly responses: {
            /** @description The client. Its secret is shown only once. */
            readonly 201: {
                headers: {
                    /** @description Prevents caches from storing secrets. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Client"] & {
                        readonly clientSecret: string;
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly deleteClient: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The client's `client_id`.
                 * @example api-client-demo
                 */
                readonly clientId: components["parameters"]["ClientId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The client is removed. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly changeClient: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The client's `client_id`.
                 * @example api-client-demo
                 */
                readonly clientId: components["parameters"]["ClientId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClientChange"];
            };
        };
        readonly responses: {
            /** @description The changed client. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Client"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly rotateClientSecret: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The client's `client_id`.
                 * @example api-client-demo
                 */
                readonly clientId: components["parameters"]["ClientId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description How long the previous secret stays valid. `PT0S` invalidates it immediately. At most `P365D`.
                     * @default PT24H
                     */
                    readonly window?: components["schemas"]["Duration"];
                    /**
                     * @description Whether tokens issued with former secrets end with the window, with `PT0S` immediately. By default they stay valid until they expire, as the API description says.
                     * @default false
                     */
                    readonly endTokens?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description The new secret. It is shown only once. */
            readonly 200: {
                headers: {
                    /** @description Prevents caches from storing secrets. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly clientId: string;
                        readonly clientSecret: string;
                        /**
                         * Format: date-time
                         * @description From this time on the server clock, the previous secret is refused.
                         */
                        readonly previousSecretExpiresAt: string;
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly createAccessToken: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The client's `client_id`.
                 * @example api-client-demo
                 */
                readonly clientId: components["parameters"]["ClientId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The token. */
            readonly 200: {
                headers: {
                    /** @description Prevents caches from storing secrets. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly accessToken: string;
                        /** @constant */
                        readonly tokenType: "Bearer";
                        /** @description Seconds on the sandbox clock. */
                        readonly expiresIn: number;
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ClientDisabled"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description An operationId.
                 * @example createOrder
                 */
                readonly operation?: components["parameters"]["OperationFilter"];
                /**
                 * @description Status of the response.
                 * @example 409
                 */
                readonly status?: components["parameters"]["StatusFilter"];
                /**
                 * @description A `client_id`.
                 * @example api-client-demo
                 */
                readonly clientId?: components["parameters"]["ClientFilter"];
                /**
                 * @description Only exchanges received at or after this time, on the wall clock.
                 * @example 2026-11-20T09:00:00Z
                 */
                readonly since?: components["parameters"]["SinceFilter"];
                /**
                 * @description Maximum number of entries, newest first.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["ListLimit"];
                /**
                 * @description Page of `limit` entries, from 0; later pages have older entries.
                 * @example 0
                 */
                readonly page?: components["parameters"]["ListPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The exchanges, without headers and bodies. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Exchange"][];
                        readonly pagination: components["schemas"]["ListPagination"];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly deleteRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The journal is empty. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly exportRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description An operationId.
                 * @example createOrder
                 */
                readonly operation?: components["parameters"]["OperationFilter"];
                /**
                 * @description Status of the response.
                 * @example 409
                 */
                readonly status?: components["parameters"]["StatusFilter"];
                /**
                 * @description A `client_id`.
                 * @example api-client-demo
                 */
                readonly clientId?: components["parameters"]["ClientFilter"];
                /**
                 * @description Only exchanges received at or after this time, on the wall clock.
                 * @example 2026-11-20T09:00:00Z
                 */
                readonly since?: components["parameters"]["SinceFilter"];
                /**
                 * @description Number of exchanges to return, newest first.
                 * @example 50
                 */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The archive. */
            readonly 200: {
                headers: {
                    /**
                     * @description A suggested file name.
                     * @example attachment; filename="requests.har"
                     */
                    readonly "Content-Disposition": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly log: {
                            /** @constant */
                            readonly version: "1.2";
                            readonly creator: {
                                readonly name: string;
                                readonly version: string;
                            };
                            readonly entries: readonly {
                                /** Format: date-time */
                                readonly startedDateTime: string;
                                readonly time: number;
                                readonly request: {
                                    readonly method: string;
                                    /** Format: uri */
                                    readonly url: string;
                                    readonly httpVersion: string;
                                    readonly cookies: readonly object[];
                                    readonly headers: components["schemas"]["NamedValues"];
                                    readonly queryString: components["schemas"]["NamedValues"];
                                    readonly postData?: object;
                                    readonly headersSize: number;
                                    readonly bodySize: number;
                                };
                                readonly response: {
                                    readonly status: number;
                                    readonly statusText: string;
                                    readonly httpVersion: string;
                                    readonly cookies: readonly object[];
                                    readonly headers: components["schemas"]["NamedValues"];
                                    readonly content: object;
                                    readonly redirectURL: string;
                                    readonly headersSize: number;
                                    readonly bodySize: number;
                                };
                                readonly cache: object;
                                readonly timings: object;
                            }[];
                        };
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly findRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RequestCriteria"] & {
                    /** @default 20 */
                    readonly limit?: number;
                };
            };
        };
        readonly responses: {
            /** @description The exchanges, and the number of all that meet the criteria. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["WholeExchange"][];
                        readonly count: number;
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly awaitRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RequestCriteria"] & {
                    /** @default 1 */
                    readonly count?: number;
                    /**
                     * @description In real time, at most PT55S.
                     * @default PT5S
                     */
                    readonly timeout?: components["schemas"]["Duration"];
                };
            };
        };
        readonly responses: {
            /** @description The newest 100 matching exchanges, oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["WholeExchange"][];
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description Too few matching exchanges within the timeout. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["AwaitTimeout"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            /** @description The server is shutting down. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getRequest: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `X-Mock-Request-Id` of the response.
                 * @example 0c0fe42a-44d6-4116-a352-077b6ecc967a
                 */
                readonly id: components["parameters"]["RequestId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The exchange, with headers and bodies. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WholeExchange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly explainRequest: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `X-Mock-Request-Id` of the response.
                 * @example 0c0fe42a-44d6-4116-a352-077b6ecc967a
                 */
                readonly id: components["parameters"]["RequestId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The explanation. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Explanation"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listScenarios: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["ScenarioList"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly uploadScenario: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/yaml": string;
                readonly "application/json": object;
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["Scenario"];
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ScenarioConflict"];
            /** @description The scenario is invalid. Each entry of `errors` gives the location as `line:column`. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly playNextCall: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NextCallRequest"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["Scenario"];
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ScenarioConflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly getFileSchemas: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schemas and the names. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly scenario: components["schemas"]["ScenarioSchema"];
                        readonly storyboard: {
                            /** @description The JSON Schema of storyboard files. */
                            readonly schema: object;
                            readonly words: {
                                /** @description What `call` may name. */
                                readonly operations: readonly string[];
                                /** @description What `control` may name. */
                                readonly controls: readonly string[];
                                readonly placeholders: readonly string[];
                            };
                        };
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly validateScenario: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/yaml": string;
                readonly "application/json": object;
            };
        };
        readonly responses: {
            /** @description The errors, none if the scenario is valid. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioValidation"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly getScenario: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the scenario.
                 * @example lost-answer
                 */
                readonly name: components["parameters"]["ScenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The state of the scenario, and its text. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Scenario"] & {
                        /** @description YAML. */
                        readonly text: string;
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly deleteScenario: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the scenario.
                 * @example lost-answer
                 */
                readonly name: components["parameters"]["ScenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scenario is deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ScenarioConflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly activateScenario: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the scenario.
                 * @example lost-answer
                 */
                readonly name: components["parameters"]["ScenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly state?: string;
                };
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Scenario"];
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ScenarioConflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly deactivateScenario: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the scenario.
                 * @example lost-answer
                 */
                readonly name: components["parameters"]["ScenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Scenario"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly getVerdict: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Name of the scenario.
                 * @example lost-answer
                 */
                readonly name: components["parameters"]["ScenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result of each expectation. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioReport"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description The scenario is not active, or its file has changed since its activation. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly getShow: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description Name of a storyboard. The list has this one only, with its text.
                 * @example order-to-export-file
                 */
                readonly storyboard?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The show and the storyboards, built-in ones first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Null if nothing is played. */
                        readonly show: components["schemas"]["Show"] | null;
                        readonly storyboards: readonly {
                            readonly name: components["schemas"]["Name"];
                            readonly title: string;
                            /** @description What an audience learns from it. */
                            readonly summary: string | null;
                            /** @description How long it takes when it is talked over. */
                            readonly minutes: number | null;
                            /** @description Their titles. */
                            readonly chapters: readonly string[];
                            readonly steps: number;
                            /** @description Its file, as YAML, if it was asked for by its name. */
                            readonly text?: string;
                        }[];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly startShow: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly storyboard: components["schemas"]["Name"];
                    readonly chapter?: number;
                    readonly step?: number;
                } | {
                    /** @description Validated with the rest of the storyboard. */
                    readonly chapters: unknown;
                };
                readonly "application/yaml": string;
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Show"];
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ShowConflict"];
            /** @description The storyboard or the place is invalid. For a storyboard, `field` in `errors` is `line:column`. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly stopShow: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Nothing is played. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly moveShow: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Which way to go.
                 * @example next
                 */
                readonly action: "next" | "back";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Show"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ShowConflict"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly streamJournal: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description What the stream carries, separated by commas; without it, exchanges and events.
                 * @example [
                 *       "exchange",
                 *       "clock",
                 *       "state"
                 *     ]
                 */
                readonly kinds?: readonly components["schemas"]["StreamedKind"][];
            };
            readonly header?: {
                /**
                 * @description The id of the last message received; browsers send it automatically.
                 * @example 42
                 */
                readonly "Last-Event-ID"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stream. It ends when the server shuts down. */
            readonly 200: {
                headers: {
                    /** @description Prevents caches from storing the stream. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listenToDeliveries: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description Identifies a listener within a sandbox.
                 * @example laptop
                 */
                readonly name: components["schemas"]["Name"];
                /**
                 * @description Comma-separated event types and segment wildcards. Default: all.
                 * @example compliance.*,export_file.generated
                 */
                readonly events?: string;
            };
            readonly header?: {
                /**
                 * @description The signing secret that the receiver already uses. Default: the previous secret of this listener, or a new one.
                 * @example whsec_JEN+RAYvqmSZxPfVWAZGuInpgIdTWY65s7I/Q/t/ePg=
                 */
                readonly "Webhook-Secret"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stream. */
            readonly 200: {
                headers: {
                    /** @description Prevents caches from storing the stream. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly reportOutcome: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the listener.
                 * @example laptop
                 */
                readonly name: components["parameters"]["ListenerName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The name of the attempt. */
                    readonly attempt: string;
                    /** @description Status that the receiver returned. */
                    readonly httpStatus?: number;
                    /**
                     * @description Why there was no response.
                     * @enum {unknown}
                     */
                    readonly failure?: "connect_failed" | "tls_failed" | "timeout" | "answer_broken";
                    /** @description The reason in words. */
                    readonly detail?: string;
                    /** @description The beginning of the response body. */
                    readonly answer?: string;
                } & (unknown | unknown);
            };
        };
        readonly responses: {
            /** @description The result is recorded. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly showCoverage: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description `junit` is a report for build servers; there, each unused item is a skipped test.
                 * @example json
                 */
                readonly format?: "json" | "junit";
                /**
                 * @description Since the last reset of the sandbox, or since the start of the server.
                 * @example reset
                 */
                readonly since?: "reset" | "start";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The coverage. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Coverage"];
                    readonly "application/xml": string;
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly showFindings: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The findings, most recent first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Finding"][];
                        /** @description Mistakes that leave no trace in requests, and how to detect them. */
                        readonly notSeen: readonly {
                            readonly mistake: string;
                            readonly quote: string;
                            readonly instead: string;
                        }[];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
                /**
                 * @description Only deliveries to this webhook endpoint.
                 * @example wh_01JBF3B6T2P5R8D1W4E7Y0A3SJ
                 */
                readonly webhookId?: string;
                /**
                 * @description Only deliveries of this event.
                 * @example evt_01JBF3B6T2P5R8D1W4E7Y0A3SJ
                 */
                readonly eventId?: string;
                /**
                 * @description Only deliveries of this event type.
                 * @example compliance.decision_made
                 */
                readonly eventType?: string;
                /**
                 * @description Only deliveries with this status.
                 * @example FAILED
                 */
                readonly status?: components["schemas"]["DeliveryStatus"];
                /**
                 * @description Only deliveries created at or after this time, on the sandbox clock.
                 * @example 2026-11-20T09:00:00Z
                 */
                readonly since?: components["schemas"]["DateTime"];
                /**
                 * @description Maximum number of entries, newest first.
                 * @example 50
                 */
                readonly limit?: components["parameters"]["ListLimit"];
                /**
                 * @description Page of `limit` entries, from 0; later pages have older entries.
                 * @example 0
                 */
                readonly page?: components["parameters"]["ListPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deliveries. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Delivery"][];
                        readonly pagination: components["schemas"]["ListPagination"];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly awaitDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeliveryAwait"];
            };
        };
        readonly responses: {
            /** @description The newest 100 matching deliveries, oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Delivery"][];
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description Too few matching deliveries within the timeout. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["DeliveryAwaitTimeout"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            /** @description The server is shutting down. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getDelivery: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the delivery.
                 * @example del_4F7SJ2K9X0V3B6N8M1Q5T7W2YZ
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery, with the body that all attempts send. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WholeDelivery"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly replayDelivery: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the delivery.
                 * @example del_4F7SJ2K9X0V3B6N8M1Q5T7W2YZ
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The new delivery. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            /** @description The webhook endpoint is paused, or the delivery cannot be replayed. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listReceivers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook endpoints. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReceiverList"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly addReceiver: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** Format: uri */
                    readonly url: string;
                    /** @description Event types and wildcards such as `ticket.*`. By default, all events. */
                    readonly events?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description The webhook endpoint, with its secret. */
            readonly 201: {
                headers: {
                    /** @description Prevents caches from storing secrets. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Receiver"] & {
                        readonly secret: string;
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly verifyWebhook: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SignatureRequest"];
            };
        };
        readonly responses: {
            /** @description The steps, and the result. */
            readonly 200: {
                headers: {
                    /** @description Prevents caches from storing the signatures. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignatureCheck"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly deleteReceiver: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of a webhook endpoint.
                 * @example wh_01JBF3B6T2P5R8D1W4E7Y0A3SJ
                 */
                readonly id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook endpoint and its deliveries are gone. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly updateReceiver: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of a webhook endpoint.
                 * @example wh_01JBF3B6T2P5R8D1W4E7Y0A3SJ
                 */
                readonly id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReceiverUpdate"];
            };
        };
        readonly responses: {
            /** @description The webhook endpoint. If it had this status already, nothing has changed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Receiver"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of a webhook endpoint.
                 * @example wh_01JBF3B6T2P5R8D1W4E7Y0A3SJ
                 */
                readonly id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description How long deliveries are signed with both secrets. `PT0S` invalidates the previous secret immediately. At most `P365D`.
                     * @default PT24H
                     */
                    readonly window?: components["schemas"]["Duration"];
                };
            };
        };
        readonly responses: {
            /** @description The new secret. It is shown only once. */
            readonly 200: {
                headers: {
                    /** @description Prevents caches from storing secrets. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly id: string;
                        readonly secret: string;
                        /**
                         * Format: date-time
                         * @description From this time on the sandbox clock, deliveries are signed with the new secret only.
                         */
                        readonly previousSecretExpiresAt: string;
                    };
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listInboxes: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The inboxes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly name: string;
                            /** Format: uri */
                            readonly url: string;
                            readonly answers: readonly components["schemas"]["InboxAnswer"][];
                            readonly received: number;
                            /** @description Number of messages still stored. */
                            readonly kept: number;
                        }[];
                    };
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly getInbox: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Any name; an inbox without messages is empty.
                 * @example shop
                 */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The inbox. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Inbox"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly programInbox: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Any name; an inbox without messages is empty.
                 * @example shop
                 */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly answers?: readonly components["schemas"]["InboxAnswer"][];
                    /**
                     * @description Creates a webhook endpoint with its URL, unless there is one.
                     * @constant
                     */
                    readonly register?: true;
                };
            };
        };
        readonly responses: {
            /** @description The inbox; with the secret of its webhook endpoint, if the call registers it. */
            readonly 200: {
                headers: {
                    /** @description Prevents caches from storing secrets. */
                    readonly "Cache-Control": "no-store";
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Inbox"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
            readonly 507: components["responses"]["Full"];
        };
    };
    readonly deleteInbox: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Any name; an inbox without messages is empty.
                 * @example shop
                 */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The inbox is empty. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
    readonly listMail: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The sandbox to use. Required with the operator's token in hosted mode. Not for access tokens, which use the sandbox of their own organization.
                 * @example demo
                 */
                readonly sandbox?: components["parameters"]["Sandbox"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The newest 200 e-mails to the organization, oldest first. The server never sends them. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MailList"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 422: components["responses"]["Invalid"];
            readonly 429: components["responses"]["TooMany"];
        };
    };
}
export interface Api {
    readonly getHealth: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getHealth"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getHealth"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getHealth"]["responses"][200]["content"]["application/json"] };
    };
    readonly getReadiness: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getReadiness"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getReadiness"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getReadiness"]["responses"][200]["content"]["application/json"]; readonly 503: operations["getReadiness"]["responses"][503]["content"]["application/json"] };
    };
    readonly takeBackup: {
        readonly method: "GET";
        readonly path: NonNullable<operations["takeBackup"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["takeBackup"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: never };
    };
    readonly listSigningKeys: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listSigningKeys"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listSigningKeys"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listSigningKeys"]["responses"][200]["content"]["application/json"] };
    };
    readonly rotateSigningKeys: {
        readonly method: "POST";
        readonly path: NonNullable<operations["rotateSigningKeys"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["rotateSigningKeys"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["rotateSigningKeys"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 200: operations["rotateSigningKeys"]["responses"][200]["content"]["application/json"] };
    };
    readonly listSandboxes: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listSandboxes"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listSandboxes"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listSandboxes"]["responses"][200]["content"]["application/json"] };
    };
    readonly createSandbox: {
        readonly method: "POST";
        readonly path: NonNullable<operations["createSandbox"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["createSandbox"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["createSandbox"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 201: operations["createSandbox"]["responses"][201]["content"]["application/json"] };
    };
    readonly getSandbox: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getSandbox"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getSandbox"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getSandbox"]["responses"][200]["content"]["application/json"] };
    };
    readonly deleteSandbox: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["deleteSandbox"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deleteSandbox"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly changeSandbox: {
        readonly method: "PATCH";
        readonly path: NonNullable<operations["changeSandbox"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["changeSandbox"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["changeSandbox"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["changeSandbox"]["responses"][200]["content"]["application/json"] };
    };
    readonly listServers: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listServers"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listServers"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listServers"]["responses"][200]["content"]["application/json"] };
    };
    readonly listVisitorLinks: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listVisitorLinks"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listVisitorLinks"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listVisitorLinks"]["responses"][200]["content"]["application/json"] };
    };
    readonly createVisitorLink: {
        readonly method: "POST";
        readonly path: NonNullable<operations["createVisitorLink"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["createVisitorLink"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["createVisitorLink"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 201: operations["createVisitorLink"]["responses"][201]["content"]["application/json"] };
    };
    readonly revokeVisitorLink: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["revokeVisitorLink"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["revokeVisitorLink"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly extendVisitorLink: {
        readonly method: "PATCH";
        readonly path: NonNullable<operations["extendVisitorLink"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["extendVisitorLink"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["extendVisitorLink"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["extendVisitorLink"]["responses"][200]["content"]["application/json"] };
    };
    readonly resetSandbox: {
        readonly method: "POST";
        readonly path: NonNullable<operations["resetSandbox"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["resetSandbox"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly exportState: {
        readonly method: "GET";
        readonly path: NonNullable<operations["exportState"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["exportState"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["exportState"]["responses"][200]["content"]["application/json"] };
    };
    readonly importState: {
        readonly method: "PUT";
        readonly path: NonNullable<operations["importState"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["importState"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["importState"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["importState"]["responses"][200]["content"]["application/json"] };
    };
    readonly listSnapshots: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listSnapshots"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listSnapshots"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listSnapshots"]["responses"][200]["content"]["application/json"] };
    };
    readonly getSnapshot: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getSnapshot"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getSnapshot"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getSnapshot"]["responses"][200]["content"]["application/json"] };
    };
    readonly takeSnapshot: {
        readonly method: "PUT";
        readonly path: NonNullable<operations["takeSnapshot"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["takeSnapshot"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["takeSnapshot"]["responses"][200]["content"]["application/json"]; readonly 201: operations["takeSnapshot"]["responses"][201]["content"]["application/json"] };
    };
    readonly deleteSnapshot: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["deleteSnapshot"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deleteSnapshot"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly restoreSnapshot: {
        readonly method: "POST";
        readonly path: NonNullable<operations["restoreSnapshot"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["restoreSnapshot"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["restoreSnapshot"]["responses"][200]["content"]["application/json"] };
    };
    readonly getCapsule: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getCapsule"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getCapsule"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getCapsule"]["responses"][200]["content"]["application/json"] };
    };
    readonly switchRecording: {
        readonly method: "POST";
        readonly path: NonNullable<operations["switchRecording"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["switchRecording"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["switchRecording"]["responses"][200]["content"]["application/json"] };
    };
    readonly getClock: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getClock"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getClock"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getClock"]["responses"][200]["content"]["application/json"] };
    };
    readonly advanceClock: {
        readonly method: "POST";
        readonly path: NonNullable<operations["advanceClock"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["advanceClock"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["advanceClock"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["advanceClock"]["responses"][200]["content"]["application/json"] };
    };
    readonly freezeClock: {
        readonly method: "POST";
        readonly path: NonNullable<operations["freezeClock"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["freezeClock"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["freezeClock"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 200: operations["freezeClock"]["responses"][200]["content"]["application/json"] };
    };
    readonly resumeClock: {
        readonly method: "POST";
        readonly path: NonNullable<operations["resumeClock"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["resumeClock"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["resumeClock"]["responses"][200]["content"]["application/json"] };
    };
    readonly listAssumptions: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listAssumptions"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listAssumptions"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listAssumptions"]["responses"][200]["content"]["application/json"] };
    };
    readonly changeAssumptions: {
        readonly method: "PATCH";
        readonly path: NonNullable<operations["changeAssumptions"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["changeAssumptions"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["changeAssumptions"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["changeAssumptions"]["responses"][200]["content"]["application/json"] };
    };
    readonly listEvents: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listEvents"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listEvents"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listEvents"]["responses"][200]["content"]["application/json"] };
    };
    readonly emitEvent: {
        readonly method: "POST";
        readonly path: NonNullable<operations["emitEvent"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["emitEvent"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["emitEvent"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 201: operations["emitEvent"]["responses"][201]["content"]["application/json"] };
    };
    readonly listCollections: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listCollections"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listCollections"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listCollections"]["responses"][200]["content"]["application/json"] };
    };
    readonly listRecords: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listRecords"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listRecords"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listRecords"]["responses"][200]["content"]["application/json"] };
    };
    readonly showRecord: {
        readonly method: "GET";
        readonly path: NonNullable<operations["showRecord"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["showRecord"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["showRecord"]["responses"][200]["content"]["application/json"] };
    };
    readonly downloadOrderDocument: {
        readonly method: "GET";
        readonly path: NonNullable<operations["downloadOrderDocument"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["downloadOrderDocument"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: never };
    };
    readonly getDescription: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getDescription"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getDescription"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getDescription"]["responses"][200]["content"]["application/json"] };
    };
    readonly listSimulators: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listSimulators"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listSimulators"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listSimulators"]["responses"][200]["content"]["application/json"] };
    };
    readonly runSimulator: {
        readonly method: "POST";
        readonly path: NonNullable<operations["runSimulator"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["runSimulator"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["runSimulator"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 200: operations["runSimulator"]["responses"][200]["content"]["application/json"] };
    };
    readonly listOrderMoves: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listOrderMoves"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listOrderMoves"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listOrderMoves"]["responses"][200]["content"]["application/json"] };
    };
    readonly goToStatus: {
        readonly method: "POST";
        readonly path: NonNullable<operations["goToStatus"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["goToStatus"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["goToStatus"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["goToStatus"]["responses"][200]["content"]["application/json"] };
    };
    readonly listClients: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listClients"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listClients"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listClients"]["responses"][200]["content"]["application/json"] };
    };
    readonly createClient: {
        readonly method: "POST";
        readonly path: NonNullable<operations["createClient"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["createClient"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["createClient"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 201: operations["createClient"]["responses"][201]["content"]["application/json"] };
    };
    readonly deleteClient: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["deleteClient"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deleteClient"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly changeClient: {
        readonly method: "PATCH";
        readonly path: NonNullable<operations["changeClient"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["changeClient"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["changeClient"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["changeClient"]["responses"][200]["content"]["application/json"] };
    };
    readonly rotateClientSecret: {
        readonly method: "POST";
        readonly path: NonNullable<operations["rotateClientSecret"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["rotateClientSecret"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["rotateClientSecret"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 200: operations["rotateClientSecret"]["responses"][200]["content"]["application/json"] };
    };
    readonly createAccessToken: {
        readonly method: "POST";
        readonly path: NonNullable<operations["createAccessToken"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["createAccessToken"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["createAccessToken"]["responses"][200]["content"]["application/json"] };
    };
    readonly listRequests: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listRequests"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listRequests"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listRequests"]["responses"][200]["content"]["application/json"] };
    };
    readonly deleteRequests: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["deleteRequests"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deleteRequests"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly exportRequests: {
        readonly method: "GET";
        readonly path: NonNullable<operations["exportRequests"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["exportRequests"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["exportRequests"]["responses"][200]["content"]["application/json"] };
    };
    readonly findRequests: {
        readonly method: "POST";
        readonly path: NonNullable<operations["findRequests"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["findRequests"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["findRequests"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["findRequests"]["responses"][200]["content"]["application/json"] };
    };
    readonly awaitRequests: {
        readonly method: "POST";
        readonly path: NonNullable<operations["awaitRequests"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["awaitRequests"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["awaitRequests"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["awaitRequests"]["responses"][200]["content"]["application/json"] };
    };
    readonly getRequest: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getRequest"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getRequest"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getRequest"]["responses"][200]["content"]["application/json"] };
    };
    readonly explainRequest: {
        readonly method: "GET";
        readonly path: NonNullable<operations["explainRequest"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["explainRequest"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["explainRequest"]["responses"][200]["content"]["application/json"] };
    };
    readonly listScenarios: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listScenarios"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listScenarios"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listScenarios"]["responses"][200]["content"]["application/json"] };
    };
    readonly uploadScenario: {
        readonly method: "POST";
        readonly path: NonNullable<operations["uploadScenario"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["uploadScenario"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: NonNullable<operations["uploadScenario"]["requestBody"]>["content"]["application/yaml"] | Parsed<NonNullable<operations["uploadScenario"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 201: operations["uploadScenario"]["responses"][201]["content"]["application/json"] };
    };
    readonly playNextCall: {
        readonly method: "POST";
        readonly path: NonNullable<operations["playNextCall"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["playNextCall"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["playNextCall"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 201: operations["playNextCall"]["responses"][201]["content"]["application/json"] };
    };
    readonly getFileSchemas: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getFileSchemas"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getFileSchemas"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getFileSchemas"]["responses"][200]["content"]["application/json"] };
    };
    readonly validateScenario: {
        readonly method: "POST";
        readonly path: NonNullable<operations["validateScenario"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["validateScenario"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: NonNullable<operations["validateScenario"]["requestBody"]>["content"]["application/yaml"] | Parsed<NonNullable<operations["validateScenario"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["validateScenario"]["responses"][200]["content"]["application/json"] };
    };
    readonly getScenario: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getScenario"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getScenario"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getScenario"]["responses"][200]["content"]["application/json"] };
    };
    readonly deleteScenario: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["deleteScenario"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deleteScenario"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly activateScenario: {
        readonly method: "POST";
        readonly path: NonNullable<operations["activateScenario"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["activateScenario"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["activateScenario"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 200: operations["activateScenario"]["responses"][200]["content"]["application/json"] };
    };
    readonly deactivateScenario: {
        readonly method: "POST";
        readonly path: NonNullable<operations["deactivateScenario"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deactivateScenario"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["deactivateScenario"]["responses"][200]["content"]["application/json"] };
    };
    readonly getVerdict: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getVerdict"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getVerdict"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getVerdict"]["responses"][200]["content"]["application/json"] };
    };
    readonly getShow: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getShow"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getShow"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getShow"]["responses"][200]["content"]["application/json"] };
    };
    readonly startShow: {
        readonly method: "PUT";
        readonly path: NonNullable<operations["startShow"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["startShow"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["startShow"]["requestBody"]>["content"]["application/json"]> | NonNullable<operations["startShow"]["requestBody"]>["content"]["application/yaml"];
        readonly responses: { readonly 200: operations["startShow"]["responses"][200]["content"]["application/json"] };
    };
    readonly stopShow: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["stopShow"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["stopShow"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly moveShow: {
        readonly method: "POST";
        readonly path: NonNullable<operations["moveShow"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["moveShow"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["moveShow"]["responses"][200]["content"]["application/json"] };
    };
    readonly streamJournal: {
        readonly method: "GET";
        readonly path: NonNullable<operations["streamJournal"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["streamJournal"]["parameters"]["query"]>;
        readonly header: { readonly "last-event-id"?: NonNullable<NonNullable<operations["streamJournal"]["parameters"]["header"]>["Last-Event-ID"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: never };
    };
    readonly listenToDeliveries: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listenToDeliveries"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listenToDeliveries"]["parameters"]["query"]>;
        readonly header: { readonly "webhook-secret"?: NonNullable<NonNullable<operations["listenToDeliveries"]["parameters"]["header"]>["Webhook-Secret"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: never };
    };
    readonly reportOutcome: {
        readonly method: "POST";
        readonly path: NonNullable<operations["reportOutcome"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["reportOutcome"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["reportOutcome"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 204: undefined };
    };
    readonly showCoverage: {
        readonly method: "GET";
        readonly path: NonNullable<operations["showCoverage"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["showCoverage"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["showCoverage"]["responses"][200]["content"]["application/json"] };
    };
    readonly showFindings: {
        readonly method: "GET";
        readonly path: NonNullable<operations["showFindings"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["showFindings"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["showFindings"]["responses"][200]["content"]["application/json"] };
    };
    readonly listDeliveries: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listDeliveries"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listDeliveries"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listDeliveries"]["responses"][200]["content"]["application/json"] };
    };
    readonly awaitDeliveries: {
        readonly method: "POST";
        readonly path: NonNullable<operations["awaitDeliveries"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["awaitDeliveries"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["awaitDeliveries"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["awaitDeliveries"]["responses"][200]["content"]["application/json"] };
    };
    readonly getDelivery: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getDelivery"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getDelivery"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getDelivery"]["responses"][200]["content"]["application/json"] };
    };
    readonly replayDelivery: {
        readonly method: "POST";
        readonly path: NonNullable<operations["replayDelivery"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["replayDelivery"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 202: operations["replayDelivery"]["responses"][202]["content"]["application/json"] };
    };
    readonly listReceivers: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listReceivers"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listReceivers"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listReceivers"]["responses"][200]["content"]["application/json"] };
    };
    readonly addReceiver: {
        readonly method: "POST";
        readonly path: NonNullable<operations["addReceiver"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["addReceiver"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["addReceiver"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 201: operations["addReceiver"]["responses"][201]["content"]["application/json"] };
    };
    readonly verifyWebhook: {
        readonly method: "POST";
        readonly path: NonNullable<operations["verifyWebhook"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["verifyWebhook"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["verifyWebhook"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["verifyWebhook"]["responses"][200]["content"]["application/json"] };
    };
    readonly deleteReceiver: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["deleteReceiver"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deleteReceiver"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly updateReceiver: {
        readonly method: "PATCH";
        readonly path: NonNullable<operations["updateReceiver"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["updateReceiver"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["updateReceiver"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["updateReceiver"]["responses"][200]["content"]["application/json"] };
    };
    readonly rotateWebhookSecret: {
        readonly method: "POST";
        readonly path: NonNullable<operations["rotateWebhookSecret"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["rotateWebhookSecret"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["rotateWebhookSecret"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 200: operations["rotateWebhookSecret"]["responses"][200]["content"]["application/json"] };
    };
    readonly listInboxes: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listInboxes"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listInboxes"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listInboxes"]["responses"][200]["content"]["application/json"] };
    };
    readonly getInbox: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getInbox"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getInbox"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getInbox"]["responses"][200]["content"]["application/json"] };
    };
    readonly programInbox: {
        readonly method: "PUT";
        readonly path: NonNullable<operations["programInbox"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["programInbox"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: Parsed<NonNullable<operations["programInbox"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["programInbox"]["responses"][200]["content"]["application/json"] };
    };
    readonly deleteInbox: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["deleteInbox"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deleteInbox"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly listMail: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listMail"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listMail"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listMail"]["responses"][200]["content"]["application/json"] };
    };
}
