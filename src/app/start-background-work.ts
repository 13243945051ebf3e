import type { QueryClient } from '@tanstack/react-query'
import { singleFlight } from '../lib/async/single-flight.ts'
import { countUnsentWork } from '../outbox/count-unsent.ts'
import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'
import { scheduleDelivery } from '../outbox/schedule-delivery.ts'
import type { Person } from '../person/person.ts'
import type { Browser } from '../platform/create-browser.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'
import { requestBackgroundSync } from '../platform/service-worker/background-sync.ts'
import { persistStorage } from '../platform/storage/storage-state.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { Session } from '../session/session.ts'
import { scheduleReports } from '../sync-log/schedule-reports.ts'
import type { Services } from './services/services.ts'

type RefreshDeps = {
  queries: QueryClient
  outbox: Pick<Outbox, 'subscribe'> & {
    snapshot: () => Pick<OutboxSnapshot, 'customer' | 'entries' | 'isSending' | 'deliveredAt'>
  }
  connectivity: Pick<Connectivity, 'state' | 'subscribe'>
}

/**
 * Refetches after a delivery, which changes the data on the server, and when the server is reachable again.
 */
export const refreshQueries = ({ queries, outbox, connectivity }: RefreshDeps): void => {
  const refresh = async () => {
    const customerQueries = { queryKey: ['customer'] }
    // The response to a running request may be older than the delivery. `invalidateQueries` cancels only the
    // requests of queries that already have data, so all requests are cancelled here.
    await queries.cancelQueries(customerQueries)
    await queries.invalidateQueries(customerQueries)
  }

  let previous = outbox.snapshot()
  let shouldRefresh = false
  outbox.subscribe(() => {
    const snapshot = outbox.snapshot()
    const { customer, entries, deliveredAt } = snapshot
    // An entry that is added and sent while storage is being read appears in no snapshot. Only the time of
    // the delivery shows that it was sent.
    const isDelivered =
      customer !== undefined && customer === previous.customer && deliveredAt !== previous.deliveredAt
    if (isDelivered || entries.length < previous.entries.length) shouldRefresh = true
    previous = snapshot
    // Refreshes once after a series of deliveries, not after each.
    if (!shouldRefresh || snapshot.isSending) return
    shouldRefresh = false
    void refresh()
  })

  let wasOnline = connectivity.state().online
  connectivity.subscribe(() => {
    const isOnline = connectivity.state().online
    if (isOnline && !wasOnline) void refresh()
    wasOnline = isOnline
  })
}

/**
 * The badge on the app's icon. Many browsers do not support it. Others reject the calls until the app is
 * installed.
 */
type Badge = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

type BadgeDeps = {
  outbox: Pick<Outbox, 'subscribe'> & {
    snapshot: () => Pick<OutboxSnapshot, 'storage' | 'toSend' | 'automatic' | 'needsAction'>
  }
  badge: Badge
}

/**
 * Shows on the app's icon how many of the coach's entries exist only on this device. Uploads are not counted.
 */
export const updateBadge = ({ outbox, badge }: BadgeDeps): void => {
  let shownCount: number | undefined
  const update = () => {
    const { storage, ...counts } = outbox.snapshot()
    const count = countUnsentWork(counts)
    if (storage !== 'ready' || count === shownCount) return
    shownCount = count
    const response = count === 0 ? badge.clearAppBadge?.() : badge.setAppBadge?.(count)
    response?.catch(() => undefined)
  }
  outbox.subscribe(update)
  update()
}

/** The delay after the start of the app or a sign-in, so that the first page loads before the profile. */
const profileDelayMs = 5000

type ProfileDeps = {
  session: Pick<Session, 'state' | 'subscribe' | 'customer'>
  /** `loadMissing` loads the parts of the profile that this device has not stored yet. */
  getPerson: (user: CurrentUser) => Pick<Person, 'loadMissing'>
  isOnline: () => boolean
  sleep: (ms: number) => Promise<void>
}

/**
 * Loads the profile of the signed-in coach in advance, so that the profile page works offline even at the
 * first visit.
 */
export const prefetchProfile = ({ session, getPerson, isOnline, sleep }: ProfileDeps): void => {
  let currentUserID: string | undefined
  const follow = async (): Promise<void> => {
    const state = session.state()
    const user = state.status === 'authenticated' ? state.user : undefined
    if (user?.userID === currentUserID) return
    currentUserID = user?.userID
    if (!user) return
    await sleep(profileDelayMs)
    if (session.customer() === user.userID && isOnline()) await getPerson(user).loadMissing()
  }
  session.subscribe(() => void follow())
  void follow()
}

type DeletionDeps = {
  session: Pick<Session, 'customer' | 'subscribe'>
  finish: (customerId: string) => Promise<void>
  connectivity: Pick<Connectivity, 'state' | 'subscribe'>
  isVisible: () => boolean
}

/** The time between two attempts. The object store may be unavailable although the server is reachable. */
const deletionIntervalMs = 60_000

/**
 * Completes the deletions of stored files that closed tabs and screens left unfinished: at the start, after a
 * sign-in, when the server is reachable again, and every minute while the coach sees the page.
 */
export const finishDeletions = ({ session, finish, connectivity, isVisible }: DeletionDeps): void => {
  const finishOnce = singleFlight(finish)
  let currentCustomerId: string | undefined
  const follow = () => {
    const customerId = connectivity.state().online ? session.customer() : undefined
    if (customerId === currentCustomerId) return
    currentCustomerId = customerId
    if (customerId !== undefined) void finishOnce(customerId)
  }
  setInterval(() => {
    if (currentCustomerId !== undefined && isVisible()) void finishOnce(currentCustomerId)
  }, deletionIntervalMs)
  session.subscribe(follow)
  connectivity.subscribe(follow)
  follow()
}

/** Starts what runs for as long as the tab is open, on every page. */
export const startBackgroundWork = (
  { outbox: { outbox, reporter }, uploads, offline, session, device }: Services,
  browser: Browser,
): void => {
  const { connectivity } = offline
  refreshQueries({ queries: session.queries, outbox, connectivity })
  updateBadge({ outbox, badge: navigator })
  scheduleDelivery({
    outbox,
    connectivity,
    page: document,
    window,
    // If the browser refuses, entries are sent only while the app is open.
    requestBackgroundSync: () => void requestBackgroundSync(browser.serviceWorker).catch(() => undefined),
    now: browser.now,
  })
  prefetchProfile({
    session,
    getPerson: session.getPerson,
    isOnline: () => connectivity.state().online,
    sleep: browser.sleep,
  })
  scheduleReports({ outbox, uploadCount: device.health.uploadCount, reporter, now: browser.now })
  finishDeletions({
    session,
    finish: uploads.finishDeletions,
    connectivity,
    isVisible: () => document.visibilityState === 'visible',
  })
  // Not awaited, because the app works the same whatever the browser decides.
  persistStorage(browser.storage).catch(() => undefined)
}
