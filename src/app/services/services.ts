import type { createServices } from './create-services.ts'

/**
 * Everything that a route can pass to a screen, in five groups: the signed-in customer (`session`), the
 * coach's actions on their way to the product API (`outbox`), the files (`uploads`), what works without a
 * connection (`offline`), and the app on this device (`device`).
 */
export type Services = ReturnType<typeof createServices>
