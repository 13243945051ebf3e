import type { Repair } from './outcome-of.ts'
import type { UploadStatus } from './task.ts'

/**
 * What the upload worker tells its page beside its calls, to be counted there: a status that it changed, what it did after
 * a failure, or a rejection that nothing caught. Comlink passes over it, because it is no response.
 */
export type WorkerNews =
  | { status: UploadStatus }
  | { repair: Repair }
  | { rejected: { message: string; stack: string } }
