/** The orders of a sandbox as a server shows them: what each is called by its client, by uuid. */
export const readOrders = async (url: string, sandbox: string): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (let page = 0; ; page++) {
    const path = `/__admin/records/orders?sandbox=${sandbox}&limit=100&page=${String(page)}`;
    const response = await fetch(url + path, { signal: AbortSignal.timeout(30_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${text.slice(0, 200)}`);
    const { data = [] } = JSON.parse(text) as { readonly data?: readonly ListedOrder[] };
    for (const { uuid, externalOrderId } of data) found.set(uuid, externalOrderId);
    if (data.length < 100) return found;
  }
};

interface ListedOrder {
  readonly uuid: string;
  readonly externalOrderId: string;
}
