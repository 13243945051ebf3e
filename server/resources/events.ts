import type { OutboxHandler } from '../api/handler.ts'
import { events as eventsTable, moduleEvents } from '../db/schema.ts'

/** Every event is stored as it came, in a row of its own; `/api/events` and `/api/save-events` do the same. */
const events: OutboxHandler<'events' | 'saveEvents'> = {
  write: async (tx, { customer, sequence, receivedAt }, { event_id: eventId, value }) => {
    await tx.insert(eventsTable).values({ customerId: customer, sequence, receivedAt, eventId, value })
    return {}
  },
}

const saveModulesEvents: OutboxHandler<'saveModulesEvents'> = {
  write: async (tx, { customer, sequence, receivedAt }, { video_id: moduleId, type, action }) => {
    const row = { customerId: customer, sequence, receivedAt, moduleId, type, action }
    await tx.insert(moduleEvents).values(row)
    return {}
  },
}

/** What customers do. */
export const eventHandlers = { events, saveEvents: events, saveModulesEvents }
