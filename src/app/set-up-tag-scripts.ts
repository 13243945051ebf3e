import { allowsTagScripts } from '../analytics/reported-path.ts'
import {
  createConsent,
  createTagScripts,
  hideBody,
  loadScript,
  type TagScripts,
} from '../analytics/tag-scripts.ts'
import type { DataLayerEntry } from '../analytics/track.ts'
import type { Env } from '../config/env.ts'
import { findLocale } from '../config/locales.ts'
import { sleep } from '../lib/async/sleep.ts'
import { createLocalText } from '../platform/storage/local-text.ts'
import { followBanner } from './follow-banner.ts'
import type { Services } from './services/services.ts'

/** Resolves when the browser is online. Returns undefined if it is online now. */
const waitUntilOnline = (): Promise<void> | undefined =>
  navigator.onLine
    ? undefined
    : new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))

/** Sets up the third-party scripts, and loads those of the first locale before the app is rendered. */
export const setUpTagScripts = (
  { device }: Services,
  {
    env,
    dataLayer,
    isPrerendered,
    setMeasuringAllowed,
  }: {
    env: Env
    dataLayer: DataLayerEntry[]
    isPrerendered: boolean
    setMeasuringAllowed: (isAllowed: boolean) => void
  },
): TagScripts => {
  if (Object.keys(env.scripts.consent).length > 0) followBanner(window)
  const storedConsent = createLocalText(() => localStorage, 'analyticsConsent')
  const tagScripts = createTagScripts({
    scripts: env.scripts,
    dataLayer,
    consent: createConsent(window),
    isTagAllowed: new URLSearchParams(location.search).get('allowScripts') !== 'false',
    storedConsent: {
      read: () => storedConsent.read() === 'yes',
      write: (isGiven) => storedConsent.write(isGiven ? 'yes' : undefined),
    },
    setMeasuringAllowed,
    load: (url) => loadScript(window, url),
    // The visitor is already reading a prerendered page. Hiding it would cause the flicker that hiding
    // prevents on other pages.
    hide: () => (isPrerendered ? () => undefined : hideBody(document)),
    wait: sleep,
    waitUntilOnline,
  })
  const locale = findLocale(location.pathname.split('/')[1]) ?? device.locale.choose()
  if (allowsTagScripts(location.pathname + location.search, locale, device.now())) tagScripts.loadFor(locale)
  return tagScripts
}
