import type { Repair } from './outcome-of.ts'
import type { UploadStatus } from './task.ts'

/**
 * What the upload worker sends its page besides results, to be counted there: a status that it changed, what
 * it did after a failure, or an unhandled rejection. Comlink ignores these messages, because they are not
 * responses.
 */
export type WorkerNews =
  | { status: UploadStatus }
  | { repair: Repair }
  | { rejected: { message: string; stack: string } }
