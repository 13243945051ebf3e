import * as fc from 'fast-check'
import type { UploadButton } from '../../../uploads/task.ts'
import type { Trouble } from './fake-object-store.ts'

/** What the coach, the network, the object store and the device can do to uploads, in any order. */
export type LifeStep =
  /** `task` is an index, modulo the number of tasks. */
  | { does: 'command'; task: number; command: UploadButton }
  | { does: 'wait'; ms: number }
  | { does: 'network'; up: boolean }
  /** The next `times` requests fail. */
  | { does: 'trouble'; trouble: Trouble; times: number }
  /** The worker dies. The next worker still has the files, or the coach has to choose them again. */
  | { does: 'crash'; withFiles: boolean }
  | { does: 'sign out and in' }
  /** The coach signs out and ends all unfinished uploads. */
  | { does: 'end everything'; ms: number }
  /** The clock of the device is set to another time. */
  | { does: 'jump'; hours: number }
  /** The object store forgets every open upload. */
  | { does: 'lose the uploads' }
  /** The object store loses a part of every open upload. */
  | { does: 'lose parts' }
  /** Another device stores a file of the same name and size. */
  | { does: 'another stores'; file: number }

const troubles: Trouble[] = [
  { kind: 'unreachable' },
  { kind: 'unreachable', isBodySent: true },
  { kind: 'foreign-answer' },
  { kind: 'stalled' },
  { kind: 'busy', code: 'SlowDown', retryAfter: 1000 },
  { kind: 'busy', code: 'InternalError' },
  { kind: 'refused', code: 'AccessDenied' },
  { kind: 'sign-in-needed' },
  'answer-lost',
  'answer-lost',
  'done-twice',
]
const commands: UploadButton[] = ['start', 'pause', 'resume', 'cancel', 'pause', 'resume']

const command = fc.record({
  does: fc.constant('command' as const),
  command: fc.constantFrom(...commands),
  task: fc.nat(),
})
const wait = fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 700 }) })
const network = fc.record({ does: fc.constant('network' as const), up: fc.boolean() })
const trouble = fc.record({
  does: fc.constant('trouble' as const),
  trouble: fc.constantFrom(...troubles),
  times: fc.integer({ min: 1, max: 9 }),
})
const crash = fc.record({ does: fc.constant('crash' as const), withFiles: fc.boolean() })
const end = fc.record({ does: fc.constant('end everything' as const), ms: fc.integer({ min: 0, max: 700 }) })
const jump = fc.record({ does: fc.constant('jump' as const), hours: fc.integer({ min: -30, max: 30 }) })

const another = fc.record({ does: fc.constant('another stores' as const), file: fc.nat() })

const step: fc.Arbitrary<LifeStep> = fc.oneof(
  { weight: 8, arbitrary: command },
  { weight: 8, arbitrary: wait },
  { weight: 4, arbitrary: trouble },
  { weight: 2, arbitrary: network },
  { weight: 2, arbitrary: crash },
  { weight: 1, arbitrary: jump },
  { weight: 1, arbitrary: end },
  { weight: 1, arbitrary: fc.constant({ does: 'sign out and in' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'lose the uploads' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'lose parts' as const }) },
  { weight: 1, arbitrary: another },
)

export const lifeSteps = fc.array(step, { minLength: 3, maxLength: 30 })
