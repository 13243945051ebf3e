import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, findChromium, findHeadlessShell } from '../scripts/programs/chromium.ts'
import { root } from '../scripts/product/processes.ts'
import { addresses, ports, testData } from './system/addresses.ts'

const launchOptions = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: chromiumArguments,
})

/** What uploads or looks at stored files does it through the fault proxy. */
const weatherDependent = [
  'engines/*.spec.ts',
  'faults/*.spec.ts',
  ...['upload-*', 'files', 'delete-account*', 'my-data', 'secrets'].map((name) => `journeys/${name}.spec.ts`),
]

/** What the browser around the engine decides: installing, background sync, the room for an app's data. */
const browserDependent = ['installable', 'kept-module', 'outbox-killed', 'outbox-limits', 'update'].map(
  (name) => `journeys/${name}.spec.ts`,
)

/** Journeys through the whole product, started as a newcomer starts it, on ports and data of its own. */
export default defineConfig({
  testDir: '.',
  outputDir: '../.data/e2e-results',
  // Waits are for states: a limit only ends what will never come, on however slow a machine.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  // One more than the machine has cores: a journey often waits, for a time-out or a film.
  workers: Math.min(availableParallelism() + 1, 3),
  // The end of `npm test` names what needed its second try.
  retries: 1,
  projects: [
    // There is one fault proxy and one weather: these go one after the other, beside the journeys and not behind them.
    { name: 'weather', testMatch: weatherDependent, workers: 1 },
    { name: 'browser', testMatch: browserDependent },
    {
      name: 'journeys',
      testMatch: 'journeys/*.spec.ts',
      testIgnore: [...weatherDependent, ...browserDependent],
      use: { launchOptions: launchOptions(findHeadlessShell() ?? findChromium()) },
    },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    // Without a graphics card each frame of a transition is painted by the processor: a sixth of the whole run.
    contextOptions: { reducedMotion: 'reduce' },
    baseURL: addresses.site,
    // Recording every journey costs a tenth of the whole run; what needs its second try is recorded then.
    trace: 'on-first-retry',
    launchOptions: launchOptions(findChromium()),
  },
  webServer: [
    {
      cwd: root,
      command: 'node scripts/run.js reset && node scripts/run.js start',
      url: `${addresses.site}/readyz`,
      timeout: 600_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: {
        ...ports,
        // All these coaches come from one address.
        LOGINS_PER_MINUTE: '1000',
        DATA: testData,
        OUT_DIR: `${testData}/dist`,
        STATIC_DIR: `${testData}/dist`,
        VITE_STORAGE_ENDPOINT: addresses.faultProxy,
        SITE_ORIGIN: [addresses.site, addresses.siteProxy, addresses.relay].join(','),
      },
    },
    {
      cwd: root,
      command: 'node e2e/system/fault-proxy.ts',
      url: `${addresses.faultProxy}/_faults`,
      timeout: 600_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
    },
  ],
})
