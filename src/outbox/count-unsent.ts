import type { Pending } from './outbox.ts'

/** Counts the entries that are only on this device: those to send and those that need the coach. */
export const countUnsent = ({ toSend, needsAction }: Pending): number => toSend + needsAction

/**
 * Counts the entries to send that are the coach's own work. Progress from opening a module and records of
 * sign-ins are sent too, but are not counted here.
 */
export const countWaitingWork = ({ toSend, automatic = 0 }: Omit<Pending, 'needsAction'>): number =>
  toSend - automatic

/**
 * Counts the entries with the coach's own work that are only on this device: those to send and those that
 * need the coach.
 */
export const countUnsentWork = ({ automatic = 0, ...pending }: Pending): number =>
  countUnsent(pending) - automatic
