import { addResponseHeaders } from './stages/add-response-headers.ts';
import { applyAmendments } from './stages/apply-amendments.ts';
import { applyFaults } from './stages/apply-faults.ts';
import { authenticate } from './stages/authenticate.ts';
import { authorize } from './stages/authorize.ts';
import { checkCapabilities } from './stages/check-capabilities.ts';
import { checkLink } from './stages/check-link.ts';
import { checkIfNoneMatch } from './stages/check-if-none-match.ts';
import { decodeBody } from './stages/decode-body.ts';
import { identifyCaller } from './stages/identify-caller.ts';
import { limitRate } from './stages/limit-rate.ts';
import { lookupIdempotency } from './stages/lookup-idempotency.ts';
import { openExchange } from './stages/open-exchange.ts';
import { playReceivedSteps } from './stages/play-received-steps.ts';
import { recordExchange } from './stages/record-exchange.ts';
import { replayResponse } from './stages/replay-response.ts';
import { resolveSandbox } from './stages/resolve-sandbox.ts';
import { respond } from './stages/respond.ts';
import { route } from './stages/route.ts';
import { skipOffContract } from './stages/skip-off-contract.ts';
import { storeIdempotency } from './stages/store-idempotency.ts';
import { validateRequest } from './stages/validate-request.ts';
import { verifyResponse } from './stages/verify-response.ts';
import type { EngineParts } from './pipeline/engine-parts.ts';
import { type CheckName, OTHER_ORDERS, USUAL_ORDER, orderIn } from './exchange/order-of-checks.ts';
import { type CompletePipeline, beginPipeline } from './pipeline/pipeline.ts';

/** The checks of a request, in their usual order. A sandbox may assume another order (assumption: order-of-checks). */
const checks = (parts: EngineParts) =>
  ({
    authorize: authorize(parts), //                         403
    'decode-body': decodeBody(parts), //               400, 413, 415
    'check-capabilities': checkCapabilities(parts), // 403
    'lookup-idempotency': lookupIdempotency(parts), // 400, 409; finds a first request, a replay or a mismatch
    'limit-rate': limitRate(parts), //                 429
    'replay-response': replayResponse(parts), //       the stored response; 422
    'validate-request': validateRequest(parts), //     400, 422
  }) satisfies Record<CheckName, unknown>;

/**
 * Every request passes these stages in this order. Each file documents what its stage adds and how it can end a
 * request.
 */
export const requestPipeline = (parts: EngineParts): CompletePipeline =>
  beginPipeline()
    .stage(openExchange(parts)) //      ids, trace id, time of arrival
    .stage(route(parts)) //             the operation; 404, 405, 501
    .stage(authenticate(parts)) //      the caller; 401
    .stage(resolveSandbox(parts)) //    the caller's sandbox, with all due jobs run
    .stage(playReceivedSteps(parts)) // scenario steps with "at: received"; 400 for an unknown scenario
    .stage(checkLink(parts)) //         404 for an unknown public link
    .fork({
      choose: ({ sandbox }) => orderIn(parts.assumedIn(sandbox).choices),
      stages: checks(parts),
      usual: USUAL_ORDER,
      others: OTHER_ORDERS,
    })
    .stage(respond(parts)) //             scripted, then stateful, then faked; 400 for a Prefer that cannot be met
    .settle(identifyCaller(parts)) //     the caller, if the request ended before authentication
    .settle(storeIdempotency(parts)) //   the response under its Idempotency-Key
    .settle(applyFaults()) //             faults injected by scenarios
    .settle(addResponseHeaders(parts)) // rate-limit budget, trace id, source of the response
    .settle(applyAmendments(parts)) //    rewrites the response as the sandbox's assumptions require
    .settle(checkIfNoneMatch(parts)) //   304
    .settle(skipOffContract(verifyResponse(parts))) // validates our own response against the description
    .settle(recordExchange(parts)); //    the journal, and one log line through the observer
