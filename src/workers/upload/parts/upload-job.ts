import type { Log } from '../../../platform/log.ts'
import type { CreateThumbnail } from '../../../uploads/contract.ts'
import type { ComputeChecksum } from '../files/checksum.ts'
import type { CopyPorts } from '../files/open-file.ts'
import type { Attempt } from '../network/attempt.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { ObjectTransport } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import type { Slots } from './concurrent-parts.ts'
import type { ListStoredFiles } from './list-stored-files.ts'

/** The ports and functions that all uploads share. */
export type UploadContext = {
  ports: CopyPorts & {
    transport: ObjectTransport
    computeChecksum: ComputeChecksum
    /** Never rejects. */
    createThumbnail: CreateThumbnail
    log: Log
    /** The Cognito identity of the current credentials. The keys of the coach's objects begin with it. */
    getIdentityId: () => StorageResult<string>
  }
  /** Limits how many files and parts are sent at the same time. */
  slots: Slots
  /** Sends a request, with retries. In a `UploadJob`, the failures are counted for its task. */
  attempt: Attempt
  /** Lists the files that the object store has of the task's customer. */
  listStoredFiles: ListStoredFiles
  /** Whether another upload of the same customer uses this object key, or may use it later. */
  isKeyOfAnother: (task: LiveTask, key: string) => boolean
  /**
   * Finds an unfinished upload that sends the same bytes and comes before this task, of the same customer at
   * the same level.
   */
  findEarlierSameFile: (task: LiveTask) => LiveTask | undefined
  /** Publishes a task to the pages, a few times per second. */
  publishTask: (task: LiveTask) => void
  /** Saves a task in the database. Resolves even if it cannot be saved. */
  save: (task: LiveTask) => Promise<void>
}

/** The upload of one task. `signal` aborts when the task must stop. */
export type UploadJob = UploadContext & { task: LiveTask; signal: AbortSignal }
