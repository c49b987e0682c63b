import { defineConfig } from '@playwright/test';

export default defineConfig({
  // One stub, and one sandbox of the demo organization: tests that share it take turns.
  workers: 1,
  use: { baseURL: 'http://127.0.0.1:4010' },
  webServer: {
    command: 'npx vatmock serve --port 4010 --delays skip',
    url: 'http://127.0.0.1:4010/__admin/ready',
    reuseExistingServer: !process.env.CI,
  },
});
