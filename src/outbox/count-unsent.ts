import type { Pending } from './outbox.ts'

/** How many entries are on this device only: those that will be sent, and those that need the coach first. */
export const countUnsent = ({ toSend, needsYou }: Pending): number => toSend + needsYou
