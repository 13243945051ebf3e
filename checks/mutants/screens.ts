import type { Mutant } from './mutant.ts'

const queue = 'src/features/files/queue/queue-commands.tsx'
const queueTest = 'src/features/files/queue/upload-queue.browser.test.ts'

/** Faults in screens. */
export const screenMutants: readonly Mutant[] = [
  {
    name: '"Pause all" resumes',
    file: queue,
    from: "uploads.command(ids.pause, 'pause')",
    to: "uploads.command(ids.pause, 'resume')",
    tests: [queueTest],
  },
  {
    name: '"Clear finished" is hidden',
    file: 'src/features/files/queue/finished-uploads.tsx',
    from: 'if (count < 2) return',
    to: 'if (count >= 0) return',
    tests: [queueTest],
  },
  {
    name: '"Clear finished" clears what is not finished',
    file: 'src/features/files/queue/upload-queue.tsx',
    from: '<FinishedUploads tasks={finishedTasks}',
    to: '<FinishedUploads tasks={tasks}',
    tests: [queueTest],
  },
  {
    name: 'freeing texts frees media',
    file: 'src/features/storage/storage-screen.tsx',
    from: '<RemoveButton kind="words"',
    to: '<RemoveButton kind="media"',
    tests: ['src/features/storage/storage-screen.browser.test.ts'],
  },
  {
    name: 'freeing texts deletes those of the locale on screen',
    file: 'src/offline/storage-usage.ts',
    from: 'if (isTextOfOtherLocale(request.url, locale)) await cache.delete(request)',
    to: 'if (findLocaleOfUrl(request.url)) await cache.delete(request)',
    tests: ['src/offline/storage-usage.browser.test.ts'],
  },
  {
    name: 'the form does not say that a draft could not be stored',
    file: 'src/features/surveys/survey-form.tsx',
    from: "{draft.state === 'failed' && ",
    to: '{false && ',
    tests: ['src/features/surveys/survey-form.browser.test.ts'],
  },
  {
    name: 'a draft that could not be stored is not stored again',
    file: 'src/features/surveys/use-draft.ts',
    from: 'retry.current = setTimeout(() => write(values), retryAfterMs)\n',
    to: '\n',
    tests: ['src/features/surveys/survey-form.browser.test.ts'],
  },
  {
    name: 'a draft is restored after its answers were saved',
    file: 'src/features/surveys/survey-form.tsx',
    from: 'draft.stop()\n',
    to: '\n',
    tests: ['src/features/surveys/survey-form.browser.test.ts'],
  },
  {
    name: "the link of the admins' export omits the filters",
    file: 'src/features/admin/devices/export-url.ts',
    from: 'return `${adminApi.syncExport.path}?${search.toString()}`',
    to: 'return adminApi.syncExport.path',
    tests: ['src/features/admin/devices/device-filters.test.ts'],
  },
]
