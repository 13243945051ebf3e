import { rmSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, findChromium } from './scripts/chromium.ts'
import { addresses, ports, testData } from './e2e/product.ts'

// Workers load this file too: only the first load, before the servers start, may empty the data.
if (process.env['TEST_WORKER_INDEX'] === undefined) rmSync(testData, { recursive: true, force: true })

const executablePath = findChromium()

/** Journeys through the whole product, started as a newcomer starts it, on ports and data of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: ['journeys/*.spec.ts', 'faults/*.spec.ts'],
  outputDir: '.data/e2e-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    baseURL: addresses.site,
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments },
  },
  webServer: [
    {
      command: 'node scripts/run.js start',
      url: `${addresses.site}/readyz`,
      timeout: 120_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: {
        ...ports,
        DATA: testData,
        OUT_DIR: `${testData}/dist`,
        STATIC_DIR: `${testData}/dist`,
        VITE_STORAGE_ENDPOINT: addresses.faultProxy,
      },
    },
    {
      command: 'node e2e/faults/fault-proxy.ts',
      url: `${addresses.faultProxy}/_faults`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
    },
  ],
})
