import * as v from 'valibot'
import { mine, received, saved } from './api-call.ts'
import * as shape from '../shapes.ts'

const event = v.strictObject({
  ...mine,
  event_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  value: shape.shortText,
})

/** What customers do. */
export const eventApi = {
  events: {
    ...saved('/api/events', 'Records an event; 1 is a sign-in and 2 a sign-up.'),
    body: event,
    answer: v.object(received),
  },
  saveEvents: {
    ...saved('/api/save-events', 'Records an event; the twin of /api/events.'),
    body: event,
    answer: v.object(received),
  },
  saveModulesEvents: {
    ...saved('/api/save-modules-events', 'Records what a coach did with a module or its video.'),
    body: v.strictObject({
      ...mine,
      video_id: shape.videoId,
      type: v.picklist(['module', 'video']),
      action: v.picklist(['start', 'complete']),
    }),
    answer: v.object(received),
  },
} as const
