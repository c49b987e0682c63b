import type { Operation, ResponseDescription } from './contract.ts';

/** A cache: called several times per response. */
const known = new WeakMap<Operation, Map<number, ResponseDescription | undefined>>();

/** The described response for a status: its code, else its range (`4XX`), else `default`. */
export const findResponse = (operation: Operation, status: number): ResponseDescription | undefined => {
  let responses = known.get(operation);
  if (responses === undefined) known.set(operation, (responses = new Map<number, ResponseDescription | undefined>()));
  let found = responses.get(status);
  if (found === undefined) responses.set(status, (found = lookUp(operation, status)));
  return found;
};

const lookUp = ({ responses }: Operation, status: number): ResponseDescription | undefined => {
  const range = `${String(Math.floor(status / 100))}XX`;
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => response.status === range) ??
    responses.find((response) => response.status === 'default')
  );
};
