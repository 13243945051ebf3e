import type { Attempt } from '../network/attempt.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { EnginePorts } from '../queue/ports.ts'
import type { ReadAhead } from './read-ahead.ts'
import type { Slots } from './slots.ts'

/** What the steps of an upload work with. */
export type Work = {
  ports: Pick<EnginePorts, 'transport' | 'checksum' | 'identityId' | 'digest' | 'copies'>
  slots: Slots
  attempt: Attempt
  /** Tells the pages of a task, a few times a second. */
  changed: (task: LiveTask) => void
  /** Resolves when the task is on the disk, or cannot be. */
  save: (task: LiveTask) => Promise<void>
}

/** Where the bytes of a task come from and where they go. */
export type Source = {
  file: File
  key: string
  /** What was read before the store was asked. */
  early?: ReadAhead | undefined
  /** The upload, if there is one, was created in this run: it has no part yet. */
  isNew: boolean
}
