import type { Mutant } from './mutant.ts'

const openDatabase = 'src/platform/storage/open-database.ts'

/** Faults in the databases of a page that the browser moves to the background. */
export const storageMutants: readonly Mutant[] = [
  {
    name: 'a page that is put aside leaves the upgrade of a database open',
    file: openDatabase,
    from: 'for (const request of requests) endOpening(request)',
    to: '',
    tests: ['src/platform/storage/key-values.browser.test.ts'],
  },
  {
    name: 'what waits for a database begins in a page that was put aside',
    file: openDatabase,
    from: 'const stop = page.onAside(',
    to: 'const stop = alwaysShown.onAside(',
    tests: ['src/platform/storage/open-database.browser.test.ts'],
  },
]
