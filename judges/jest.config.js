import config from '../jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...config,
  rootDir: '..',
  roots: ['<rootDir>/judges', '<rootDir>/mcp'],
  testMatch: ['<rootDir>/{judges,mcp}/*.test.ts'],
  maxConcurrency: 2,
};
