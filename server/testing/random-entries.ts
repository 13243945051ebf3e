import { randomUUID } from 'node:crypto'
import type { SentEntry } from '../../src/contract/product-api/delivery-api.ts'
import { productApi, type OutboxCall } from '../../src/contract/product-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { createSampleAnswers } from './sample-answers.ts'

/** An entry as a phone holds it, without its customer. */
export type HeldEntry = {
  call: OutboxCall
  /** Entries of one lane must be stored in order. */
  lane: string
  body: Record<string, unknown>
  seq: number
  capturedAt: string
  /** Whether the server rejects it permanently. */
  isPoison: boolean
}

/** Returns a number from 0 to less than 1. */
type Random = () => number

const modules = ['training-1', 'training-2', 'football-1'] as const
const pick = <T>(random: Random, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0]

type CreateAction = (random: Random) => Pick<HeldEntry, 'call' | 'lane' | 'body'>

/**
 * What a coach may do. The number of a row is the share of the entries that this row and those before it
 * have.
 */
const actions: readonly [cumulativeShare: number, create: CreateAction][] = [
  [
    0.3,
    (random) => ({
      call: pick(random, ['events', 'saveEvents'] as const),
      lane: 'events',
      body: { event_id: 1 + Math.floor(random() * 5), value: `v${Math.floor(random() * 9)}` },
    }),
  ],
  [
    0.45,
    (random) => ({
      call: 'saveModulesEvents',
      lane: 'progress',
      body: {
        video_id: pick(random, modules),
        type: pick(random, ['module', 'video'] as const),
        action: pick(random, ['start', 'complete'] as const),
      },
    }),
  ],
  [
    0.6,
    (random) => {
      const from = Math.floor(random() * 60)
      const watched = [[from, from + Math.floor(random() * 200)]]
      const module = pick(random, modules)
      return {
        call: 'saveProgress',
        lane: 'progress',
        body: { module_id: module, watched, position: from, read: false },
      }
    },
  ],
  [
    0.8,
    (random) => {
      const module = pick(random, modules)
      const answers = createSampleAnswers(module, `words ${Math.floor(random() * 99)}`)
      return { call: 'saveAnswers', lane: `survey:${module}`, body: { video_id: module, answers } }
    },
  ],
  [
    0.88,
    (random) => ({
      call: 'saveImpact',
      lane: 'impact',
      body: { numberOfPeople: Math.floor(random() * 90), youngFemale: 'half', sportType: 'volleyball' },
    }),
  ],
  [
    0.96,
    (random) => ({
      call: 'newFields',
      lane: 'fields',
      body: { fields: { shirt: pick(random, ['S', 'M', 'L'] as const), drill: `${random()}` } },
    }),
  ],
  [
    1,
    () => ({ call: 'checkCertificate', lane: 'certificate', body: { course_id: 'training', isFIFA: false } }),
  ],
]

/** An answer that no survey accepts. */
const poison = { question: 'no such question', value: '' }

/**
 * Creates `count` entries of a phone in the order of capture. The server rejects the share `poisonShare` of
 * them.
 */
export const createRandomEntries = (random: Random, count: number, poisonShare = 0.1): HeldEntry[] =>
  Array.from({ length: count }, (_, index) => {
    const dice = random()
    const row = actions.find(([cumulativeShare]) => dice < cumulativeShare) ?? actions[0]
    if (!row) throw new Error('There is no row to choose from.')
    const [, createAction] = row
    const action = createAction(random)
    const isPoison = random() < poisonShare
    const body = isPoison ? { ...action.body, answers: [poison], surprise: true } : action.body
    const capturedAt = new Date(1_790_000_000_000 + Math.floor(random() * 1e8)).toISOString()
    return { ...action, body, isPoison, seq: index + 1, capturedAt }
  })

/** The entry as a customer's device sends it, under a new key. */
export const sentEntry = (
  { call, body, seq, capturedAt }: HeldEntry,
  { customer, device }: { customer: string; device: string },
): SentEntry & { path: string } => ({
  call,
  path: productApi[call].path,
  headers: {
    [headers.idempotencyKey]: randomUUID(),
    [headers.deviceSequence]: `${device}/${seq}`,
    [headers.capturedAt]: capturedAt,
  },
  body: JSON.stringify({ customer_id: customer, ...body }),
})
