export const CONSOLE_PATH = '/__console';

/** The page that opens a visitor link. */
export const VISIT_PATH = `${CONSOLE_PATH}/visit`;
