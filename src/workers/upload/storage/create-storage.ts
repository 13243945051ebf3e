import type { Log } from '../../../platform/log.ts'
import type { Credentials } from '../transport/credentials.ts'
import type { Sender } from '../transport/create-sender.ts'
import type { StorageCalls } from '../../../uploads/storage-calls.ts'
import type { CopyLimits } from './copy-in-parts.ts'
import { createCopy } from './copy-object.ts'
import { createCaller } from './create-caller.ts'
import { createList } from './list-objects.ts'
import { createListParts } from './list-parts.ts'
import { createPresignedGet } from './presigned-get.ts'
import { createPut } from './put-object.ts'
import { createGet, createHead } from './read-object.ts'
import { createRemove } from './remove-object.ts'

const gibibyte = 1024 ** 3

type Deps = {
  bucket: string
  sender: Sender
  credentials: Credentials
  checksum: (body: Blob, signal: AbortSignal) => Promise<string>
  log: Log
  now: () => number
  copyLimits?: CopyLimits
}

/** The calls on stored files. */
export const createStorage = (deps: Deps): StorageCalls => {
  const { checksum, log, now, copyLimits = { whole: 5 * gibibyte, part: gibibyte / 2 } } = deps
  const caller = createCaller(deps)
  return {
    put: createPut({ caller, log, checksum }),
    get: createGet(caller),
    head: createHead(caller),
    remove: createRemove(caller),
    copy: createCopy({ caller, log, limits: copyLimits }),
    list: createList(caller),
    listParts: createListParts(caller),
    presignedGet: createPresignedGet(caller, now),
  }
}
