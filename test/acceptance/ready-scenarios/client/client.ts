import type { components } from '../../../../src/index.ts';
import { type Call, type Caller, Refused, createCaller } from './caller.ts';
import type { Habits } from './habits.ts';
import type { Time } from './time.ts';
import { type Identity, createTokens } from './tokens.ts';

type Schemas = components['schemas'];
type Buyer = Schemas['Buyer'];
type PlacedOrder = Schemas['Order'];
type Invoice = Schemas['Invoice'];
type Rollup = Schemas['ComplianceRollup'];
type Transport = Schemas['Transport'];
type Verification = Schemas['KycVerification'];
type Check = Schemas['ViesCheck'];

/** A small client of the Integration API: what a partner's system would do with it, over HTTP and nothing else. */
export interface Client {
  readonly organization: () => Promise<unknown>;
  /** Creates the buyer, or changes the one that there is. */
  readonly saveBuyer: (buyer: object & { readonly companyName: string }) => Promise<Buyer>;
  readonly renameBuyer: (uuid: string, companyName: string) => Promise<Buyer>;
  /** Starts a verification and returns how it ended. */
  readonly verifyBuyer: (uuid: string) => Promise<Verification>;
  /** Asks for a check and follows it until there is a result, or until nobody would wait any longer. */
  readonly checkVat: (uuid: string, waitAtMost: number) => Promise<Check>;
  /** One order, or one for each vehicle where the organization may not have several in one. */
  readonly registerOrder: (order: WantedOrder) => Promise<readonly PlacedOrder[]>;
  readonly submitInvoice: (orderUuid: string, invoice: object) => Promise<Invoice>;
  /** The final one: what the verdict says of VAT stands on it. */
  readonly submitFinalInvoice: (orderUuid: string, invoice: object) => Promise<Invoice>;
  readonly confirmDelivery: (orderUuid: string, vins: readonly string[]) => Promise<Transport>;
  readonly compliance: (orderUuid: string) => Promise<Rollup>;
  readonly findOrders: (vin: string) => Promise<unknown>;
  readonly download: (documentId: string) => Promise<string>;
  /** What this client has no word of its own for. */
  readonly caller: Caller;
}

interface WantedOrder {
  readonly externalOrderId: string;
  readonly vins: readonly object[];
}

export interface ClientParts {
  readonly baseUrl: string;
  readonly identity: Identity;
  readonly seller: string;
  readonly habits: Habits;
  readonly time: Time;
  /** Ends whatever it is waiting for. */
  readonly leaving: AbortSignal;
}

const MINUTE = 60_000;

