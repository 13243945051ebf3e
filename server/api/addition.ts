import type { PgTable } from 'drizzle-orm/pg-core'
import type { Segment } from '../../src/lib/segments.ts'
import type { Answer } from '../../src/contract/shapes.ts'
import type { Newest } from '../db/deliveries/store-newest.ts'

/** A row, and the table that it is for. */
export type NewRow = { table: PgTable; values: Record<string, unknown> }

/** What a coach did with the film or the text of a module. */
export type Done = {
  watched: readonly Segment[]
  /** Absent where nothing is said of it. */
  position?: number | null
  /** The end of the text was reached. */
  read?: boolean
}

/** What a coach did of a module: its film or text, or its questions. */
export type LearningStep = { moduleId: string } & ({ done: Done } | { answers: Answer[] })

/** What an entry adds to what its customer did: those of several entries are stored with a few statements. */
export type Addition = { row: NewRow } | { newest: Newest } | { step: LearningStep }
