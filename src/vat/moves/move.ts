import type { FilePart } from '../../engine/message/decoded-body.ts';
import { type Job, jobs } from '../../engine/sandbox/job.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { callNamedOperation, jobHandlers } from '../behaviours.ts';
import { authorize } from '../policy/authorize.ts';
import { type Simulator, type Target, SIMULATORS } from '../simulators/simulators.ts';
import type { OrderScene } from './order-scene.ts';

/** Something that can happen to an order next, if the workflow allows it. */
export type Move = ClientMove | SimulatorMove | ClockMove;

interface MoveBase {
  /** Unique among the moves of an order at one time, and the same while the same thing is meant. */
  readonly id: string;
  /** A verb phrase: "Upload the CMR of SB1K...". */
  readonly title: string;
  /** What it does, with the code that will handle it: whether it is legal is what that code says. */
  readonly run: (work: UnitOfWork) => unknown;
}

/** A call of the API. */
export interface ClientMove extends MoveBase {
  readonly kind: 'call';
  readonly operationId: string;
  /** Path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The JSON body; undefined if the call has none, or is an upload. */
  readonly body?: object;
  readonly upload?: Upload;
  /** When this usually happens, in sandbox time: goto lets the time until then pass. */
  readonly usuallyAt?: number;
  /** For one of several vehicles, all of which another move covers. */
  readonly isPartial?: true;
}

/** A multipart body. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: FilePart;
}

/** An outcome that only the service can cause. */
export interface SimulatorMove extends MoveBase {
  readonly kind: 'simulator';
  readonly name: string;
  readonly target: Target;
}

/** The sandbox clock advances to the next job of the order or its buyer, or as long as something usually takes. */
export interface ClockMove extends MoveBase {
  readonly kind: 'clock';
  readonly job?: Job;
  /** Milliseconds. */
  readonly by: number;
}

/** The id is the operation, followed by what tells it from other moves of the same operation. */
export const callMove = (
  { setting, order: { seller } }: OrderScene,
  operationId: string,
  {
    of = [],
    path = {},
    ...move
  }: { readonly of?: readonly string[] } & Partial<ClientMove> & { readonly title: string },
): ClientMove => ({
  ...move,
  kind: 'call',
  id: [operationId, ...of].join('/'),
  operationId,
  path,
  run: (work) => {
    const { organization } = setting;
    const { body, upload } = move;
    authorize(organization, 'sellerId' in path ? seller : undefined);
    const sent = upload === undefined ? { body, files: [] } : { body: upload.fields, files: [upload.file] };
    return callNamedOperation(work, { organization }, operationId, { seller, path, ...sent });
  },
});

/** The simulators that concern the order or its buyer. */
export const simulatorMoves = (scene: OrderScene): readonly SimulatorMove[] =>
  [...SIMULATORS.values()]
    .filter(({ name }) => isSensible(name, scene))
    .map((simulator) => {
      const { name, title } = simulator;
      const target = targetOf(simulator, scene);
      return {
        kind: 'simulator',
        id: `simulator/${name}`,
        title,
        name,
        target,
        run: (work) => simulator.run(work, target),
      };
    });

const targetOf = ({ needs, takes }: Simulator, scene: OrderScene): Target => {
  const { uuid, buyerId } = scene.order;
  return {
    ...(needs.includes('orderUuid') ? { orderUuid: uuid } : {}),
    ...(needs.includes('buyerUuid') ? { buyerUuid: buyerId } : {}),
    ...(takes.includes('country') ? { country: countryOf(scene) } : {}),
  };
};

const countryOf = ({ buyer }: OrderScene): string => buyer.vatNumber.slice(0, 2);

/** An outage is always possible, but one is enough. */
const isSensible = (name: string, scene: OrderScene): boolean => {
  if (name !== 'vies_outage' && name !== 'vies_recovery') return true;
  const own = countryOf(scene);
  const isDown = scene.outages.some(({ country, until = Infinity }) => country === own && until > scene.now);
  return isDown === (name === 'vies_recovery');
};

/** The clock advances to what is due next to the order or its buyer; none if nothing is. */
export const clockMoves = (scene: OrderScene): readonly ClockMove[] =>
  scene.jobs.slice(0, 1).map((job) => ({
    kind: 'clock',
    id: `clock/${job.kind}`,
    title: clockTitle(scene, job.kind),
    job,
    by: Math.max(0, job.dueAt - scene.now),
    run: (work) => {
      work.remove(jobs, job);
      return jobHandlers[job.kind]?.(work, job);
    },
  }));

const clockTitle = ({ buyer: { companyName, vatNumber } }: OrderScene, kind: string): string => {
  switch (kind) {
    case 'vies-check':
      return `Let VIES answer the check of ${vatNumber}`;
    case 'vies-repeat':
      return `Let the check of ${vatNumber} be repeated`;
    case 'vies-recheck':
      return `Let the daily VIES check of ${vatNumber} begin`;
    default:
      return `Let the verification of ${companyName} end`;
  }
};
