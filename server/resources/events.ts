import { events, moduleEvents } from '../db/schema.ts'
import type { OutboxHandler } from '../api/handler.ts'

/** Events are kept as they came, one row each; `/api/events` and `/api/save-events` are the same thing twice. */
const record: OutboxHandler<'events' | 'saveEvents'> = {
  write: async (tx, { customer, ...entry }, { event_id: eventId, value }) => {
    await tx.insert(events).values({ ...entry, customerId: customer, eventId, value })
    return {}
  },
}

const recordModule: OutboxHandler<'saveModulesEvents'> = {
  write: async (tx, { customer, ...entry }, { video_id: moduleId, type, action }) => {
    await tx.insert(moduleEvents).values({ ...entry, customerId: customer, moduleId, type, action })
    return {}
  },
}

export const eventCalls = { record, recordModule }
