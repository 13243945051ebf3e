import { chooseLocale } from '../i18n/negotiate-locale.ts'
import { createStoredLocale } from '../i18n/stored-locale.ts'
import { freeStorage, measureStorage } from '../offline/storage-usage.ts'
import type { Browser } from '../platform/create-browser.ts'
import { createInstall } from '../platform/install/install.ts'
import { persistStorage } from '../platform/storage/storage-state.ts'
import { eraseDevice } from '../platform/storage/erase-device.ts'
import type { DeviceServices } from './services.ts'
import { watchForUpdates } from './watch-for-updates.ts'

/** Which locale a visitor gets whose path names none, and the memory of the one they had. */
const createLocaleChoice = (): DeviceServices['locale'] => {
  const search = () => new URLSearchParams(location.search)
  const stored = createStoredLocale(() => localStorage)
  return {
    stored,
    choose: (meant) =>
      chooseLocale({
        query: search().get('locale'),
        // An app that was just installed has a memory of its own on iOS: its manifest says which locale it was.
        // A path that asks for a language we nearly have says more than what was on screen last.
        stored: meant === undefined ? (stored.read() ?? search().get('installed')) : undefined,
        languages: meant === undefined ? navigator.languages : [meant, ...navigator.languages],
      }),
  }
}

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** What makes the site an app of this device. */
export const createDevice = (
  browser: Browser,
  outbox: Parameters<typeof watchForUpdates>[1],
): DeviceServices => ({
  locale: createLocaleChoice(),
  install: createInstall({
    target: window,
    storage: () => localStorage,
    standalone: isStandalone,
    navigator,
  }),
  update: watchForUpdates(browser, outbox),
  storage: {
    measure: (locale) => measureStorage(browser, locale),
    free: async (kind, locale) => freeStorage(browser.caches, kind, locale),
    persisted: async () => (await browser.storage?.persisted()) ?? false,
    persist: async () => persistStorage(browser.storage),
  },
  drafts: browser.keyValues('drafts'),
  erase: () => eraseDevice(window),
  now: () => new Date(),
})
