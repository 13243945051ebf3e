import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, findChromium, findHeadlessShell } from '../scripts/programs/chromium.ts'
import { addresses, testData } from './system/addresses.ts'

const launchOptions = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: chromiumArguments,
})

/**
 * What the browser around the engine decides: installing, background sync, the room for an app's data and for copies of files, the
 * viewer of a PDF.
 */
const browserDependent = [
  'engines/*',
  'faults/*',
  'journeys/delete-account*',
  'journeys/files',
  'journeys/installable',
  'journeys/kept-module',
  'journeys/my-data',
  'journeys/outbox-killed',
  'journeys/outbox-limits',
  'journeys/secrets',
  'journeys/update',
  'journeys/upload-*',
].map((name) => `${name}.spec.ts`)

/** Journeys through the whole product; each worker has one of its own (`system/product.ts`). */
export default defineConfig({
  testDir: '.',
  outputDir: `../${testData}/results`,
  globalSetup: './system/set-up.ts',
  // Waits are for states: a limit only ends what will never come, on however slow a machine.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  fullyParallel: true,
  // One more than the machine has cores: a journey often waits, for a time-out or a film.
  workers: Math.min(availableParallelism() + 1, 3),
  // The end of `npm test` names what needed its second try, which it gets when nothing else is running.
  retries: 1,
  retryStrategy: 'isolated',
  projects: [
    { name: 'browser', testMatch: browserDependent },
    {
      name: 'journeys',
      testMatch: 'journeys/*.spec.ts',
      testIgnore: browserDependent,
      use: { launchOptions: launchOptions(findHeadlessShell() ?? findChromium()) },
    },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    // Without a graphics card each frame of a transition is painted by the processor: a sixth of the whole run.
    contextOptions: { reducedMotion: 'reduce' },
    // As long as an expectation: what never comes is named by its line, and not by the limit of the whole journey.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    baseURL: addresses.site,
    // Recording every journey costs a tenth of the whole run; what needs its second try is recorded then.
    trace: 'on-first-retry',
    launchOptions: launchOptions(findChromium()),
  },
})
