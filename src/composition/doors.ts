import { type Handle, createFrontDoor } from '../edges/http/front-door.ts';
import { type HttpServer, createHttpServer } from '../edges/http/http-server.ts';
import { readable } from '../edges/http/readable-door.ts';
import { observed } from '../edges/http/observed-door.ts';
import { INBOX_PATH, inboxPathForLog } from '../edges/inbox/inbox-address.ts';
import { createSelfServiceDoor } from '../edges/self-service/self-service-door.ts';
import { createInboxDoor } from '../edges/inbox/inbox-door.ts';
import type { Engine } from '../engine/create-engine.ts';
import { createProblemExamples } from '../engine/problems/problem-examples.ts';
import { PROBLEMS_PATH, answerProblemPage } from '../engine/problems/problem-pages.ts';
import { REALMS_PATH, TOKEN_PATH } from '../identity/realm.ts';
import { drawTraceId } from '../kernel/ids.ts';
import type { Closing } from './closing.ts';
import { ADMIN_PATH } from './control-api.ts';
import type { Ground } from './ground.ts';
import type { Identity } from './identity.ts';
import type { Onlookers } from './onlookers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';

export interface DoorsParts {
  readonly onlookers: Onlookers;
  readonly webhooks: OwnWebhooks;
  readonly identity: Identity | undefined;
  readonly api: Engine;
  readonly controlApi: Engine;
}

/** Who answers which path. A foreign description has the whole address space but for the control API. */
export const openDoors = (ground: Ground, parts: DoorsParts): Handle => {
  const { identity, api, controlApi } = parts;
  return createFrontDoor({
    prefixed: [
      { prefix: ADMIN_PATH, handle: readable(controlApi.handle) },
      ...(identity === undefined ? [] : ownDoors(ground, parts, identity)),
    ],
    api: api.handle,
    welcome: toWelcome(ground, identity !== undefined),
  });
};

/** Behind these stands no engine. */
const ownDoors = (ground: Ground, { onlookers, webhooks, api }: DoorsParts, identity: Identity) => {
  const { address, observer, clock, random, contract } = ground;
  const watch = { observer, clock, random: random.split('doors') };
  const traceIds = random.split('problem-pages');
  const findExample = createProblemExamples(contract);
  const problemPages: Handle = (request) =>
    Promise.resolve(
      answerProblemPage(request, { problemBase: address.url(), traceId: drawTraceId(traceIds), findExample }),
    );
  const { tokens } = onlookers.clientWatch;
  const links = `${contract.basePath}/self-service`;
  return [
    { prefix: REALMS_PATH, handle: tokens.noted(observed(identity.handle, 'identity', watch)) },
    { prefix: links, handle: createSelfServiceDoor(api.handle, links) },
    { prefix: PROBLEMS_PATH, handle: observed(problemPages, 'problems', watch) },
    { prefix: INBOX_PATH, handle: observed(createInboxDoor(webhooks.inboxes), 'inbox', watch, inboxPathForLog) },
  ];
};

/** What `GET /` shows; an API without a base path answers there itself. */
const toWelcome = ({ contract, address }: Ground, hasTokens: boolean): (() => object) | undefined =>
  contract.basePath === ''
    ? undefined
    : () => ({
        name: 'vatmock',
        description: `Stub server of: ${contract.title}`,
        baseUrl: address.url() + contract.basePath,
        ...(hasTokens ? { tokenUrl: address.url() + TOKEN_PATH } : {}),
        health: `${address.url()}${ADMIN_PATH}/health`,
        controlApi: `${address.url()}${ADMIN_PATH}`,
      });

/** Opens the doors to the network. */
export const openServer = async (
  { config, address, after }: Ground,
  { handle, closing }: { readonly handle: Handle; readonly closing: Closing },
): Promise<HttpServer> => {
  const server = await createHttpServer({
    port: config.port,
    host: config.host,
    handle,
    toOrigin: address.toOrigin,
    problemBase: address.url,
    headersTimeout: config.headersTimeout,
    requestTimeout: config.requestTimeout,
    after,
  }).catch(async (error: unknown) => {
    await closing.abandon();
    throw error;
  });
  address.listensOn(server.port);
  return server;
};
