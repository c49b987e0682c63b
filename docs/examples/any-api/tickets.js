/** A client of the help desk. */
export const createTickets = ({ baseUrl, token }) => {
  const call = async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  return {
    open: (title) => call('POST', '/tickets', { title }),
    get: (id) => call('GET', `/tickets/${id}`),
    rename: (id, title) => call('PATCH', `/tickets/${id}`, { title }),
    list: () => call('GET', '/tickets'),
  };
};
