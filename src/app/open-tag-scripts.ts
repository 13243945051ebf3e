import { isTagged } from '../analytics/reported-path.ts'
import {
  createConsent,
  createTagScripts,
  hideBody,
  loadScript,
  type TagScripts,
} from '../analytics/tag-scripts.ts'
import type { DataLayerEntry } from '../analytics/track.ts'
import type { Env } from '../config/env.ts'
import { localeFrom } from '../config/locales.ts'
import { sleep } from '../lib/async/sleep.ts'
import { createLocalText } from '../platform/storage/local-text.ts'
import { followBanner } from './follow-banner.ts'
import type { Services } from './services/services.ts'

/** Resolves when the browser is online; undefined if it is online now. */
const waitUntilOnline = (): Promise<void> | undefined =>
  navigator.onLine
    ? undefined
    : new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))

/** Creates the third-party scripts, and opens those of the first locale before the app is rendered. */
export const openTagScripts = (
  { device }: Services,
  {
    env,
    dataLayer,
    isPrerendered,
    measure,
  }: {
    env: Env
    dataLayer: DataLayerEntry[]
    isPrerendered: boolean
    measure: (isAllowed: boolean) => void
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
    measure,
    load: (url) => loadScript(window, url),
    // On a prerendered page the person is already reading, and hiding the body would cause the flicker that
    // it prevents on other pages.
    hide: () => (isPrerendered ? () => undefined : hideBody(document)),
    wait: sleep,
    untilOnline: waitUntilOnline,
  })
  const locale = localeFrom(location.pathname.split('/')[1]) ?? device.locale.choose()
  if (isTagged(location.pathname + location.search, locale, device.now())) tagScripts.open(locale)
  return tagScripts
}
