import type { Clock } from '../../../lib/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { UploadChange } from '../../../uploads/contract.ts'
import type { Repair } from '../../../uploads/outcome-of.ts'
import type { UploadStatus } from '../../../uploads/task.ts'
import type { Checksum } from '../files/checksum.ts'
import type { FileCopies } from '../files/file-copies.ts'
import type { Digest } from '../files/file-identity.ts'
import type { Connection } from '../network/connection.ts'
import type { NetworkGate } from '../network/create-network-gate.ts'
import type { UploadStore } from '../task/upload-store.ts'
import type { ObjectTransport } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'

/** Everything the engine needs from outside: it runs the same in a worker and in a test. */
export type EnginePorts = {
  transport: ObjectTransport
  /** Where the transport sends to. */
  bucket: string
  store: UploadStore
  copies: FileCopies
  connection: Connection
  network: NetworkGate
  clock: Clock
  log: Log
  /** Of the present credentials: the prefix of protected and private keys. */
  identityId: () => StorageResult<string>
  random: () => number
  newId: () => string
  checksum: Checksum
  digest: Digest
  publish: (change: UploadChange) => void
  /** Hears of each change of a status, in the one tab that makes it. */
  onStatus: (status: UploadStatus) => void
  /** Hears of each failure that another try follows. */
  onRepair: (repair: Repair) => void
}
