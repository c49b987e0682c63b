import type { ApiRequest } from '../../kernel/http.ts';
import type { FindStranger } from './guarded-door.ts';

/** Headers by which a proxy names its client. */
const FORWARDED = ['x-forwarded-for', 'forwarded'];

/** Requests between two looks: a proxy forwards all of them, and a look is not free. */
const EVERY = 64;

/**
 * Reports the first forwarded request of a server that trusts no proxy, once: to the server, all clients of a proxy have
 * the address of the proxy.
 */
export const noticeProxy = (find: FindStranger, report: (request: ApiRequest) => void): FindStranger => {
  let untilLook = 0;
  return (request) => {
    if (untilLook === 0) {
      untilLook = EVERY;
      if (FORWARDED.some((name) => request.header(name) !== undefined)) {
        untilLook = Infinity;
        report(request);
      }
    }
    untilLook -= 1;
    return find(request);
  };
};
