/**
 * The script of a prerendered page (`src/prerender/`). Starts the app when a person does anything, otherwise
 * some time after the page has loaded. The page's links and fields work without the app, so on a slow phone
 * the app does not compete with reading.
 */

import { scrollInputs } from './config/scroll-inputs.ts'
import { whenLoaded } from './platform/when-loaded.ts'

/** The URLs of the app's script and of its imports. The build writes them into this script's element. */
const [appUrl = '', ...importUrls] = document.currentScript?.dataset['app']?.split(' ') ?? []

let isStarted = false
const start = () => {
  if (isStarted) return
  isStarted = true
  void import(/* @vite-ignore */ appUrl)
}

/** Fetches what the start will need, so that the first tap waits for no download. */
const preload = () => {
  for (const href of [appUrl, ...importUrls]) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href })
    document.head.append(link)
  }
}

/** In ms, after everything has loaded, so that the page is painted first. */
const preloadDelay = 200
/** In ms, in which a page is read before the app starts by itself. */
const startDelay = 5000

const scheduleStart = () => {
  window.setTimeout(preload, preloadDelay)
  window.setTimeout(start, startDelay)
}

/** Whether the person was here before. They may be signed in, and would then see another page. */
const isReturningVisitor = (): boolean => {
  try {
    return localStorage.length > 0
  } catch {
    return false
  }
}

/**
 * Whether a button was pressed (`src/config/early-presses.ts`) or a field was focused before this script ran.
 */
const isInUse = (): boolean =>
  document.activeElement !== document.body ||
  document.querySelector('[data-pressed]') !== null ||
  document.documentElement.hasAttribute('data-pressing')

/** Notes where the person starts to scroll, for the app's analytics (`src/analytics/follow-interactions.ts`). */
const noteScrollStart = () => {
  document.documentElement.dataset['scrolledFrom'] ??= String(window.scrollY)
}
for (const event of scrollInputs)
  window.addEventListener(event, noteScrollStart, { capture: true, once: true, passive: true })

if (isReturningVisitor() || isInUse()) start()
else {
  for (const event of ['pointerdown', 'keydown', 'focusin'])
    window.addEventListener(event, start, { capture: true, once: true, passive: true })
  void whenLoaded(window).then(scheduleStart)
}
