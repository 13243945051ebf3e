import type { Mutant } from './mutant.ts'

const rooms = 'src/workers/upload'
const choose = `${rooms}/queue/add-files.ts`
const uploadFileTest = `${rooms}/queue/upload-file.test.ts`
const chooseTest = `${rooms}/queue/add-files.test.ts`
const restoreTest = `${rooms}/task/restore-task.test.ts`
const listTest = `${rooms}/task/task-list.test.ts`
const attemptTest = `${rooms}/network/attempt.test.ts`
const scheduleTest = `${rooms}/queue/create-schedule.test.ts`
const life = `${rooms}/queue/random-life.test.ts`

/** Faults in the queue of the uploads, its tasks and their parts. */
export const uploadMutants: readonly Mutant[] = [
  {
    name: 'an upload goes on under the identity of another customer',
    file: `${rooms}/queue/upload-file.ts`,
    from: "return saved.identityId === currentId ? ok(undefined) : fail({ kind: 'sign-in-needed' })",
    to: 'return ok(undefined)',
    tests: [listTest, uploadFileTest],
  },
  {
    name: 'the first failure of a part leaves the others running',
    file: `${rooms}/parts/send-parts.ts`,
    from: 'return stopController.abort()',
    to: 'return',
    tests: [`${rooms}/parts/send-parts.test.ts`],
  },
  {
    name: 'a place stays taken after the work has ended',
    file: `${rooms}/parts/concurrent-parts.ts`,
    from: '} finally {\n        ownerIds',
    to: '} catch (error) {\n        throw error\n        ownerIds',
    tests: [`${rooms}/parts/concurrent-parts.test.ts`],
  },
  {
    name: 'a large file starves the small ones',
    file: `${rooms}/parts/concurrent-parts.ts`,
    from: 'countSlots(request.ownerId) < countSlots(best.ownerId) ? request : best',
    to: 'best',
    tests: [`${rooms}/parts/concurrent-parts.test.ts`],
  },
  {
    name: 'failures are counted on after something got through',
    file: `${rooms}/network/attempt.ts`,
    from: '      if (body?.stored.count !== lastStoredCount) failureCount = 0\n',
    to: '',
    tests: [attemptTest],
  },
  {
    name: 'a store that is busy is asked by the other uploads all the same',
    file: `${rooms}/network/attempt.ts`,
    from: 'if (affectsAllRequests(failure))',
    to: 'if (false)',
    tests: [attemptTest],
  },
  {
    name: 'a body that something else answers is sent seven times',
    file: `${rooms}/network/attempt.ts`,
    from: "isForeignAnswer(failure) || ('code'",
    to: "('code'",
    tests: [`${rooms}/network/circuit-breaker.test.ts`],
  },
  {
    name: 'a body whose answer the browser hides is sent seven times',
    file: `${rooms}/network/attempt.ts`,
    from: 'failure.isBodySent === true',
    to: 'false',
    tests: [`${rooms}/network/circuit-breaker.test.ts`],
  },
  {
    name: 'four bodies at once find out whether the store is back',
    file: `${rooms}/queue/create-engine.ts`,
    from: "circuitBreaker.getState(taskId) === 'closed' ? concurrentParts : 1",
    to: 'concurrentParts',
    tests: [`${rooms}/network/circuit-breaker.test.ts`],
  },
  {
    name: 'a file that a filter dislikes lets all others rest with it',
    file: `${rooms}/network/circuit-breaker.ts`,
    from: 'if (isOnlyThisUpload) return circuit?.startCooldown()',
    to: '',
    tests: [`${rooms}/network/unwanted-file.test.ts`, `${rooms}/network/circuit-breaker.test.ts`],
  },
  {
    name: 'a file that a filter dislikes finds out whether the store is back, before the others',
    file: `${rooms}/queue/create-schedule.ts`,
    from: 'getFailureCount(a.saved.id) - getFailureCount(b.saved.id) ||',
    to: '',
    tests: [`${rooms}/network/unwanted-file.test.ts`],
  },
  {
    name: 'what is unreachable counts as no connection without a look',
    file: `${rooms}/network/attempt.ts`,
    from: 'hasNoResponse && (await connection.checkLost())',
    to: 'hasNoResponse',
    tests: [attemptTest],
  },
  {
    name: 'an upload that was cancelled settles as something else',
    file: `${rooms}/queue/create-schedule.ts`,
    from: "    if (task.saved.status.state !== 'IN_PROGRESS') return\n",
    to: '',
    tests: [scheduleTest, listTest, life],
  },
  {
    name: 'an upload waits for ever where the connection came back while its loss was written down',
    file: `${rooms}/queue/create-schedule.ts`,
    from: "if (reason.kind === 'offline' && !connection.isLost()) tasks.resumeEach('offline')",
    to: '',
    tests: [scheduleTest],
  },
  {
    name: "a sign-out cancels every customer's uploads",
    file: `${rooms}/queue/create-commands.ts`,
    from: '.filter(({ saved }) => saved.customer === customerId)',
    to: '',
    tests: [`${rooms}/queue/clear-uploads.test.ts`],
  },
  {
    name: 'a chosen file joins the task of another customer',
    file: choose,
    from: '      task.saved.customer === customerId &&\n',
    to: '',
    tests: [chooseTest],
  },
  {
    name: 'a task takes another file than its own',
    file: choose,
    from: "  if (!isSameFile(task.saved, chosen.file, sampleHash)) return fail('other-file')\n",
    to: '',
    tests: [restoreTest, chooseTest],
  },
  {
    name: 'stored parts count without a look where the file was edited',
    file: choose,
    from: "if (file.lastModified !== saved.lastModified) recordFact(task, { kind: 'file-replaced' })",
    to: '',
    tests: [restoreTest, `${rooms}/files/changed-file.test.ts`, chooseTest],
  },
  {
    name: 'a row of large files takes every place',
    file: `${rooms}/queue/create-schedule.ts`,
    from: ' || (isLarge(task) && !hasPlaceForLarge)',
    to: '',
    tests: [`${rooms}/queue/next-upload.test.ts`],
  },
  {
    name: "another customer's uploads go on with the next session",
    file: `${rooms}/task/task-list.ts`,
    from: '({ saved }: LiveTask) => saved.customer === customerId',
    to: '(_task: LiveTask) => true',
    tests: [listTest],
  },
  {
    name: 'a part that the store answered with another checksum counts',
    file: `${rooms}/transport/create-transport.ts`,
    from: '(storedChecksum ?? checksum) === checksum ? ok',
    to: 'true ? ok',
    tests: [`${rooms}/transport/create-transport.test.ts`],
  },
]
