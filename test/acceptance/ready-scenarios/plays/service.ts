import { once } from 'node:events';
import { VIN, succeed } from '../../../support/workflow.ts';
import { type Play, type Stage, type Wrong, countOrders, registerOne } from '../play.ts';

const ONE_ORDER = { result: 'registered', stub: 1 };
const oneOrder = { play: registerOne, after: countOrders, ends: ONE_ORDER };

const NEW_KEY: Wrong = {
  does: 'draws a new key for each attempt',
  habits: { keepsKey: false },
  finding: 'retry-with-new-key',
};

const GIVES_UP: Wrong = {
  does: 'gives up after one failure',
  habits: { attempts: 1 },
  isUnexpected: true,
  ends: { result: 'GaveUp', stub: 0 },
};

/** Two long answers at once: whoever has no time-out for the whole is still reading when the other has given up. */
const readSlowly = async (stage: Stage): Promise<unknown> => {
  const { client, activate, workflow, leave } = stage;
  const { orderUuid } = await workflow.begin();
  const { id } = succeed(await workflow.upload(orderUuid, 'CMR')).body;
  await activate();
  const reading = Promise.allSettled([client.findOrders(VIN), client.download(String(id))]);
  const results = await Promise.race([reading, once(AbortSignal.timeout(PATIENCE * 3), 'abort')]);
  if (results.every((result) => typeof result === 'object' && result !== null && 'status' in result))
    return results.map((result) => (result as { readonly status: string }).status);
  leave();
  await reading;
  return 'still reading';
};

const PATIENCE = 200;

export const SERVICE: Readonly<Record<string, Play>> = {
  'internal-error': { ...oneOrder, wrong: [{ ...NEW_KEY, isUnexpected: true }, GIVES_UP] },
  'broken-connection': { ...oneOrder, wrong: [NEW_KEY, GIVES_UP] },
  'gateway-page': {
    ...oneOrder,
    wrong: [
      NEW_KEY,
      {
        does: 'takes whatever comes for JSON',
        habits: { readsMediaType: false },
        isUnexpected: true,
        ends: { result: 'SyntaxError', stub: 0 },
      },
    ],
  },
  maintenance: {
    ...oneOrder,
    wrong: [
      {
        does: 'asks again at once',
        habits: { waits: false },
        finding: 'retry-too-early',
        isUnexpected: true,
        ends: { result: 'GaveUp', stub: 0 },
      },
    ],
  },
  'new-problem-type': {
    ...oneOrder,
    ends: { result: 'Refused', stub: 0 },
    wrong: [
      {
        does: 'takes every 409 for something that passes',
        habits: { acceptsRefusals: false },
        finding: 'refused-again',
        isUnexpected: true,
        ends: { result: 'GaveUp', stub: 0 },
      },
    ],
  },
  deprecation: {
    play: async ({ client, activate }) => {
      await activate();
      return Object.keys((await client.findOrders(VIN)) as object);
    },
    ends: { result: ['data', 'pagination'] },
    wrong: [
      {
        does: 'takes a deprecated operation for one that has ended',
        habits: { toleratesDeprecation: false },
        ends: { result: 'GaveUp' },
      },
    ],
  },
  'slow-service': {
    ...oneOrder,
    delays: 'real',
    wrong: [
      {
        ...NEW_KEY,
        does: 'has no patience at first, and a new key for each attempt',
        habits: { patience: 50, growsPatient: true, keepsKey: false, attempts: 10 },
      },
    ],
  },
  'slow-body': {
    play: readSlowly,
    delays: 'real',
    habits: { patience: PATIENCE, attempts: 1 },
    ends: { result: ['rejected', 'rejected'] },
    wrong: [
      {
        does: 'has a time-out for the beginning of an answer only',
        habits: { timesWholeAnswer: false },
        ends: { result: 'still reading' },
      },
    ],
  },
};
