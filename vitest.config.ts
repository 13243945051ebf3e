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

/** Once and not watching, as `vitest run` does. */
const isRun = process.argv.includes('run')

const node = '{src,server,sandbox,node,scripts,vite-plugins,integration}/**/*.test.ts'

/**
 * What an operator meets, in processes of their own: starts and stops, backups, restores, releases side by side. That takes minutes
 * and changes seldom: it belongs to `npm run test:all`.
 */
const operations = [
  'integration/restored-database.test.ts',
  'sandbox/main.test.ts',
  'scripts/rehearsal/*.test.ts',
  'server/backup/*.test.ts',
  'server/{after-restore,main,older-release,stop}.test.ts',
]

/**
 * What each test in Node has. A process of its own for each file costs a quarter of the whole run; what a test changes of the world
 * it gives back.
 */
const inNode = { environment: 'node', isolate: false, restoreMocks: true } as const

/** Waits are for states: a limit only ends what will never come, on however slow a machine. Thousands of lives take hours. */
const limit = process.env['LIVES'] === undefined ? 120_000 : 6 * 3_600_000

/** Tests beside the code: those in Node, and `*.browser.test.ts` in a real Chromium (IndexedDB, locks, workers). */
export default defineConfig({
  test: {
    testTimeout: limit,
    hookTimeout: limit,
    expect: { poll: { timeout: 60_000 } },
    // The end of `npm test` names what needed its second try.
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
          // Many files wait for timers and sockets more than they compute: more of them than cores.
          maxWorkers: 5,
          // Files share a process, and most of what one leaves behind is young: with 16 MB for it, V8 collects a fifth of the time.
          // Half of the rest is PostgreSQL in WebAssembly, and optimising that in every process takes longer than it saves.
          execArgv: ['--max-semi-space-size=64', '--liftoff-only'],
        },
      },
      { extends: true, test: { ...inNode, name: 'operations', include: operations, maxWorkers: 2 } },
      {
        extends: true,
        plugins: [catalogueHashes()],
        // Vitest takes one less than there are cores, which leaves one of two idle.
        test: { ...inNode, name: 'checks', include: ['checks/*.test.ts'], maxWorkers: 2 },
      },
      {
        extends: true,
        // Its packages are apart from the product's: `npm run deploy:check` installs them first.
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
        // Each file of tests is a page of its own: while nothing changes, it need not ask for every module again.
        server: isRun ? { headers: { 'Cache-Control': 'max-age=3600' } } : {},
        optimizeDeps: {
          include: pagePackages,
          rolldownOptions: { plugins: [uploadWorkerSdk(), toastRemovalDelay()] },
        },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          setupFiles: ['src/platform/storage/testing/new-device.ts'],
          // Vitest takes one less than there are cores, which leaves one of two idle.
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
