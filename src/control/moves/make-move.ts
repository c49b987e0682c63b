import type { JourneyStep } from '../../generated/control-schemas.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { ApiRequest, Reply } from '../../kernel/http.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ClientMove, ClockMove, Move, SimulatorMove } from '../../vat/moves/move.ts';
import type { OrderScene } from '../../vat/moves/order-scene.ts';
import type { NoteSteering } from '../recordings/note-steering.ts';
import type { SandboxTime } from '../clock/sandbox-time.ts';
import { simulate } from '../scenarios/simulate.ts';
import { type Call, type TokenFor, sendCall } from '../calls/call.ts';

/** A move that was made, as the call that made it, and why it was refused; undefined if it was not. */
type MadeMove = Omit<JourneyStep, 'kind' | 'title' | 'leadsTo'> & { readonly refusal: string | undefined };

export type MakeMove = (sandbox: Sandbox, scene: OrderScene, move: Move, origin: string) => Promise<MadeMove>;

export interface MakeMoveParts {
  readonly toCall: (scene: OrderScene, move: ClientMove) => Call;
  /** Handles a request to the API. */
  readonly handle: (request: ApiRequest) => Promise<Reply>;
  readonly tokenFor: TokenFor;
  readonly time: Pick<SandboxTime, 'advance'>;
  /** Records a simulator for a replay; requests and the times between them are recorded anyway. */
  readonly note: NoteSteering;
  /** Where the control API is: `/__admin`. */
  readonly adminPath: string;
}

export const createMakeMove = (parts: MakeMoveParts): MakeMove => {
  const { toCall, handle, tokenFor, time, note, adminPath } = parts;

  const send = async (sandbox: Sandbox, scene: OrderScene, move: ClientMove, origin: string): Promise<MadeMove> => {
    const call = toCall(scene, move);
    const { reply } = await sendCall(call, { sandbox: sandbox.id, origin, sentBy: 'goto', tokenFor, handle });
    const { status, headers } = reply;
    return {
      operationId: call.operationId,
      method: call.method,
      path: call.path,
      status,
      requestId: headers['x-mock-request-id'] ?? null,
      refusal: status < 300 ? undefined : (detailOf(reply) ?? `HTTP ${String(status)}`),
    };
  };

  const run = async (sandbox: Sandbox, { name, target }: SimulatorMove): Promise<MadeMove> => {
    const path = `/simulators/${encodeURIComponent(name)}/run`;
    const made = { method: 'POST', path: adminPath + path, requestId: null };
    try {
      await simulate(sandbox, name, target);
      note(sandbox, 'POST', path, target);
      return { ...made, status: 200, refusal: undefined };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...made, status: error.members.status, refusal: error.members.detail };
    }
  };

  const wait = async (sandbox: Sandbox, { by }: ClockMove): Promise<MadeMove> => {
    await time.advance(sandbox, (now) => now + Math.ceil(by));
    return { method: 'POST', path: `${adminPath}/clock/advance`, requestId: null, status: 200, refusal: undefined };
  };

  return (sandbox, scene, move, origin) => {
    switch (move.kind) {
      case 'call':
        return send(sandbox, scene, move, origin);
      case 'simulator':
        return run(sandbox, move);
      case 'clock':
        return wait(sandbox, move);
    }
  };
};

const detailOf = ({ content }: Reply): string | undefined => {
  if (content === undefined) return undefined;
  const { value } = content;
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string'
    ? value.detail
    : undefined;
};
