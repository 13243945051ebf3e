import type { Mutant } from './mutant.ts'

const uploadWorker = 'src/workers/upload'
const findOrCreateTask = `${uploadWorker}/queue/find-or-create-task.ts`
const uploadFileTest = `${uploadWorker}/queue/upload-file.test.ts`
const addFilesTest = `${uploadWorker}/queue/add-files.test.ts`
const restoreTest = `${uploadWorker}/task/restore-task.test.ts`
const listTest = `${uploadWorker}/task/task-list.test.ts`
const attemptTest = `${uploadWorker}/network/attempt.test.ts`
const scheduleTest = `${uploadWorker}/queue/create-schedule.test.ts`
const randomLifeTest = `${uploadWorker}/queue/random-life.test.ts`

/** Faults in the queue of the uploads, its tasks and their parts. */
export const uploadMutants: readonly Mutant[] = [
  {
    name: 'an upload continues under the identity of another customer',
    file: `${uploadWorker}/queue/upload-file.ts`,
    from: "return saved.identityId === currentId ? ok(undefined) : fail({ kind: 'sign-in-needed' })",
    to: 'return ok(undefined)',
    tests: [listTest, uploadFileTest],
  },
  {
    name: 'the first failure of a part leaves the others running',
    file: `${uploadWorker}/parts/send-parts.ts`,
    from: 'return stopController.abort()',
    to: 'return',
    tests: [`${uploadWorker}/parts/send-parts.test.ts`],
  },
  {
    name: 'a slot stays occupied after its work has ended',
    file: `${uploadWorker}/parts/concurrent-parts.ts`,
    from: '} finally {\n        ownerIds',
    to: '} catch (error) {\n        throw error\n        ownerIds',
    tests: [`${uploadWorker}/parts/concurrent-parts.test.ts`],
  },
  {
    name: 'a large file starves the small ones',
    file: `${uploadWorker}/parts/concurrent-parts.ts`,
    from: 'countSlots(request.ownerId) < countSlots(best.ownerId) ? request : best',
    to: 'best',
    tests: [`${uploadWorker}/parts/concurrent-parts.test.ts`],
  },
  {
    name: 'failures are not counted from 0 again after some bytes were stored',
    file: `${uploadWorker}/network/attempt.ts`,
    from: '      if (body?.storedBodies.count !== lastStoredCount) failureCount = 0\n',
    to: '',
    tests: [attemptTest],
  },
  {
    name: 'the other uploads do not pause for a busy store',
    file: `${uploadWorker}/network/attempt.ts`,
    from: 'if (affectsAllRequests(failure))',
    to: 'if (false)',
    tests: [attemptTest],
  },
  {
    name: 'a body is sent seven times although another server responds',
    file: `${uploadWorker}/network/attempt.ts`,
    from: "isForeignAnswer(failure) || ('code'",
    to: "('code'",
    tests: [`${uploadWorker}/network/circuit-breaker.test.ts`],
  },
  {
    name: 'a body is sent seven times although the browser hides each response',
    file: `${uploadWorker}/network/attempt.ts`,
    from: 'failure.isBodySent === true',
    to: 'false',
    tests: [`${uploadWorker}/network/circuit-breaker.test.ts`],
  },
  {
    name: 'four bodies at once test whether the store is available again',
    file: `${uploadWorker}/queue/create-engine.ts`,
    from: "circuitBreaker.getState(taskId) === 'closed' ? maxConcurrentParts : 1",
    to: 'maxConcurrentParts',
    tests: [`${uploadWorker}/network/circuit-breaker.test.ts`],
  },
  {
    name: 'a file that a filter blocks pauses all other uploads',
    file: `${uploadWorker}/network/circuit-breaker.ts`,
    from: 'if (isOnlyThisUpload) return circuit?.startCooldown()',
    to: '',
    tests: [
      `${uploadWorker}/network/unwanted-file.test.ts`,
      `${uploadWorker}/network/circuit-breaker.test.ts`,
    ],
  },
  {
    name: 'a file that a filter blocks is the first to test whether the store is available again',
    file: `${uploadWorker}/queue/next-upload.ts`,
    from: 'getFailureCount(a.saved.id) - getFailureCount(b.saved.id) ||',
    to: '',
    tests: [`${uploadWorker}/network/unwanted-file.test.ts`],
  },
  {
    name: 'an unreachable store counts as a lost connection without a check',
    file: `${uploadWorker}/network/attempt.ts`,
    from: 'hasNoResponse && (await connection.checkLost())',
    to: 'hasNoResponse',
    tests: [attemptTest],
  },
  {
    name: 'a cancelled upload gets another final state',
    file: `${uploadWorker}/queue/create-schedule.ts`,
    from: "    if (task.saved.status.state !== 'IN_PROGRESS') return\n",
    to: '',
    tests: [scheduleTest, listTest, randomLifeTest],
  },
  {
    name: 'an upload stays offline if the connection returns while its loss is being recorded',
    file: `${uploadWorker}/queue/create-schedule.ts`,
    from: "if (reason.kind === 'offline' && !connection.isLost()) tasks.resumeEach('offline')",
    to: '',
    tests: [scheduleTest],
  },
  {
    name: "a sign-out cancels every customer's uploads",
    file: `${uploadWorker}/queue/create-commands.ts`,
    from: '.filter(({ saved }) => saved.customer === customerId)',
    to: '',
    tests: [`${uploadWorker}/queue/clear-uploads.test.ts`],
  },
  {
    name: 'a chosen file joins the task of another customer',
    file: findOrCreateTask,
    from: '      task.saved.customer === customerId &&\n',
    to: '',
    tests: [addFilesTest],
  },
  {
    name: 'a task accepts a file that is not its own',
    file: findOrCreateTask,
    from: "  if (!isSameFile(task.saved, chosen.file, sampleHash)) return fail('other-file')\n",
    to: '',
    tests: [restoreTest, addFilesTest],
  },
  {
    name: 'the stored parts of an edited file count without a check',
    file: findOrCreateTask,
    from: "if (file.lastModified !== saved.lastModified) recordFact(task, { kind: 'file-replaced' })",
    to: '',
    tests: [restoreTest, `${uploadWorker}/files/changed-file.test.ts`, addFilesTest],
  },
  {
    name: 'several large files occupy every slot',
    file: `${uploadWorker}/queue/next-upload.ts`,
    from: ' || (isLarge(task) && !canStartLarge)',
    to: '',
    tests: [`${uploadWorker}/queue/next-upload.test.ts`],
  },
  {
    name: 'the uploads of one customer continue in the session of another',
    file: `${uploadWorker}/task/task-list.ts`,
    from: '({ saved }: LiveTask) => saved.customer === customerId',
    to: '(_task: LiveTask) => true',
    tests: [listTest],
  },
  {
    name: 'a part counts although the store responded with another checksum',
    file: `${uploadWorker}/transport/create-transport.ts`,
    from: 'return hasOtherChecksum ? notStoredFailure : ok({ eTag })',
    to: 'return ok({ eTag })',
    tests: [`${uploadWorker}/transport/create-transport.test.ts`],
  },
]
