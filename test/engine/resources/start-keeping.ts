import { commonGenerators } from '../../../src/engine/faking/common-generators.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import type { Contract } from '../../../src/engine/contract/contract.ts';
import type { Notice } from '../../../src/engine/ports/ports.ts';
import { inferResources } from '../../../src/engine/resources/infer.ts';
import { createKeptResources, type Keeping } from '../../../src/engine/resources/keep.ts';
import type { Resource } from '../../../src/engine/resources/resource.ts';
import { fromFetchRequest } from '../../../src/edges/http/fetch-adapter.ts';
import { nextTurn } from '../../../src/edges/system/time.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { BREAKER, IDEMPOTENCY_WINDOW } from '../../../src/vat/policy/limits.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';

const ORIGIN = 'http://stub.example';

export interface Sent {
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly source: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever a description says
  readonly body: any;
}

const loadForeign = async (document: object): Promise<Contract> => {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Any', version: '1' }, ...document });
  const folder = await createTempFolder({ 'openapi.json': text });
  try {
    return await loadContract(folder.file('openapi.json'), { trusted: false });
  } finally {
    await folder.remove();
  }
};

/** An engine that keeps the resources of a description, with one sandbox in memory. */
export const startKeeping = async (
  document: object,
  mode: Keeping['mode'] = 'inferred',
  /** Those that are inferred if omitted. */
  known?: readonly Resource[],
) => {
  const contract = await loadForeign(document);
  const { resources, lists } = known === undefined ? inferResources(contract) : { resources: known, lists: [] };
  const notices: Notice[] = [];
  const breaches: unknown[] = [];
  const failures: unknown[] = [];
  const { sandbox, wall } = startSandbox({}, { quota: { documents: 100_000, bytes: 1e9 } });
  const engine = createEngine({
    ...{ contract, nextTurn, clock: wall, burst: undefined, breaker: BREAKER, idempotencyWindow: IDEMPOTENCY_WINDOW },
    authenticator: { authenticate: () => ({ clientId: 'demo', organization: undefined }) },
    mailer: { send: () => undefined },
    journal: { add: () => undefined },
    keeps: (parts) => createKeptResources({ resources, lists, mode }, parts),
    findSandbox: () => sandbox,
    loadGenerators: () => Promise.resolve({ generators: commonGenerators }),
    after: () => ({ cancel: () => undefined }),
    random: createRandom('keep'),
    seed: 'keep',
    limits: { bodyBytes: 1e6, uploadBytes: 1e6, largeBodyBytes: 1e6, jsonDepth: 32, jsonValues: 100_000 },
    problemBase: () => ORIGIN,
    observer: {
      finished: () => undefined,
      failed: (error) => failures.push(error),
      noticed: (notice) => notices.push(notice),
      breached: (breach) => breaches.push(breach),
    },
  });
  const send = async (
    call: string,
    { body, type = 'application/json', headers = {} }: Sent = {},
  ): Promise<Answered> => {
    const [method = '', path = ''] = call.split(' ');
    const request = new Request(`${ORIGIN}${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': type, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const reply = await engine.handle(fromFetchRequest(request));
    const text = reply.content === undefined ? undefined : String(reply.content.body);
    return {
      status: reply.status,
      headers: reply.headers,
      source: reply.headers['x-mock-source'],
      body: text === undefined ? undefined : JSON.parse(text),
    };
  };
  return { contract, engine, sandbox, wall, send, notices, breaches, failures };
};
