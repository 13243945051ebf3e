import type { Mutant } from './mutant.ts'

const uploadWorker = 'src/workers/upload'
const complete = `${uploadWorker}/remote/complete.ts`
const discard = `${uploadWorker}/remote/discard.ts`
const orphans = `${uploadWorker}/remote/orphans.ts`
const completeTest = `${uploadWorker}/remote/complete.test.ts`
const discardTest = `${uploadWorker}/remote/discard.test.ts`
const orphansTest = `${uploadWorker}/remote/orphans.test.ts`
const claimKeyTest = `${uploadWorker}/remote/claim-key.test.ts`
const takenTest = `${uploadWorker}/remote/taken-since.test.ts`
const uploadFileTest = `${uploadWorker}/queue/upload-file.test.ts`
const restoreTest = `${uploadWorker}/task/restore-task.test.ts`

/** Faults in how uploads store objects in the remote store and clean them up. */
export const remoteMutants: readonly Mutant[] = [
  {
    name: 'completing an upload replaces an object that was stored under its key meanwhile',
    file: complete,
    from: '  if (takenResult.value) return fail(keyTakenSinceClaim)\n',
    to: '',
    tests: [completeTest, takenTest],
  },
  {
    name: 'parts that may belong to another file are completed without the chosen file',
    file: complete,
    from: "canTrustParts && parts.length === countParts(size, partSize) ? 'all-parts'",
    to: "parts.length === countParts(size, partSize) ? 'all-parts'",
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
    file: `${uploadWorker}/remote/inspect-remote.ts`,
    from: "return madeBy === undefined && isClaimed(remote) ? 'unknown' : 'foreign'",
    to: "return madeBy === undefined ? 'unknown' : 'foreign'",
    tests: [completeTest, claimKeyTest],
  },
  {
    name: 'a cancelled upload deletes an object of another device',
    file: discard,
    from: "object === 'ours' || (object === 'unknown' && task.saved.remote.kind === 'object')",
    to: "object !== 'none'",
    tests: [discardTest, takenTest],
  },
  {
    name: 'a cancellation that could not reach the store is lost when the worker ends',
    file: discard,
    from: 'if (task.saved.identityId !== undefined) await uploadContext.save(task)',
    to: '',
    tests: [discardTest, orphansTest],
    survives: 'a cancellation and a sign-out have already saved the task',
  },
  {
    name: 'the upload that the task continues is aborted as an orphan',
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
    name: 'the request that creates an upload is sent before it is recorded on the device',
    file: `${uploadWorker}/remote/create-upload.ts`,
    from: "    recordFact(task, { kind: 'create-sent' })\n",
    to: '',
    tests: [orphansTest, claimKeyTest],
  },
  {
    name: 'a stored part of another size counts',
    file: `${uploadWorker}/remote/stored-parts.ts`,
    from: ' && part.size === end - start',
    to: '',
    tests: [restoreTest],
  },
  {
    name: 'the stored parts of a file that was edited since then count',
    file: `${uploadWorker}/remote/stored-parts.ts`,
    from: 'if (part.checksum === (await ports.computeChecksum(body, signal))) unchanged.push(part)',
    to: 'if (await ports.computeChecksum(body, signal)) unchanged.push(part)',
    tests: [restoreTest, `${uploadWorker}/files/changed-file.test.ts`],
  },
]
