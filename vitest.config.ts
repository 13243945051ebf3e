import { defineConfig } from 'vitest/config'

/** Node tests run beside the code; `*.browser.test.ts` run in a real Chromium (`vitest.browser.config.ts`). */
export default defineConfig({
  test: {
    name: 'unit',
    include: ['{src,server,sandbox,node,scripts,vite-plugins,integration,checks}/**/*.test.ts'],
    exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
    environment: 'node',
    // Many files wait for timers and sockets more than they compute: more of them than cores.
    maxWorkers: 4,
    // A process of its own for each file costs a quarter of the whole run; what a test changes of the world it gives back.
    isolate: false,
    restoreMocks: true,
    // Waits are for states: a limit only ends what will never come, on however slow a machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // The end of `npm test` names what needed its second try.
    retry: 1,
  },
})
