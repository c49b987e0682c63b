import { amend } from './stages/amend.ts';
import { authenticate } from './stages/authenticate.ts';
import { authorize } from './stages/authorize.ts';
import { decode } from './stages/decode.ts';
import { disturb } from './stages/disturb.ts';
import { enter } from './stages/enter.ts';
import { entitle } from './stages/entitle.ts';
import { finish } from './stages/finish.ts';
import { intercept } from './stages/intercept.ts';
import { limit } from './stages/limit.ts';
import { open } from './stages/open.ts';
import { recall } from './stages/recall.ts';
import { recognize } from './stages/recognize.ts';
import { remember } from './stages/remember.ts';
import { replay } from './stages/replay.ts';
import { report } from './stages/report.ts';
import { respond } from './stages/respond.ts';
import { revalidate } from './stages/revalidate.ts';
import { route } from './stages/route.ts';
import { validate } from './stages/validate.ts';
import { verify } from './stages/verify.ts';
import { unlessMeant } from './stages/unless-meant.ts';
import type { EngineParts } from './pipeline/engine-parts.ts';
import type { Authenticated, Validated } from './exchange/exchange.ts';
import { type OtherOrder, orderIn } from './exchange/order-of-checks.ts';
import { type Fork, type Pipeline, beginPipeline } from './pipeline/pipeline.ts';

/** The checks, each of which is part of every order. Assumption: order-of-checks. */
const checks = (parts: EngineParts): Fork<Authenticated, Validated, OtherOrder> => {
  const [rights, body, capability] = [authorize(), decode(parts), entitle(parts)];
  const [key, budget, stored, shape] = [recall(parts), limit(parts), replay(), validate(parts)];
  return {
    choose: ({ sandbox }) => orderIn(parts.assumedIn(sandbox).choices),
    usual: (begun) =>
      begun
        .stage(rights) //     403
        .stage(body) //       400, 413, 415
        .stage(capability) // 403
        .stage(key) //        400, 409; first, replay or mismatch
        .stage(budget) //     429
        .stage(stored) //     the stored reply; 422
        .stage(shape), //     400, 422
    others: {
      'limit-first': (begun) =>
        begun.stage(body).stage(key).stage(budget).stage(rights).stage(capability).stage(stored).stage(shape),
      'validation-first': (begun) =>
        begun.stage(body).stage(shape).stage(rights).stage(capability).stage(key).stage(budget).stage(stored),
      'capability-last': (begun) =>
        begun.stage(rights).stage(body).stage(key).stage(budget).stage(stored).stage(shape).stage(capability),
      'key-last': (begun) =>
        begun.stage(rights).stage(body).stage(capability).stage(shape).stage(key).stage(budget).stage(stored),
    },
  };
};

/** Every request passes these stages in this order. What each adds, and what it can end with, stands in its file. */
export const requestPipeline = (parts: EngineParts): Pipeline<unknown> =>
  beginPipeline()
    .stage(open(parts)) //         ids, trace id, time of arrival
    .stage(route(parts)) //        404, 405, 501
    .stage(authenticate(parts)) // 401
    .stage(enter(parts)) //        the caller's sandbox, as of now
    .stage(intercept(parts)) //    steps of scenarios at received; 400 for an unknown scenario
    .fork(checks(parts)) //        the checks, in the assumed order
    .stage(respond(parts)) //      scripted, then stateful, then faked; 400 for a Prefer that cannot be met
    .settle(recognize(parts)) //   who called, where nobody had asked yet
    .settle(remember(parts)) //    the answer under its Idempotency-Key
    .settle(disturb()) //          delays and faults of scenarios
    .settle(finish(parts)) //      headers that say what happened
    .settle(amend(parts)) //       in another form where the sandbox assumes one
    .settle(revalidate(parts)) //  304
    .settle(unlessMeant(verify(parts))) // our own answer against the description
    .settle(report(parts)); //     one line for the observer
