import type { Entry, Wait, Waiting } from '../entry/entry.ts'

/**
 * What overrides waits, in ms since epoch: because the network or a session is back (`eagerSince`), what only the device
 * itself decided is not waited out; because a person tapped (`askedSince`), nothing is that was decided before the tap.
 */
export type Urgency = { eagerSince?: number; askedSince?: number }

export type Eagerness = Urgency & { customer: string; now: number }

/** Whether a wait still holds at `now`. */
export const isHeld = (wait: Wait | undefined, eagerness: Omit<Eagerness, 'customer'>): boolean => {
  const { now, eagerSince, askedSince } = eagerness
  if (!wait || now >= wait.until) return false
  // The device's clock was set back: the time was computed by another clock.
  if (now < wait.since) return false
  const isOverridden = (by: number | undefined): boolean =>
    // The clock was set back since: by this clock the reason lies in the future, and would override every later wait.
    by !== undefined && by <= now && wait.since < by
  return !isOverridden(askedSince) && (wait.told || !isOverridden(eagerSince))
}

/**
 * The entries of a customer that wait behind no other: the oldest of each lane, when it can be sent at all. `entries`
 * is in the order of capture.
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

/** The entry to send next, but for those that were `tried` before; undefined when there is none now. */
export const nextToSend = (
  entries: readonly Entry[],
  eagerness: Eagerness,
  tried: ReadonlySet<string> = new Set(),
): Entry | undefined =>
  headsOf(entries, eagerness.customer).find(
    ({ key, state }) => !tried.has(key) && !isHeld(state.wait, eagerness),
  )

/**
 * The entries that can be sent now in one request, in their order: each is the oldest of its lanes but for those before it in the
 * list, and none was `tried` before.
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
