import type { Log } from '../../../platform/log.ts'
import type { Attempt } from '../network/attempt.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Checksum } from '../files/checksum.ts'
import type { CopyPorts } from '../files/open-file.ts'
import type { ObjectTransport } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import type { Slots } from './slots.ts'
import type { StoredFiles } from './stored-files.ts'

/** What the steps of an upload work with, whichever task they are of. */
export type Work = {
  ports: CopyPorts & {
    transport: ObjectTransport
    checksum: Checksum
    log: Log
    /** Of the present credentials: the prefix of protected and private keys. */
    identityId: () => StorageResult<string>
  }
  slots: Slots
  attempt: Attempt
  storedFiles: StoredFiles
  /** Whether another upload of the same customer goes, or may still go, under a key. */
  isKeyOfAnother: (task: LiveTask, key: string) => boolean
  /** Another upload of the same customer at the same level that stores the same bytes first. */
  sameFileBefore: (task: LiveTask) => LiveTask | undefined
  /** Publishes a task to the pages, a few times a second. */
  changed: (task: LiveTask) => void
  /** Resolves when the task is on the disk, or cannot be. */
  save: (task: LiveTask) => Promise<void>
}

/** The work on one task, until its signal aborts. */
export type Job = Work & { task: LiveTask; signal: AbortSignal }
