import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './scripts/chromium.ts'
import { toastRemovalDelay } from './vite-plugins/toast-removal-delay.ts'

const executablePath = findChromium()

/** Tests that need the real thing: IndexedDB, locks, workers. */
export default defineConfig({
  optimizeDeps: {
    rolldownOptions: { plugins: [toastRemovalDelay()] },
    // Found only while the tests run, they would be bundled then, and Vite would reload the page under a test.
    include: [
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
      '@lingui/core',
      '@lingui/react',
      '@tanstack/react-query',
      '@tanstack/react-query-persist-client',
      '@tanstack/react-router',
      '@tanstack/react-virtual',
      'hash-wasm',
      'idb-keyval',
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'sonner',
      'workbox-window',
    ],
  },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 1,
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
})
