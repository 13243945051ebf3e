import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { AutomaticRetry, CreateThumbnail, UploadChange } from '../../../uploads/contract.ts'
import type { UploadStatus } from '../../../uploads/task.ts'
import type { ComputeChecksum } from '../files/checksum.ts'
import type { FileCopies } from '../files/file-copies.ts'
import type { Digest } from '../files/open-file.ts'
import type { Connection } from '../network/connection.ts'
import type { NetworkGate } from '../network/create-network-gate.ts'
import type { TaskDatabase } from '../task/task-database.ts'
import type { ObjectTransport } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'

/** Everything the engine needs from outside, so that it runs the same in a worker and in a test. */
export type EnginePorts = {
  transport: ObjectTransport
  /** The bucket that the transport sends to. */
  bucket: string
  database: TaskDatabase
  copies: FileCopies
  connection: Connection
  network: NetworkGate
  clock: Clock
  log: Log
  /**
   * Sets the customer whose credentials sign the requests. A command from another tab may set the customer
   * before the page of this worker does.
   */
  setCustomer: (customerId: string | undefined) => void
  /** Resolves to the identity of the current credentials. Every key contains it after the access level. */
  getIdentityId: () => StorageResult<string>
  random: () => number
  newId: () => string
  computeChecksum: ComputeChecksum
  /** Never rejects, and takes a few seconds at most. */
  createThumbnail: CreateThumbnail
  digest: Digest
  /** Sends a change of the uploads to the pages of all tabs. */
  publish: (change: UploadChange) => void
  /** Called for each change of a status, only in the tab that runs the engine. */
  onStatus: (status: UploadStatus) => void
  /** Called for each failure that is retried. */
  onRetry: (retry: AutomaticRetry) => void
}
