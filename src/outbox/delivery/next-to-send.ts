import type { Entry, Wait, Waiting } from '../entry/entry.ts'

/**
 * Times that override waits, in ms since epoch. `eagerSince`: the network or a session is back, so delays
 * that the device chose end. `askedSince`: a person tapped, so every delay from before the tap ends.
 */
export type Urgency = { eagerSince?: number; askedSince?: number }

export type Eagerness = Urgency & { customer: string; now: number }

export const isHeld = (wait: Wait | undefined, eagerness: Omit<Eagerness, 'customer'>): boolean => {
  const { now, eagerSince, askedSince } = eagerness
  if (!wait || now >= wait.until) return false
  // The device's clock was set back, so `until` comes from another clock.
  if (now < wait.since) return false
  const isOverridden = (by: number | undefined): boolean =>
    // If the clock was set back since, `by` lies in the future and would override every later wait.
    by !== undefined && by <= now && wait.since < by
  return !isOverridden(askedSince) && (wait.told || !isOverridden(eagerSince))
}

/**
 * The first entry of each lane of a customer, if it is waiting and no other lane blocks it. `entries` must be
 * in the order of capture.
 */
export const headsOf = (entries: readonly Entry[], customer: string): (Entry & { state: Waiting })[] => {
  const taken = new Set<string>()
  return entries.filter((entry): entry is Entry & { state: Waiting } => {
    if (entry.customer !== customer) return false
    const isBehind = [entry.lane, ...entry.after].some((lane) => taken.has(lane))
    taken.add(entry.lane)
    return !isBehind && entry.state.is === 'waiting'
  })
}

/** The entry to send next, except those in `tried`; undefined if none can be sent now. */
export const nextToSend = (
  entries: readonly Entry[],
  eagerness: Eagerness,
  tried: ReadonlySet<string> = new Set(),
): Entry | undefined =>
  headsOf(entries, eagerness.customer).find(
    ({ key, state }) => !tried.has(key) && !isHeld(state.wait, eagerness),
  )

/**
 * The entries that can be sent now in one request, in order. Each is the oldest of its lanes, apart from
 * entries before it in the list, and is not in `tried`.
 */
export const togetherToSend = (
  entries: readonly Entry[],
  eagerness: Eagerness,
  tried: ReadonlySet<string>,
): Entry[] => {
  const blocked = new Set<string>()
  return entries.filter(({ key, customer, lane, after, state }) => {
    if (customer !== eagerness.customer) return false
    const isFree =
      state.is === 'waiting' &&
      !tried.has(key) &&
      !isHeld(state.wait, eagerness) &&
      ![lane, ...after].some((before) => blocked.has(before))
    if (!isFree) blocked.add(lane)
    return isFree
  })
}
