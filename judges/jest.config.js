import config from '../jest.config.js';

/** @type {import('jest').Config} */
export default { ...config, rootDir: '..', roots: ['<rootDir>/judges'], testMatch: ['<rootDir>/judges/*.test.ts'] };
