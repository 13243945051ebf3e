import { analyticsEvents, type AnalyticsEventName, type AnalyticsEvents } from './events.ts'

/** Records an analytics event. If the product API receives it, resolves when the outbox has stored it. */
export type Track = <N extends AnalyticsEventName>(name: N, fields: AnalyticsEvents[N]) => Promise<void>

/** One entry of the list that tag scripts read. */
export type DataLayerEntry = { event: string } & Record<string, unknown>

/** An event as the product API receives it. `value` is the id of its course, or empty if it has none. */
export type LoggedEvent = { event_id: number; value: string }

type Deps = {
  dataLayer: DataLayerEntry[]
  /** Adds an event of the signed-in coach to the outbox. Does nothing for a visitor. */
  capture: (event: LoggedEvent) => Promise<unknown>
  maxEntries?: number
}

/**
 * Writes events to the list that tag scripts read (`window.dataLayer`), and events with an id to the outbox
 * too. The list keeps only the newest entries, because otherwise it would grow for as long as the page stays
 * open.
 */
export const createTrack =
  ({ dataLayer, capture, maxEntries = 500 }: Deps): Track =>
  async (name, fields) => {
    dataLayer.push({ event: name, ...fields })
    if (dataLayer.length > maxEntries) dataLayer.splice(0, dataLayer.length - maxEntries)
    const { api } = analyticsEvents[name]
    // If `api` is the name of a call, the app makes this call anyway.
    if (typeof api !== 'number') return
    await capture({ event_id: api, value: 'course' in fields ? fields.course : '' })
  }
