import type { Log } from '../../../platform/log.ts'
import type { Checksum } from '../files/checksum.ts'
import type { CopyPorts } from '../files/open-file.ts'
import type { Attempt } from '../network/attempt.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { ObjectTransport } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import type { Slots } from './slots.ts'
import type { StoredFiles } from './stored-files.ts'

/** What the steps of an upload need, for any task. */
export type Work = {
  ports: CopyPorts & {
    transport: ObjectTransport
    checksum: Checksum
    log: Log
    /** The identity of the current credentials: it prefixes every key. */
    identityId: () => StorageResult<string>
  }
  slots: Slots
  attempt: Attempt
  storedFiles: StoredFiles
  /** Whether another upload of the same customer uses a key, or may still use it. */
  isKeyOfAnother: (task: LiveTask, key: string) => boolean
  /** Another upload of the same customer at the same level that stores the same bytes first. */
  sameFileBefore: (task: LiveTask) => LiveTask | undefined
  /** Publishes a task to the pages, a few times per second. */
  publishTask: (task: LiveTask) => void
  /** Resolves when the task is on the disk, or cannot be saved. */
  save: (task: LiveTask) => Promise<void>
}

/** The work on one task. It ends when its signal aborts. */
export type Job = Work & { task: LiveTask; signal: AbortSignal }
