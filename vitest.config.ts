import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './scripts/programs/chromium.ts'
import { builtInMessageIds } from './src/i18n/built-in-message-ids.ts'
import { catalogueHashes } from './vite-plugins/catalogue-hashes.ts'
import { catalogues } from './vite-plugins/catalogues.ts'
import { pagePackages } from './vite-plugins/page-packages.ts'
import { toastRemovalDelay } from './vite-plugins/toast-removal-delay.ts'
import { uploadWorkerSdk } from './vite-plugins/upload-worker-sdk.ts'

const builtIn = { 'virtual:built-in-messages': builtInMessageIds }
const executablePath = findChromium()

/** Whether this is a single run (`vitest run`), without watching. */
const isRun = process.argv.includes('run')

const node = '{src,server,sandbox,node,scripts,vite-plugins,films,integration}/**/*.test.ts'

/**
 * Tests of operations in separate processes: starts and stops, backups, restores, releases side by side. They
 * take minutes and rarely change, so only `npm run test:all` runs them.
 */
const operations = [
  'integration/restored-database.test.ts',
  'sandbox/main.test.ts',
  'scripts/rehearsal/*.test.ts',
  'server/backup/*.test.ts',
  'server/{after-restore,main,older-release,stop}.test.ts',
]

/**
 * Options of every test in Node. A separate process for each file would cost a quarter of the whole run. A
 * test has to restore what it changes globally.
 */
const inNode = { environment: 'node', isolate: false, restoreMocks: true } as const

/**
 * ms. Tests wait for states; the limit only ends a wait that can never succeed, also on a slow machine.
 * Thousands of lives take hours.
 */
const limit = process.env['LIVES'] === undefined ? 120_000 : 6 * 3_600_000

/** Tests beside the code: in Node, and `*.browser.test.ts` in a real Chromium (IndexedDB, locks, workers). */
export default defineConfig({
  test: {
    testTimeout: limit,
    hookTimeout: limit,
    expect: { poll: { timeout: 60_000 } },
    // The end of `npm test` lists the tests that needed a second try.
    retry: 1,
    projects: [
      {
        extends: true,
        plugins: [catalogueHashes()],
        test: {
          ...inNode,
          name: 'unit',
          include: [node, 'deploy/storage/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**', ...operations],
          // Many files wait for timers and sockets more than they compute: more workers than cores pay off.
          maxWorkers: 5,
          // Files share a process, and most of their garbage is young: with V8's default of 16 MB for young
          // objects, garbage collection takes a fifth of the time. Half of the rest is PostgreSQL in
          // WebAssembly, and optimising that in every process takes longer than it saves.
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
        // Its packages are separate from the product's. `npm run deploy:check` installs them first.
        test: {
          name: 'deploy',
          include: ['deploy/**/*.test.ts'],
          exclude: ['deploy/storage/**', '**/node_modules/**'],
          environment: 'node',
        },
      },
      {
        extends: true,
        plugins: [catalogues({ builtIn }), catalogueHashes()],
        // Each test file is a separate page. While nothing changes, it need not request every module again.
        server: isRun ? { headers: { 'Cache-Control': 'max-age=3600' } } : {},
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
