import type { Operation, ResponseDescription } from './contract.ts';

/** The description of a status: its code, else its range (`4XX`), else `default`. */
export const findResponse = (operation: Operation, status: number): ResponseDescription | undefined => {
  const range = `${String(Math.floor(status / 100))}XX`;
  return (
    operation.responses.find((response) => response.status === String(status)) ??
    operation.responses.find((response) => response.status === range) ??
    operation.responses.find((response) => response.status === 'default')
  );
};
