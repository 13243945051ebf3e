import * as v from 'valibot'
import { ofCustomer, withReceipt, outboxCall } from './api-call.ts'
import * as shape from '../shapes.ts'

const event = v.strictObject({
  ...ofCustomer,
  event_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  value: shape.shortText,
})

/** Calls that record the actions of customers. */
export const eventApi = {
  events: {
    ...outboxCall('/api/events', 'Records an event; 1 is a sign-in and 2 a sign-up.'),
    body: event,
    response: v.object(withReceipt),
  },
  saveEvents: {
    ...outboxCall('/api/save-events', 'Records an event; the twin of /api/events.'),
    body: event,
    response: v.object(withReceipt),
  },
  saveModulesEvents: {
    ...outboxCall('/api/save-modules-events', 'Records what a coach did with a module or its video.'),
    body: v.strictObject({
      ...ofCustomer,
      /** Also used for modules without a video. */
      video_id: shape.moduleId,
      type: v.picklist(['module', 'video']),
      action: v.picklist(['start', 'complete']),
    }),
    response: v.object(withReceipt),
  },
} as const
