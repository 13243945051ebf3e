import type { Entry, Wait, Waiting } from '../entry/entry.ts'

/**
 * Times that override waits, in ms since epoch. `eagerSince`: the network or a session is back, so delays
 * that the device chose end. `forcedSince`: a person tapped, so every delay from before the tap ends.
 */
export type Urgency = { eagerSince?: number; forcedSince?: number }

/** Whose entries to send, and when, in ms since epoch. */
export type SendContext = Urgency & { customer: string; now: number }

/** Whether a wait still delays a delivery. */
export const isWaitActive = (
  wait: Wait | undefined,
  { now, eagerSince, forcedSince }: Omit<SendContext, 'customer'>,
): boolean => {
  if (!wait || now >= wait.until) return false
  // The device's clock was set back, so `until` comes from another clock.
  if (now < wait.since) return false
  const isOverridden = (time: number | undefined): boolean =>
    // If the clock was set back since, `time` lies in the future and would override every later wait.
    time !== undefined && time <= now && wait.since < time
  return !isOverridden(forcedSince) && (wait.told || !isOverridden(eagerSince))
}

/**
 * The first entry of each lane of a customer, if it is waiting and no other lane blocks it. `entries` must be
 * in the order of capture.
 */
export const listHeads = (entries: readonly Entry[], customer: string): (Entry & { state: Waiting })[] => {
  const earlierLanes = new Set<string>()
  return entries.filter((entry): entry is Entry & { state: Waiting } => {
    if (entry.customer !== customer) return false
    const isBlocked = [entry.lane, ...entry.after].some((lane) => earlierLanes.has(lane))
    earlierLanes.add(entry.lane)
    return !isBlocked && entry.state.is === 'waiting'
  })
}

/** The entry to send next, except those in `triedKeys`; undefined if none can be sent now. */
export const nextToSend = (
  entries: readonly Entry[],
  context: SendContext,
  triedKeys: ReadonlySet<string> = new Set(),
): Entry | undefined =>
  listHeads(entries, context.customer).find(
    ({ key, state }) => !triedKeys.has(key) && !isWaitActive(state.wait, context),
  )

/**
 * The entries that can be sent now in one request, in order. Each is the oldest of its lanes, apart from
 * entries before it in the list, and is not in `triedKeys`.
 */
export const batchToSend = (
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
      ![lane, ...after].some((required) => blockedLanes.has(required))
    if (!isFree) blockedLanes.add(lane)
    return isFree
  })
}
