import type { Pending } from './outbox.ts'

/** The number of entries only on this device: those to send and those that need the coach first. */
export const countUnsent = ({ toSend, needsYou }: Pending): number => toSend + needsYou
