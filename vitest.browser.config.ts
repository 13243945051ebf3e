import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const onPath = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'chromium'))
  .find(existsSync)
/** The Chromium at CHROMIUM_PATH or on the PATH; without one, Playwright's own. */
const executablePath = process.env.CHROMIUM_PATH ?? onPath

/** Tests that need the real thing: IndexedDB, locks, workers. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.ts'],
    testTimeout: 20_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(executablePath && { executablePath }),
          args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
