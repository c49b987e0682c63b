/** `api-client-demo`, then `api-client-demo-2` and so on. */
export const freeClientId = (sandbox: string, isTaken: (clientId: string) => boolean): string => {
  const first = `api-client-${sandbox}`;
  for (let number = 1; ; number += 1) {
    const clientId = number === 1 ? first : `${first}-${String(number)}`;
    if (!isTaken(clientId)) return clientId;
  }
};
