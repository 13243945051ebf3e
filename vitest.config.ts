import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './scripts/programs/chromium.ts'
import { builtInMessageIds } from './src/i18n/built-in-message-ids.ts'
import { catalogueHashes } from './vite-plugins/catalogue-hashes.ts'
import { catalogues } from './vite-plugins/catalogues.ts'
import { pagePackages } from './vite-plugins/page-packages.ts'
import { sharedLayer } from './vite-plugins/shared-layer.ts'
import { shortClassNames } from './vite-plugins/short-class-names.ts'
import { toastRemovalDelay } from './vite-plugins/toast-removal-delay.ts'
import { uploadWorkerSdk } from './vite-plugins/upload-worker-sdk.ts'

const builtIn = { 'virtual:built-in-messages': builtInMessageIds }
const executablePath = findChromium()

/** Whether this is a single run (`vitest run`), without watching. */
const isSingleRun = process.argv.includes('run')

const testsInNode = '{src,server,sandbox,node,scripts,vite-plugins,films,integration}/**/*.test.ts'

/**
 * Tests of operations in separate processes: starts and stops, backups, restores, two releases side by side.
 * They take minutes, and what they test rarely changes, so only `npm run test:all` runs them.
 */
const operations = [
  'integration/restored-database.test.ts',
  'sandbox/main.test.ts',
  'scripts/rehearsal/*.test.ts',
  'server/backup/*.test.ts',
  'server/{after-restore,main,older-release,stop}.test.ts',
]

/**
 * Options of every test in Node. Test files share a process, because a separate process for each file would
 * cost a quarter of the whole run. So a test has to restore every global state that it changes.
 */
const inNode = { environment: 'node', isolate: false, restoreMocks: true } as const

/**
 * Tests wait for states and not for times. This limit only ends a wait that cannot succeed, so it is long
 * enough for a slow machine. `npm run soak` sets `LIVES` and runs for hours.
 */
const timeLimitMs = process.env['LIVES'] === undefined ? 120_000 : 6 * 3_600_000

/**
 * Configures the tests beside the code: in Node, and `*.browser.test.ts` in a real Chromium (IndexedDB,
 * locks, workers).
 */
export default defineConfig({
  test: {
    testTimeout: timeLimitMs,
    hookTimeout: timeLimitMs,
    expect: { poll: { timeout: 60_000 } },
    // `npm test` ends with a list of the tests that passed only at their second attempt.
    retry: 1,
    projects: [
      {
        extends: true,
        plugins: [catalogueHashes()],
        test: {
          ...inNode,
          name: 'unit',
          include: [testsInNode, 'deploy/storage/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**', ...operations],
          // Many files mostly wait for timers and sockets, so more workers than cores save time.
          maxWorkers: 5,
          // The files that share a process create many short-lived objects. With V8's default of 16 MB for
          // them, garbage collection takes a fifth of the time. Half of the rest is PostgreSQL in WebAssembly
          // (PGlite). `--liftoff-only` does not optimise it, because that takes longer than it saves.
          execArgv: ['--max-semi-space-size=64', '--liftoff-only'],
        },
      },
      { extends: true, test: { ...inNode, name: 'operations', include: operations, maxWorkers: 2 } },
      {
        extends: true,
        plugins: [catalogueHashes()],
        // By default Vitest uses one worker less than there are cores, which leaves one of two cores idle.
        test: { ...inNode, name: 'checks', include: ['checks/*.test.ts'], maxWorkers: 2 },
      },
      {
        extends: true,
        // `deploy/` has its own packages. `npm run deploy:check` installs them first.
        test: {
          name: 'deploy',
          include: ['deploy/**/*.test.ts'],
          exclude: ['deploy/storage/**', '**/node_modules/**'],
          environment: 'node',
        },
      },
      {
        extends: true,
        plugins: [catalogues({ builtIn }), catalogueHashes(), sharedLayer(), shortClassNames()],
        // Each test file runs in a new page. In a single run no module changes, so the browser can cache
        // them.
        server: isSingleRun ? { headers: { 'Cache-Control': 'max-age=3600' } } : {},
        optimizeDeps: {
          include: pagePackages,
          rolldownOptions: { plugins: [uploadWorkerSdk(), toastRemovalDelay()] },
        },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          setupFiles: ['src/platform/storage/testing/new-device.ts'],
          // By default Vitest uses one worker less than there are cores, which leaves one of two cores idle.
          maxWorkers: 3,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
