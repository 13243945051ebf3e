import type { PgTable } from 'drizzle-orm/pg-core'
import type { Segment } from '../../src/lib/segments.ts'
import type { Answer } from '../../src/contract/shapes.ts'
import type { Newest } from '../db/deliveries/store-newest.ts'

export type NewRow = { table: PgTable; values: Record<string, unknown> }

/** What a coach did with the film or the text of a module. */
export type Done = {
  watched: readonly Segment[]
  /** Absent if the entry does not mention the position. */
  position?: number | null
  /** Whether the coach reached the end of the text. */
  read?: boolean
}

/** A step in a module: work on its film or text, or answers to its questions. */
export type LearningStep = { moduleId: string } & ({ done: Done } | { answers: Answer[] })

/** What an entry adds to its customer's data. A few statements store the additions of several entries. */
export type Addition = { row: NewRow } | { newest: Newest } | { step: LearningStep }
