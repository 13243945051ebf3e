import type { AnalyticsEventName, AnalyticsEvents } from './events.ts'

/** Records one analytics event. */
export type Track = <N extends AnalyticsEventName>(name: N, details: AnalyticsEvents[N]) => void

/** One line of the list that tag scripts read. */
export type DataLayerEntry = { event: string } & Record<string, unknown>

/**
 * Writes events to the list that tag scripts read (`window.dataLayer`). It keeps the newest entries: without a script
 * that reads it, the list of a page that stays open for days would only grow.
 */
export const createTrack =
  (dataLayer: DataLayerEntry[], most = 500): Track =>
  (name, details) => {
    dataLayer.push({ event: name, ...details })
    if (dataLayer.length > most) dataLayer.splice(0, dataLayer.length - most)
  }
