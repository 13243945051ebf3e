import type { Track } from '../../analytics/track.ts'
import type { Locale, LocaleCode } from '../../config/locales.ts'
import { chooseLocale } from '../../config/negotiate-locale.ts'
import { readLanguages } from '../../lib/read-languages.ts'
import { freeStorage, isAppCache, measureStorage } from '../../offline/storage-usage.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { createInstall } from '../../platform/install/install.ts'
import type { OpenForms } from '../../platform/open-forms.ts'
import { eraseDevice } from '../../platform/storage/erase-device.ts'
import { createLocalText } from '../../platform/storage/local-text.ts'
import { isStorageBlocked } from '../../platform/storage/storage-blocked.ts'
import { persistStorage } from '../../platform/storage/storage-state.ts'
import { createTheme } from '../../platform/theme/create-theme.ts'
import type { TryUntilDone } from '../../platform/try-until-done.ts'
import { createWakeLock } from '../../platform/wake-lock.ts'
import { trackInstall, trackTheme } from '../track-actions.ts'
import { watchForUpdates } from '../watch-for-updates.ts'
import { createForgetUploads, createHasWorkOfOthers } from './customers-on-device.ts'
import { createDeviceScreen } from './device-screen.ts'
import { createForgetCustomer } from './erase-at-sign-out.ts'

/**
 * Chooses the locale of a visitor whose path names no locale, and stores the locale that was displayed last.
 */
const createLocaleChoice = () => {
  const getSearchParams = () => new URLSearchParams(location.search)
  const stored = createLocalText(() => localStorage, 'locale')
  return {
    stored,
    /** The locale for a path that names none. `pathTag` is its first segment, such as `en-IE`. */
    choose: (pathTag?: string): Locale =>
      chooseLocale({
        query: getSearchParams().get('locale'),
        pathTag,
        // On iOS an installed app has its own storage, empty at first, so its manifest passes the locale in
        // the URL.
        storedLocale: stored.read() ?? getSearchParams().get('installed'),
        languages: readLanguages(navigator),
      }),
  }
}

/** Returns the id of this tab, which stays the same after a reload. */
const readTabId = (newId: () => string): string => {
  const stored = createLocalText(() => sessionStorage, 'tab')
  const id = stored.read() ?? newId()
  stored.write(id)
  return id
}

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

type DeviceDeps = {
  outbox: DeviceOutbox
  track: Track
  id: () => Promise<string>
  tryUntilDone: TryUntilDone
  openForms: OpenForms
}

/** Creates the services for the app on this device: its locale, theme, installation, updates and storage. */
export const createDevice = (
  browser: Browser,
  { outbox, track, id, tryUntilDone, openForms }: DeviceDeps,
) => ({
  /** The id of this device, or undefined if it cannot be stored. */
  id: () => browser.database.withTimeLimit(id()).catch(() => undefined),
  locale: createLocaleChoice(),
  theme: trackTheme(createTheme(window), track),
  /** Keeps the screen on while a coach follows instructions on the pitch. */
  keepAwake: createWakeLock(createDeviceScreen()),
  install: trackInstall(
    createInstall({
      target: window,
      storage: () => localStorage,
      isStandalone,
      navigator,
    }),
    track,
  ),
  /** Whether the coach is filling in a form. */
  openForms,
  update: watchForUpdates(browser, { outbox, openForms }, tryUntilDone),
  /** What this site stores on this device, and whether the browser promises not to clear it. */
  storage: {
    isBlocked: isStorageBlocked(window),
    measure: (locale: LocaleCode) => measureStorage(browser, locale),
    /** Deletes cached media, or the texts (`words`) of all locales except the current one. */
    free: async (kind: 'media' | 'words', locale: LocaleCode) => {
      await freeStorage(browser.caches, kind, locale)
      void track('storage_freed', { kind })
    },
    persisted: async () => (await browser.storage?.persisted()) ?? false,
    persist: async () => {
      const isPersisted = await persistStorage(browser.storage)
      void track('storage_promised', { promised: isPersisted })
      return isPersisted
    },
  },
  /** Unsent drafts, such as the answers to a survey, by customer and module. */
  drafts: browser.keyValues('drafts'),
  /** The id of this tab, and the id of the page that is loaded in it. A reload changes only the second. */
  tab: { id: readTabId(browser.newId), page: browser.newId() },
  /** Await it before you report a failure: the browser aborts the requests of a page that was left. */
  haltIfLeft: browser.pageCache.haltIfLeft,
  /** Deletes everything that this site stores, except the app itself. */
  erase: () => eraseDevice(window, isAppCache),
  /** Deletes what this device stores about a customer. */
  forgetCustomer: createForgetCustomer(browser, outbox),
  /** Deletes the saved uploads of a customer whose account was deleted. */
  forgetUploads: createForgetUploads(browser),
  /** Whether other customers have work on this device that exists nowhere else. */
  hasWorkOfOthers: createHasWorkOfOthers(browser, outbox),
  now: () => new Date(),
})
