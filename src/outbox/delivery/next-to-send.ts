import type { Entry, Wait, Waiting } from '../entry/entry.ts'

/**
 * Times that override earlier waits, in ms since the epoch. `eagerSince`: when the network or a session
 * returned, which ends the waits that the device chose. `forcedSince`: when the coach asked to send, which
 * ends all waits.
 */
export type Urgency = { eagerSince?: number; forcedSince?: number }

/** The customer whose entries are sent, and the current time in ms since the epoch. */
export type SendContext = Urgency & { customer: string; now: number }

/**
 * Whether a wait still delays a delivery. `wait.told` is true if the server set the wait with Retry-After.
 * Only the coach can end such a wait early.
 */
export const isWaitActive = (
  wait: Wait | undefined,
  { now, eagerSince, forcedSince }: Omit<SendContext, 'customer'>,
): boolean => {
  if (!wait || now >= wait.until) return false
  // The device's clock was set back during the wait, so `until` may be far in the future.
  if (now < wait.since) return false
  const isOverridden = (time: number | undefined): boolean =>
    // If the clock was set back after `time`, it lies in the future and would override every later wait.
    time !== undefined && time <= now && wait.since < time
  return !isOverridden(forcedSince) && (wait.told || !isOverridden(eagerSince))
}

/**
 * Lists the first entry of each lane of a customer, if it is waiting and no other lane blocks it. An entry
 * that needs the coach blocks its lane. `entries` must be in the order of capture.
 */
export const listNextEntries = (
  entries: readonly Entry[],
  customerId: string,
): (Entry & { state: Waiting })[] => {
  /** The lanes of the entries before the current one. */
  const earlierLanes = new Set<string>()
  return entries.filter((entry): entry is Entry & { state: Waiting } => {
    if (entry.customer !== customerId) return false
    const isBlocked = [entry.lane, ...entry.after].some((lane) => earlierLanes.has(lane))
    earlierLanes.add(entry.lane)
    return !isBlocked && entry.state.is === 'waiting'
  })
}

/** Finds the entry to send next that is not in `triedKeys`. Returns undefined if none can be sent now. */
export const findNextToSend = (
  entries: readonly Entry[],
  context: SendContext,
  triedKeys: ReadonlySet<string> = new Set(),
): Entry | undefined =>
  listNextEntries(entries, context.customer).find(
    ({ key, state }) => !triedKeys.has(key) && !isWaitActive(state.wait, context),
  )

/**
 * Selects the entries that can be sent now in one request, in order. Leaves out the entries in `triedKeys`,
 * and those that have to follow an entry that cannot be sent now.
 */
export const selectBatch = (
  entries: readonly Entry[],
  context: SendContext,
  triedKeys: ReadonlySet<string>,
): Entry[] => {
  const blockedLanes = new Set<string>()
  return entries.filter(({ key, customer, lane, after, state }) => {
    if (customer !== context.customer) return false
    const isFree =
      state.is === 'waiting' &&
      !triedKeys.has(key) &&
      !isWaitActive(state.wait, context) &&
      ![lane, ...after].some((requiredLane) => blockedLanes.has(requiredLane))
    if (!isFree) blockedLanes.add(lane)
    return isFree
  })
}
