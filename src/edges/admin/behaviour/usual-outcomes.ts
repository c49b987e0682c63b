/** The usual answer: 200 with a body. */
export const ok = <Body>(body: Body) => ({ status: 200, body }) as const;

export const NO_CONTENT = { status: 204 } as const;

/** An answer that holds secrets, or what a customer has. */
export const NOT_STORED = { 'cache-control': 'no-store' } as const;
