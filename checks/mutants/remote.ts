import type { Mutant } from './mutant.ts'

const rooms = 'src/workers/upload'
const complete = `${rooms}/remote/complete.ts`
const discard = `${rooms}/remote/discard.ts`
const orphans = `${rooms}/remote/orphans.ts`
const completeTest = `${rooms}/remote/complete.test.ts`
const discardTest = `${rooms}/remote/discard.test.ts`
const orphansTest = `${rooms}/remote/orphans.test.ts`
const beginTest = `${rooms}/remote/begin.test.ts`
const takenTest = `${rooms}/remote/taken-since.test.ts`
const uploadFileTest = `${rooms}/queue/upload-file.test.ts`
const restoreTest = `${rooms}/task/restore-task.test.ts`

/** Faults in how uploads store objects in the remote store and clean them up. */
export const remoteMutants: readonly Mutant[] = [
  {
    name: 'a Complete replaces what was stored under the name meanwhile',
    file: complete,
    from: '  if (takenResult.value) return fail(keyTakenSince)\n',
    to: '',
    tests: [completeTest, takenTest],
  },
  {
    name: 'parts that may be of another file are completed without it',
    file: complete,
    from: "canTrustParts && parts.length === countParts(size, partSize) ? 'all parts'",
    to: "parts.length === countParts(size, partSize) ? 'all parts'",
    tests: [completeTest, restoreTest],
  },
  {
    name: 'an object of another size counts as stored',
    file: complete,
    from: 'if (sizeResult.ok && sizeResult.value === task.saved.size) return removal',
    to: 'if (sizeResult.ok) return removal',
    tests: [uploadFileTest],
  },
  {
    name: "an object under a key that was never claimed counts as the task's",
    file: `${rooms}/remote/inspect-remote.ts`,
    from: "return madeBy === undefined && isClaimed(remote) ? 'unknown' : 'foreign'",
    to: "return madeBy === undefined ? 'unknown' : 'foreign'",
    tests: [completeTest, beginTest],
  },
  {
    name: "a cancel deletes somebody else's object",
    file: discard,
    from: "object === 'ours' || (object === 'unknown' && task.saved.remote.kind === 'object')",
    to: "object !== 'none'",
    tests: [discardTest, takenTest],
  },
  {
    name: 'a cancel that cannot reach the store is forgotten with the worker',
    file: discard,
    from: 'if (task.saved.identityId !== undefined) await work.save(task)',
    to: '',
    tests: [discardTest, orphansTest],
    survives: 'a cancel and a sign-out save their tasks before, too',
  },
  {
    name: 'the upload that continues is aborted as an orphan',
    file: orphans,
    from: '    if (uploadId === continuingId) continue\n',
    to: '',
    tests: [orphansTest],
  },
  {
    name: "another device's upload that has parts is aborted as an orphan",
    file: orphans,
    from: '    if (partListing.ok && partListing.value.length > 0) continue\n',
    to: '',
    tests: [orphansTest],
  },
  {
    name: 'a create is sent before the disk knows of it',
    file: `${rooms}/remote/begin.ts`,
    from: "    recordFact(task, { kind: 'create-sent' })\n",
    to: '',
    tests: [orphansTest, beginTest],
  },
  {
    name: 'a listed part of another size counts',
    file: `${rooms}/remote/stored-parts.ts`,
    from: ' && part.size === end - start',
    to: '',
    tests: [restoreTest],
  },
  {
    name: 'parts of a file that was edited since count',
    file: `${rooms}/remote/stored-parts.ts`,
    from: 'if (part.checksum === (await ports.computeChecksum(body, signal))) unchanged.push(part)',
    to: 'if (await ports.computeChecksum(body, signal)) unchanged.push(part)',
    tests: [restoreTest, `${rooms}/files/changed-file.test.ts`],
  },
]
