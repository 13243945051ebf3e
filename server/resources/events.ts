import { moduleOf } from '../../src/config/courses.ts'
import type { Segment } from '../../src/lib/segments.ts'
import type { Body, Entry, OutboxHandler } from '../api/handler.ts'
import { events as eventsTable, moduleEvents } from '../db/schema.ts'
import { storeProgress } from './progress/store-progress.ts'

/** Every event is stored as it came, in a row of its own; `/api/events` and `/api/save-events` do the same. */
const events: OutboxHandler<'events' | 'saveEvents'> = {
  row: ({ customer, sequence, receivedAt }, { event_id: eventId, value }) => ({
    table: eventsTable,
    values: { customerId: customer, sequence, receivedAt, eventId, value },
  }),
}

/** The version of the contract from which on apps send the stretches of a film that were watched, by a call of their own. */
const sendsStretches = 8

/** What an older app says to have been watched: a film that was seen to its end counts as a whole. */
const wholeFilm = (
  { video_id: id, type, action }: Body<'saveModulesEvents'>,
  { version }: Entry,
): Segment[] => {
  const module = moduleOf(id)?.module
  const isEnd = version < sendsStretches && type === 'video' && action === 'complete'
  return isEnd && module?.kind === 'video' ? [[0, module.video.duration]] : []
}

const saveModulesEvents: OutboxHandler<'saveModulesEvents'> = {
  write: async (tx, entry, body) => {
    const { customer, sequence, receivedAt } = entry
    const { video_id: moduleId, type, action } = body
    const row = { customerId: customer, sequence, receivedAt, moduleId, type, action }
    await tx.insert(moduleEvents).values(row)
    await storeProgress(tx, entry, { moduleId, watched: wholeFilm(body, entry) })
    return {}
  },
}

/** What customers do. */
export const eventHandlers = { events, saveEvents: events, saveModulesEvents }
