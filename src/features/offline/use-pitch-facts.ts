import { useQuery } from '@tanstack/react-query'
import type { LocaleCode } from '../../config/locales.ts'
import { sessionDays } from '../../contract/product-api/headers-and-cookies.ts'
import { sleep } from '../../lib/async/sleep.ts'
import { dayMs } from '../../lib/time/day-ms.ts'
import type { PitchFacts, NeedsActionCounts } from '../../offline/pitch-check.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { CorrectedClock } from '../../platform/network/corrected-clock.ts'
import type { Session } from '../../session/session.ts'
import type { PageUploads } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-uploads.ts'

export type PitchDeps = {
  offline: {
    /** Counts the files that are missing to open the app offline. Undefined without a service worker. */
    countMissing: (locale: LocaleCode) => Promise<PitchFacts['missing']>
    /** Asks the service worker to cache what is missing to open the app offline in a locale. */
    cacheLocale: (locale: LocaleCode) => void
    /** Reads the current time by the device's clock and by the corrected clock. */
    moment: CorrectedClock['moment']
  }
  session: Pick<Session, 'readDeviceStatement' | 'renew'>
  /** Whether the browser agreed not to clear the storage, and a function that asks it to agree. */
  storage: { persisted: () => Promise<boolean>; persist: () => Promise<boolean> }
}

/**
 * The check is repeated, because its result changes: in the first minute after an installation, the service
 * worker still fetches files that the check counts.
 */
const checkIntervalMs = 15_000

const readFacts = async (
  { offline, session, storage }: PitchDeps,
  customerId: string,
  locale: LocaleCode,
): Promise<PitchFacts> => {
  const [missing, statement, persisted, { device, corrected }] = await Promise.all([
    offline.countMissing(locale),
    session.readDeviceStatement(customerId),
    storage.persisted(),
    offline.moment(),
  ])
  const facts = { ...(missing && { missing }), persisted, clockOffsetMs: corrected - device }
  // The server states that the coach signed in on this device whenever it opens a session, so the time of the
  // statement is the start of the session.
  return statement
    ? { ...facts, sessionEndsAt: Date.parse(statement.stated_at) + sessionDays * dayMs }
    : facts
}

/** How long the coach waits for missing files before the app reports that they could not be fetched. */
const maxFetchSeconds = 20

/**
 * Asks the service worker to fetch the missing files of the app and of a locale, and waits until they are
 * cached. Resolves to true if all of them were fetched in time.
 */
const fetchMissing = async (
  { cacheLocale, countMissing }: PitchDeps['offline'],
  locale: LocaleCode,
): Promise<boolean> => {
  cacheLocale(locale)
  for (let second = 0; second < maxFetchSeconds; second += 1) {
    const missing = await countMissing(locale)
    if (missing?.app === 0 && missing.texts === 0) return true
    await sleep(1000)
  }
  return false
}

/**
 * Provides the facts for the check of this device, and the actions that fix a failed check, except missing
 * videos. Each action resolves to true if it helped.
 */
export const usePitchFacts = (
  deps: PitchDeps,
  { customer: customerId, locale, enabled }: { customer: string; locale: LocaleCode; enabled: boolean },
) => {
  const { data, refetch } = useQuery({
    queryKey: ['pitch-facts', customerId, locale],
    queryFn: async () => readFacts(deps, customerId, locale),
    enabled,
    staleTime: 0,
    refetchInterval: checkIntervalMs,
  })
  /** Refetches the facts before a fix reports whether it helped, so that the screen already shows its effect. */
  const afterRefetch = async (hasHelped: boolean): Promise<boolean> => {
    await refetch()
    return hasHelped
  }
  const fetchAndRefetch = async () => afterRefetch(await fetchMissing(deps.offline, locale))
  return {
    facts: data,
    fixes: {
      app: fetchAndRefetch,
      texts: fetchAndRefetch,
      session: async () => afterRefetch((await deps.session.renew(customerId)).ok),
      storage: async () => afterRefetch(await deps.storage.persist()),
    },
  }
}

/** Counts a coach's entries and uploads that wait for an action of the coach. */
export const useNeedsActionCounts = (
  outbox: Pick<DeviceOutbox, 'snapshot' | 'subscribe'>,
  uploads: PageUploads,
  customerId: string,
): NeedsActionCounts => ({
  entries: useOutbox(outbox).needsAction,
  files: useUploadCounts(uploads.forCustomer(customerId), customerId).needsAction,
})
