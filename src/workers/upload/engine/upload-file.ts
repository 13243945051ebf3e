import { fail } from '../../../lib/result.ts'
import { takeCopy } from '../files/open-copy.ts'
import { objectKey } from '../object-key.ts'
import type { Answer } from '../storage-failure.ts'
import { claimKey } from './claim-key.ts'
import type { LiveTask } from './live-task.ts'
import { openFile } from './open-file.ts'
import { sweepOrphans } from './orphans.ts'
import type { EnginePorts } from './ports.ts'
import { createReadAhead, type ReadAhead } from './read-ahead.ts'
import { uploadInParts, type PartsPorts } from './upload-in-parts.ts'
import { uploadWhole } from './upload-whole.ts'

export type UploadPorts = Omit<PartsPorts, 'ports'> & {
  ports: PartsPorts['ports'] & Pick<EnginePorts, 'identityId' | 'digest' | 'copies'>
}

/** What the store has must be as long as the file (specification §5), and all that it has of it. */
const verify = async (work: PartsPorts, task: LiveTask, key: string, signal: AbortSignal): Answer<void> => {
  task.phase = 'finishing'
  work.changed(task)
  const [found, swept] = await Promise.all([
    work.attempt(() => work.ports.transport.head(key), signal, { acknowledged: 0 }),
    sweepOrphans(work, task, key, signal),
  ])
  if (!found.ok) return found
  if (found.value.size === task.saved.size) return swept
  task.stored = false
  delete task.saved.uploadId
  return fail({ kind: 'refused', code: 'SizeMismatch' })
}

/** Begins to read while the store is asked for a place; what the store has of an older upload is to be heard first. */
const readEarly = (
  { ports }: UploadPorts,
  { saved, stored }: LiveTask,
  file: File,
  signal: AbortSignal,
): ReadAhead | undefined =>
  saved.uploadId === undefined && stored !== true
    ? createReadAhead(ports.checksum, { ...saved, file, isStored: () => false }, signal)
    : undefined

/** Under which identity the file lies: that of the first run, which must be the present one's. */
const takeIdentity = async (
  { attempt, ports }: UploadPorts,
  { saved }: LiveTask,
  signal: AbortSignal,
): Answer<string> => {
  const identity = await attempt(ports.identityId, signal, { acknowledged: 0 })
  if (!identity.ok) return identity
  saved.identityId ??= identity.value
  return saved.identityId === identity.value ? identity : fail({ kind: 'sign-in-needed' })
}

const uploadOnce = async (work: UploadPorts, task: LiveTask, signal: AbortSignal): Answer<void> => {
  const { saved } = task
  const opened = await openFile(task, work.ports)
  if (!opened.ok) return opened
  const identity = await takeIdentity(work, task, signal)
  if (!identity.ok) return identity
  const early = readEarly(work, task, opened.value, signal)
  const claimed = await claimKey(work, task, identity.value, signal)
  if (!claimed.ok) return claimed
  if (signal.aborted) return fail({ kind: 'aborted' })
  const source = { file: opened.value, key: objectKey(saved.level, identity.value, saved.key), early }
  if (task.stored !== true) {
    const upload = saved.size <= saved.partSize ? uploadWhole : uploadInParts
    const uploaded = await upload(work, task, source, signal)
    if (!uploaded.ok) return uploaded
  }
  return verify(work, task, source.key, signal)
}

/**
 * Does the whole upload of a task, from opening the file to the check of what the store has. A file that changes or
 * vanishes on the way is replaced by its copy, where there is one.
 */
export const uploadFile = async (work: UploadPorts, task: LiveTask, signal: AbortSignal): Answer<void> => {
  const answer = await uploadOnce(work, task, signal)
  if (answer.ok || answer.error.kind !== 'file-needed' || signal.aborted) return answer
  return (await takeCopy(task, work.ports)) ? uploadOnce(work, task, signal) : answer
}
