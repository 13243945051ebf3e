import { findModule } from '../../src/config/courses.ts'
import type { Segment } from '../../src/lib/watched-segments.ts'
import type { Body, Entry, OutboxHandler } from '../api/handler.ts'
import { events as eventsTable, moduleEvents } from '../db/schema.ts'

/** Handles `/api/events` and `/api/save-events`. Stores each event as a separate row. */
const events: OutboxHandler<'events' | 'saveEvents'> = {
  listAdditions: ({ customer, sequence, receivedAt }, { event_id: eventId, value }) => {
    const values = { customerId: customer, sequence, receivedAt, eventId, value }
    return [{ row: { table: eventsTable, values } }]
  },
}

/** Since this version of the contract, apps send the watched segments of a video in a separate call. */
const firstVersionWithSegments = 8

/**
 * Returns the segments that an older app's event stands for: the whole video if it was watched to its end.
 * Empty for every other event, and for newer apps, which send the segments themselves.
 */
const getOlderAppSegments = (
  { video_id: id, type, action }: Body<'saveModulesEvents'>,
  { version }: Entry,
): Segment[] => {
  if (version >= firstVersionWithSegments) return []
  const module = findModule(id)?.module
  const isVideoEnd = type === 'video' && action === 'complete'
  return isVideoEnd && module?.kind === 'video' ? [[0, module.video.duration]] : []
}

const saveModulesEvents: OutboxHandler<'saveModulesEvents'> = {
  listAdditions: (entry, body) => {
    const { customer, sequence, receivedAt } = entry
    const { video_id: moduleId, type, action } = body
    const values = { customerId: customer, sequence, receivedAt, moduleId, type, action }
    const activity = { watched: getOlderAppSegments(body, entry) }
    return [{ row: { table: moduleEvents, values } }, { change: { moduleId, activity } }]
  },
}

export const eventHandlers = { events, saveEvents: events, saveModulesEvents }
