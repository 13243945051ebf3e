import { moduleOf } from '../../src/config/courses.ts'
import type { Segment } from '../../src/lib/segments.ts'
import type { Body, Entry, OutboxHandler } from '../api/handler.ts'
import { events as eventsTable, moduleEvents } from '../db/schema.ts'

/** Stores each event as a row of its own. `/api/events` and `/api/save-events` do the same. */
const events: OutboxHandler<'events' | 'saveEvents'> = {
  adds: ({ customer, sequence, receivedAt }, { event_id: eventId, value }) => {
    const values = { customerId: customer, sequence, receivedAt, eventId, value }
    return [{ row: { table: eventsTable, values } }]
  },
}

/** The first version of the contract in which apps send the watched segments of a film in a separate call. */
const sendsStretches = 8

/** The segments that an older app reports as watched. A film watched to its end counts as a whole. */
const wholeFilm = (
  { video_id: id, type, action }: Body<'saveModulesEvents'>,
  { version }: Entry,
): Segment[] => {
  const module = moduleOf(id)?.module
  const isEnd = version < sendsStretches && type === 'video' && action === 'complete'
  return isEnd && module?.kind === 'video' ? [[0, module.video.duration]] : []
}

const saveModulesEvents: OutboxHandler<'saveModulesEvents'> = {
  adds: (entry, body) => {
    const { customer, sequence, receivedAt } = entry
    const { video_id: moduleId, type, action } = body
    const values = { customerId: customer, sequence, receivedAt, moduleId, type, action }
    const done = { watched: wholeFilm(body, entry) }
    return [{ row: { table: moduleEvents, values } }, { step: { moduleId, done } }]
  },
}

export const eventHandlers = { events, saveEvents: events, saveModulesEvents }
