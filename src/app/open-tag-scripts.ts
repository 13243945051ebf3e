import {
  createConsent,
  createTagScripts,
  hideBody,
  loadScript,
  type TagScripts,
} from '../analytics/tag-scripts.ts'
import { isTagged } from '../analytics/reported-path.ts'
import type { DataLayerEntry } from '../analytics/track.ts'
import { localeFrom } from '../config/locales.ts'
import type { Env } from '../config/env.ts'
import { createLocalText } from '../platform/storage/local-text.ts'
import { sleep } from '../lib/async/sleep.ts'
import type { Services } from './services/services.ts'

const online = (): Promise<void> | undefined =>
  navigator.onLine
    ? undefined
    : new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))

/** Creates the third-party scripts, and opens the scripts of the first locale before anything is drawn. */
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
  const consented = createLocalText(() => localStorage, 'analyticsConsent')
  const tagScripts = createTagScripts({
    scripts: env.scripts,
    dataLayer,
    consent: createConsent(window),
    tagAllowed: new URLSearchParams(location.search).get('allowScripts') !== 'false',
    remembered: {
      read: () => consented.read() === 'yes',
      write: (given) => consented.write(given ? 'yes' : undefined),
    },
    measure,
    load: (address) => loadScript(window, address),
    // On a prerendered page the person reads already: hiding the body would cause the flicker that it
    // prevents elsewhere.
    hide: () => (isPrerendered ? () => undefined : hideBody(document)),
    wait: sleep,
    online,
  })
  const locale = localeFrom(location.pathname.split('/')[1]) ?? device.locale.choose()
  if (isTagged(location.pathname + location.search, locale, device.now())) tagScripts.open(locale)
  return tagScripts
}
