/** The default response: 200 with a body. */
export const ok = <Body>(body: Body) => ({ status: 200, body }) as const;

export const NO_CONTENT = { status: 204 } as const;

/** For responses that contain secrets or customer data. */
export const NOT_STORED = { 'cache-control': 'no-store' } as const;
