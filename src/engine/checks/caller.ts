import { andThen } from '../../kernel/and-then.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toNumbers } from '../../kernel/json.ts';
import { memoize } from '../../kernel/caches.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Routed } from '../exchange/exchange.ts';
import type { DecodedBody } from '../message/message.ts';
import { capabilityRequired, unknownLink } from '../problems/refusals.ts';
import { mayPrefer } from '../responders/preference.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type Added, type EngineParts, type Finish, explained } from './engine-parts.ts';

// The checks of who calls, where, and what the caller may do.

/** Identifies the caller. Ends with 401 unauthorized; operations without security are public, and end with 429. */
export const authenticate = explained(
  {
    rule: 'A call needs a credential of a kind that its operation asks for; others are public.',
    passed: ({ caller }) =>
      caller === undefined ? 'the operation is public' : `the token belongs to ${caller.clientId}`,
  },
  ({ authenticator, admitStranger, contract }: EngineParts) => {
    // Where no clients are known, whoever calls a public operation uses a sandbox, too.
    const recognize = contract.isForeign ? authenticator.recognize : undefined;
    return ({ request, operation }: Routed) => {
      if (operation.security.length === 0)
        return andThen(admitStranger?.(request), () => andThen(recognize?.(request), (caller) => caller && { caller }));
      return andThen(authenticator.authenticate(request, operation), (caller) => ({ caller }));
    };
  },
);

/**
 * Finds the sandbox that the call works on and runs its due jobs, so that every call sees the state as of its own time;
 * adds the time on its clock. If the sandbox assumes another description, the operation is taken from that one. Never
 * ends a request.
 */
export const resolveSandbox = explained(
  {
    rule: 'A call uses the sandbox of its organization, or that of its link.',
    passed: ({ sandbox }) =>
      sandbox === undefined
        ? 'no sandbox: nothing is stored'
        : `sandbox ${sandbox.id}, clock at ${toIsoDateTime(sandbox.now)}`,
  },
  ({ findSandbox, assumedIn, variants }: EngineParts) => {
    const enter = (sandbox: Sandbox, { operation, request }: Routed): Added => {
      const enteredAt = request.enteredAt ?? sandbox.clock.now();
      const assumed = assumedIn(sandbox);
      return assumed.variant === ''
        ? { sandbox, enteredAt }
        : { sandbox, enteredAt, operation: variants.operationIn(assumed, operation) };
    };
    return (exchange: Routed) =>
      andThen(findSandbox(exchange, exchange.caller), (sandbox) =>
        sandbox === undefined ? undefined : andThen(sandbox.catchUp(), () => enter(sandbox, exchange)),
      );
  },
);

/**
 * Ends a public call with 404 before its body is read if its link is unknown: strangers send such calls. Calls that a
 * scenario may answer pass, and those with a `Prefer` header unless it needs a link too.
 */
export const checkLink = explained(
  {
    rule: 'A call with a body through a public link that does not exist ends before its body is read.',
    passed: ({ operation }) =>
      operation?.security.length === 0 ? 'the link exists, or is checked later' : 'the operation takes no public link',
  },
  ({ knowsLink, preferNeedsLink }: EngineParts) =>
    ({ request, operation, pathParameters, sandbox, scripting }: Routed) => {
      if (operation.security.length > 0 || operation.requestBody === undefined || knowsLink === undefined)
        return undefined;
      if (scripting !== undefined || (preferNeedsLink !== true && mayPrefer(request))) return undefined;
      if (sandbox === undefined) throw unknownLink();
      return andThen(knowsLink(sandbox, pathParameters), (isKnown) => {
        if (!isKnown) throw unknownLink();
        return undefined;
      });
    },
);

/**
 * Checks whether the caller may make this call, by the injected rule; ends with the problem that the rule throws. The
 * description names the path parameter that holds a partner (`x-authorized-partner`).
 */
export const authorize = explained(
  {
    rule: 'The caller must be authorized for what the path names.',
    passed: ({ partner }) => (partner === undefined ? 'no partner in the path' : `authorized for partner ${partner}`),
  },
  ({ authorize: check }: EngineParts) => {
    const partnerParameterOf = memoize((operation: Operation) => ({
      name: operation.parameters.find(({ in: place, namesPartner }) => place === 'path' && namesPartner)?.name,
    }));
    return ({ operation, caller, pathParameters, request }: Routed) => {
      const organization = caller?.organization;
      if (organization === undefined) return undefined;
      const { name } = partnerParameterOf(operation);
      const partner = name === undefined ? undefined : pathParameters[name];
      const done = partner === undefined ? undefined : { partner };
      if (check === undefined) return done;
      const header = (wanted: string) => request.header(wanted);
      return andThen(
        check({ operation: operation.id, path: pathParameters, header, organization, partner }),
        () => done,
      );
    };
  },
);

/**
 * Checks the capabilities that an operation needs, always or for some bodies (`x-required-capability` with a schema in
 * `when`). Ends with 403 capability-required, which names the capability. Requirements that depend on the resource
 * (`when-resource`) are checked by the behaviour that loads it.
 */
export const checkCapabilities = explained(
  {
    rule: 'Some features need a capability of the organization.',
    passed: ({ operation }) => {
      const names = operation?.requiredCapabilities.map(({ capability }) => capability) ?? [];
      return names.length === 0
        ? 'the operation needs no capability'
        : `the operation may need ${names.join(', ')}; this call is allowed`;
    },
  },
  ({ needsOf, capabilityHint }: EngineParts) =>
    ({ operation, caller, body }: Routed & { readonly body: DecodedBody }) => {
      const organization = caller?.organization;
      if (organization === undefined) return undefined;
      for (const { capability, applies } of needsOf(operation))
        if (organization.capabilities[capability] !== true && applies(jsonOf(body)))
          throw capabilityRequired(capability, capabilityHint);
      return undefined;
    },
);

const jsonOf = (body: DecodedBody): unknown => {
  if (body.kind !== 'json') return undefined;
  return body.holdsBigInt ? toNumbers(body.value) : body.value;
};

/**
 * Identifies the caller of a request that ended before authentication, for the rate-limit headers and the
 * journal. An invalid token does not change the response.
 */
export const identifyCaller = ({ authenticator, findSandbox }: EngineParts): Finish => {
  const recognize = async ({ request }: Exchange): Promise<Added | undefined> => {
    const caller = await authenticator.recognize?.(request);
    if (caller === undefined) return undefined;
    const sandbox = await findSandbox({ pathParameters: {} }, caller);
    return { caller, sandbox, enteredAt: request.enteredAt ?? sandbox?.clock.now() };
  };
  return (exchange) =>
    exchange.operation !== undefined || authenticator.recognize === undefined ? undefined : recognize(exchange);
};
