import config from '../jest.config.js';

/** @type {import('jest').Config} */
export default { ...config, rootDir: '..', testMatch: ['<rootDir>/judges/*.test.ts'] };
