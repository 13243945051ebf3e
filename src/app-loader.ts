/**
 * The script of a prerendered page (`src/prerender/`). Starts the app when the visitor presses, types or
 * focuses something, otherwise five seconds after the page has loaded, unless the browser saves data. The
 * page's links and fields work before the app has started, so a slow phone can render the page first.
 */

import { scrollInputs } from './config/scroll-inputs.ts'
import { appMissingEvent, keepFormWithoutApp, restoreTyped } from './platform/form-without-app.ts'
import { whenLoaded } from './platform/when-loaded.ts'

/** The URLs of the app's script and of its imports. The build writes them into `data-app` of this script. */
const [appUrl = '', ...importUrls] = document.currentScript?.dataset['app']?.split(' ') ?? []

/** The wait before the app's script is requested once more. */
const retryDelayMs = 3000

let hasStarted = false
const start = () => {
  if (hasStarted) return
  hasStarted = true
  import(/* @vite-ignore */ appUrl).catch(() =>
    // The browser does not request a failed script again, unless its URL differs.
    window.setTimeout(
      () => import(/* @vite-ignore */ `${appUrl}?again`).catch(keepFormWithoutApp),
      retryDelayMs,
    ),
  )
}

/** Downloads the app's scripts in advance, so that the first tap starts the app without delay. */
const preload = () => {
  for (const href of [appUrl, ...importUrls]) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href })
    document.head.append(link)
  }
}

/** The wait after the page has loaded, so that it is painted first. */
const preloadDelayMs = 200
/** The wait after the page has loaded, if the visitor has not started the app before. */
const startDelayMs = 5000

type DataSaver = Navigator & { readonly connection?: { readonly saveData?: boolean } }

/** Whether the browser saves mobile data. Undefined if it does not say, such as Firefox and Safari. */
const savesData = (): boolean | undefined => (navigator as DataSaver).connection?.saveData

const scheduleStart = () => {
  // A visitor who only reads does not need 238 kB of scripts.
  if (savesData()) return
  window.setTimeout(preload, preloadDelayMs)
  window.setTimeout(start, startDelayMs)
}

/** Whether the visitor was here before. If they are signed in, the app shows them another page. */
const isReturningVisitor = (): boolean => {
  try {
    return localStorage.length > 0
  } catch {
    return false
  }
}

/**
 * Whether a button was clicked (`src/config/record-early-clicks.ts`) or a field was focused before this
 * script ran.
 */
const isInUse = (): boolean =>
  document.activeElement !== document.body ||
  document.querySelector('[data-pressed]') !== null ||
  document.documentElement.hasAttribute('data-pressing')

/** Records where the visitor starts to scroll, for analytics (`src/analytics/follow-interactions.ts`). */
const recordScrollStart = () => {
  document.documentElement.dataset['scrolledFrom'] ??= String(window.scrollY)
}
for (const event of scrollInputs)
  window.addEventListener(event, recordScrollStart, { capture: true, once: true, passive: true })

window.addEventListener(appMissingEvent, () => void keepFormWithoutApp())
if (restoreTyped() || isReturningVisitor() || isInUse()) start()
else {
  for (const event of ['pointerdown', 'keydown', 'focusin'])
    window.addEventListener(event, start, { capture: true, once: true, passive: true })
  void whenLoaded(window).then(scheduleStart)
}
