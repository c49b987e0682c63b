export const CONSOLE_PATH = '/__console';
