import type { FilePart } from '../../engine/message/decoded-body.ts';
import type { Job } from '../../engine/sandbox/job.ts';
import type { Target } from '../simulators/simulators.ts';

/** Something that can happen to an order next, if the workflow allows it. */
export type Move = ClientMove | SimulatorMove | ClockMove;

interface MoveBase {
  /** Unique among the moves of an order at one time, and the same while the same thing is meant. */
  readonly id: string;
  /** A verb phrase: "Upload the CMR of SB1K...". */
  readonly title: string;
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
