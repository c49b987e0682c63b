import type { StartedMock } from '../../support/start-mock.ts';
import { SELLER, VIN, type Workflow, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import { type Client, createClient } from './client/client.ts';
import { CORRECT, type Habits } from './client/habits.ts';
import { type Time, createTime } from './client/time.ts';

/** Where a play is played. */
export interface Stage {
  readonly started: StartedMock;
  /** What has to stand before the play begins is made by another client of the same organization. */
  readonly workflow: Workflow;
  readonly time: Time;
  readonly client: Client;
  readonly habits: Habits;
  /** Ends the client, whatever it is waiting for. */
  readonly leave: () => void;
  /** From now on the scenario concerns every call. */
  readonly activate: () => Promise<void>;
}

export interface Ends {
  readonly result: unknown;
  readonly stub?: unknown;
}

/** A client that makes a mistake, and what tells it. */
export interface Wrong {
  /** In words: what it does. */
  readonly does: string;
  readonly habits: Partial<Habits>;
  /** The rule that `GET /__admin/findings` names; undefined where no server could see it. */
  readonly finding?: string;
  /** The expectations of the scenario are not met. */
  readonly isUnexpected?: true;
  /** What it ends up with, where that is another thing than the correct client does. */
  readonly ends?: Ends;
}

/** One ready scenario, played by a correct client and by wrong ones. */
export interface Play {
  /** Prepares, activates, lets the client work, and returns what came of it; what it throws counts by its name. */
  readonly play: (stage: Stage) => Promise<unknown>;
  /** Looks at the stub afterwards, when the scenario is over. */
  readonly after?: (stage: Stage) => Promise<unknown>;
  /** What a correct client ends up with: what its play returned, and what is in the stub. */
  readonly ends: Ends;
  readonly wrong: readonly [Wrong, ...Wrong[]];
  /** Delays are skipped unless the play is about them. */
  readonly delays?: 'real' | 'skip';
  /** Habits of the correct client that belong to the play: how long it waits, for one. */
  readonly habits?: Partial<Habits>;
}

/** The client under test; what is prepared comes from `api-client-demo`. */
const CLIENT_ID = 'api-client-demo-2';

export const setStage = (started: StartedMock, name: string, change: Partial<Habits>): Stage => {
  const { mock, api, clock } = started;
  const habits = { ...CORRECT, ...change };
  const time = createTime(clock);
  const leaving = new AbortController();
  const identity = { tokenUrl: mock.tokenUrl, clientId: CLIENT_ID, clientSecret: 'demo-2-secret' };
  return {
    started,
    workflow: createWorkflow(api, clock),
    time,
    client: createClient({ baseUrl: mock.baseUrl, identity, seller: SELLER, habits, time, leaving: leaving.signal }),
    habits,
    leave: () => {
      leaving.abort();
    },
    activate: async () => {
      await (await mock.scenarios()).activate(name);
    },
  };
};

/** The name of what a piece of work fails with; otherwise what it comes to. */
export const resultOf = async <Result>(work: Promise<Result>): Promise<Result | string> => {
  try {
    return await work;
  } catch (error) {
    return (error as Error).constructor.name;
  }
};

/** A buyer whom VIES has confirmed. */
export const confirmedBuyer = async ({ workflow, time }: Stage, change: object = {}): Promise<string> => {
  const { uuid } = succeed(await workflow.createBuyer(change)).body;
  await time.wait(10_000);
  return uuid as string;
};

export const orderOf = (buyerId: string, vins: readonly string[] = [VIN]) => ({
  externalOrderId: 'PLAY-1',
  buyerId,
  purchaseDate: '2026-11-02',
  vins: vins.map((vin) => vehicle(vin)),
  totalAmount: { value: 1_250_000, currency: 'EUR' },
});

export const INVOICE = {
  invoiceDate: '2026-11-03',
  invoiceNumber: 'R-PLAY',
  vatIncluded: false,
  amount: { value: 1_250_000, currency: 'EUR' },
  marginScheme: false,
};

/** How many orders of this play the stub holds. */
export const countOrders = async ({ started }: Stage, vin: string = VIN): Promise<number> => {
  const { data } = (await started.api.get(`/orders?vin=${vin}&size=100`)).body;
  return data.filter(({ externalOrderId }: { externalOrderId: string }) => externalOrderId.startsWith('PLAY-'))
    .length as number;
};

/** Registers one order under the eyes of the scenario. */
export const registerOne = async (stage: Stage): Promise<unknown> => {
  const buyer = await confirmedBuyer(stage);
  await stage.activate();
  await stage.client.registerOrder(orderOf(buyer));
  return 'registered';
};
