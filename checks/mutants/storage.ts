import type { Mutant } from './mutant.ts'

const openDatabase = 'src/platform/storage/open-database.ts'

/** Faults in the databases of a page that the browser moves to the background. */
export const storageMutants: readonly Mutant[] = [
  {
    name: 'a suspended page leaves the upgrade of a database open',
    file: openDatabase,
    from: 'for (const request of requests) endOpenRequest(request)',
    to: '',
    tests: ['src/platform/storage/key-values.browser.test.ts'],
  },
  {
    name: 'work that waits for a database begins in a suspended page',
    file: openDatabase,
    from: 'const unsubscribe = page.onSuspend(',
    to: 'const unsubscribe = neverSuspended.onSuspend(',
    tests: ['src/platform/storage/open-database.browser.test.ts'],
  },
]
