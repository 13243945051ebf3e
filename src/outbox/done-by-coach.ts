import type { Pending } from './outbox.ts'

/**
 * How much of what waits a coach did, and counts: a module that was only opened leaves progress, a sign-in leaves a note of
 * it, and neither is work to worry about.
 */
export const doneByCoach = ({ toSend, automatic = 0 }: Omit<Pending, 'needsYou'>): number =>
  toSend - automatic

/** The same with what needs the coach before it can be sent: all that is on this device only. */
export const unsentByCoach = ({ needsYou, ...waiting }: Pending): number => doneByCoach(waiting) + needsYou
