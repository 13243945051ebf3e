import type { Pending } from './outbox.ts'

/** The number of entries only on this device: those to send and those that need the coach first. */
export const countUnsent = ({ toSend, needsAction }: Pending): number => toSend + needsAction

/**
 * The number of entries to send that count as the coach's own work. Progress from opening a module and notes
 * of sign-ins are sent too, but do not count.
 */
export const countWaitingWork = ({ toSend, automatic = 0 }: Omit<Pending, 'needsAction'>): number =>
  toSend - automatic

/**
 * The number of entries with the coach's own work that are only on this device: those to send and those that
 * need the coach first.
 */
export const countUnsentWork = ({ automatic = 0, ...pending }: Pending): number =>
  countUnsent(pending) - automatic
