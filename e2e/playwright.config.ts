import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, findChromium, findHeadlessShell } from '../scripts/programs/chromium.ts'
import { addresses, testData } from './system/addresses.ts'

const launchOptions = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: chromiumArguments,
})

/**
 * Journeys that depend on the browser around the engine: installation, background sync, the space for an
 * app's data and for copies of files, the PDF viewer.
 */
const browserDependent = [
  'engines/*',
  'faults/*',
  'journeys/account/delete-account*',
  'journeys/account/my-data',
  'journeys/account/secrets',
  'journeys/app/installable',
  'journeys/app/update',
  'journeys/courses/kept-module',
  'journeys/files/*',
  'journeys/outbox/killed',
  'journeys/outbox/limits',
].map((name) => `${name}.spec.ts`)

/** Journeys through the whole product. Each worker has its own product (`system/product.ts`). */
export default defineConfig({
  testDir: '.',
  outputDir: `../${testData}/results`,
  globalSetup: './system/set-up.ts',
  // Tests wait for states. The limit only ends a wait that can never succeed, also on a slow machine.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  fullyParallel: true,
  // One more worker than the machine has cores, because a journey often waits for a time-out or a film.
  workers: Math.min(availableParallelism() + 1, 3),
  // The end of `npm test` lists the tests that needed a second try, which runs when nothing else is running.
  retries: 1,
  retryStrategy: 'isolated',
  projects: [
    { name: 'browser', testMatch: browserDependent },
    {
      name: 'journeys',
      testMatch: 'journeys/**/*.spec.ts',
      testIgnore: browserDependent,
      use: { launchOptions: launchOptions(findHeadlessShell() ?? findChromium()) },
    },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    // Without a graphics card the processor paints each frame of a transition: a sixth of the whole run.
    contextOptions: { reducedMotion: 'reduce' },
    // As long as an expectation: what never comes is named by its line, and not by the limit of the whole journey.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    baseURL: addresses.site,
    // Recording every journey would take a tenth of the whole run, so only second tries are recorded.
    trace: 'on-first-retry',
    launchOptions: launchOptions(findChromium()),
  },
})
