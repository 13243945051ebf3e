import type { Pending } from './outbox.ts'

/** The number of entries only on this device: those to send and those that need the coach first. */
export const countUnsent = ({ toSend, needsYou }: Pending): number => toSend + needsYou

/**
 * The number of waiting entries that count as the coach's own work. Progress from opening a module and notes
 * of sign-ins are sent too, but do not count.
 */
export const doneByCoach = ({ toSend, automatic = 0 }: Omit<Pending, 'needsYou'>): number =>
  toSend - automatic

/** As `doneByCoach`, plus the entries that need the coach first: all work that exists only on this device. */
export const unsentByCoach = ({ needsYou, ...waiting }: Pending): number => doneByCoach(waiting) + needsYou
