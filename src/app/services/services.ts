import type { createServices } from './create-services.ts'

/**
 * Everything a route can hand to a screen, in five groups: the signed-in customer (`session`), what a coach did on its
 * way to the product API (`outbox`), the files (`uploads`), what works without a connection (`offline`), and the app as
 * this device has it (`device`).
 */
export type Services = ReturnType<typeof createServices>