export const createClient = ({ baseUrl, identity, seller, habits, time, leaving }: ClientParts): Client => {
  const caller = createCaller({ baseUrl, habits, time, leaving, tokens: createTokens(identity, habits, time) });
  const partner = `/partners/${seller}`;
  const isoNow = (): string => new Date(time.now()).toISOString();

  const get = async (path: string): Promise<unknown> => (await caller.call({ method: 'GET', path })).body;
  const post = async (path: string, body?: object): Promise<unknown> => {
    const call: Call = { method: 'POST', path };
    return (await caller.call(body === undefined ? call : { ...call, body })).body;
  };

  let known: { readonly organization: unknown; readonly until: number } | undefined;
  const organization = async (): Promise<unknown> => {
    if (habits.keepsOrganization && known !== undefined && time.now() < known.until) return known.organization;
    const { body, headers } = await caller.call({ method: 'GET', path: '/me' });
    const seconds = Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0);
    known = { organization: body, until: time.now() + seconds * 1000 };
    return body;
  };

  const renameBuyer = async (uuid: string, companyName: string): Promise<Buyer> => {
    const path = `${partner}/buyers/${uuid}`;
    // Read, change, write; and from the beginning when somebody else wrote in between.
    const change = async (): Promise<Buyer> => {
      const { etag } = await caller.call({ method: 'GET', path });
      return (await caller.call({ method: 'PATCH', path, body: { companyName }, ifMatch: etag })).body as Buyer;
    };
    return unless(change, { 'version-mismatch': change });
  };

  /** Asks until there is an answer, and not more often than anything can have happened. */
  const follow = async <Body>(path: string, isOver: (body: Body) => boolean, waitAtMost = Infinity): Promise<Body> => {
    const end = time.now() + waitAtMost;
    for (;;) {
      await time.wait(habits.pollsPatiently ? MINUTE : 1000);
      const body = (await get(path)) as Body;
      if (isOver(body) || time.now() >= end) return body;
    }
  };

  const registerOne = (order: WantedOrder): Promise<PlacedOrder> => {
    const register = async (): Promise<PlacedOrder> => (await post(`${partner}/orders`, order)) as PlacedOrder;
    // The key belongs to another request of ours, which is a mistake for people to look at; a new key is for this one.
    return unless(register, { 'idempotency-key-reused': register });
  };

  const registerEach = async (order: WantedOrder): Promise<readonly PlacedOrder[]> => {
    // What is known of the organization is out of date.
    known = undefined;
    await organization();
    const orders: PlacedOrder[] = [];
    for (const [index, vin] of order.vins.entries()) {
      const externalOrderId = `${order.externalOrderId}-${String(index + 1)}`;
      orders.push(await registerOne({ ...order, externalOrderId, vins: [vin] }));
    }
    return orders;
  };

  const confirm = async (orderUuid: string, vins: readonly string[]): Promise<Transport> =>
    (await post('/transport/delivery/confirm', { orderUuid, vins, deliveredAt: isoNow() })) as Transport;

  const transportOf = async (orderUuid: string): Promise<Transport> =>
    (await get(`/orders/${orderUuid}/transport`)) as Transport;

  const compliance = async (orderUuid: string): Promise<Rollup> =>
    (await get(`/orders/${orderUuid}/compliance`)) as Rollup;

  const submitInvoice = async (orderUuid: string, invoice: object): Promise<Invoice> =>
    (await post(`${partner}/orders/${orderUuid}/invoice`, invoice)) as Invoice;

  return {
    caller,
    organization,
    renameBuyer,
    compliance,
    submitInvoice,
    saveBuyer: (buyer) =>
      unless(async () => (await post(`${partner}/buyers`, buyer)) as Buyer, {
        'resource-exists-different-body': ({ problem }) =>
          renameBuyer(problem.currentResource?.uuid ?? '', buyer.companyName),
      }),
    verifyBuyer: async (uuid) => {
      const path = `${partner}/buyers/${uuid}/kyc/verifications`;
      const { sessionId } = (await post(path)) as Verification;
      return follow<Verification>(`${path}/${sessionId}`, ({ status }) => status !== 'PENDING');
    },
    checkVat: async (uuid, waitAtMost) => {
      const path = `${partner}/buyers/${uuid}/vies-checks`;
      const { id } = (await post(path)) as Check;
      if (!habits.pollsPatiently) for (let again = 0; again < 4; again++) await post(path);
      return follow<Check>(`${path}/${id}`, ({ result }) => result !== 'PENDING' && result !== 'UNKNOWN', waitAtMost);
    },
    registerOrder: (order) =>
      unless(async (): Promise<readonly PlacedOrder[]> => [await registerOne(order)], {
        'capability-required': (refused) => (order.vins.length > 1 ? registerEach(order) : Promise.reject(refused)),
      }),
    submitFinalInvoice: async (orderUuid, invoice) => {
      const { decision } = await compliance(orderUuid);
      return submitInvoice(orderUuid, {
        ...invoice,
        vatIncluded: habits.readsDecision && decision === 'VAT_APPLICABLE',
      });
    },
    confirmDelivery: (orderUuid, vins) =>
      unless(() => confirm(orderUuid, vins), {
        'milestone-already-set': async () => {
          const transport = await transportOf(orderUuid);
          const left = transport.vins.filter(({ status }) => status === 'IN_TRANSIT').map(({ vin }) => vin);
          return left.length === 0 ? transport : confirm(orderUuid, left);
        },
        'milestone-not-reached': async () => {
          const { revocations } = await transportOf(orderUuid);
          caller.log.push(`pickup revoked: ${revocations.at(-1)?.reason ?? 'nobody knows why'}`);
          await post('/transport/pickup/confirm', { orderUuid, pickedUpAt: isoNow() });
          return confirm(orderUuid, vins);
        },
      }),
    findOrders: (vin) => get(`/orders?vin=${vin}`),
    download: async (documentId) =>
      (await caller.call({ method: 'GET', path: `/documents/${documentId}/download` })).text,
  };
};

/** Does something else where the service refuses for a reason that the client knows. */
const unless = async <Result>(
  work: () => Promise<Result>,
  types: Readonly<Record<string, (refused: Refused) => Promise<Result>>>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const otherwise = error instanceof Refused && error.type !== undefined ? types[error.type] : undefined;
    if (otherwise === undefined) throw error;
    return otherwise(error as Refused);
  }
};
