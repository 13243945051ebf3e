/**
 * Starts the app behind a prerendered page (`src/prerender/`): when a person does anything, otherwise some
 * time after the page has loaded. The page's links and fields work without the app, so on a slow phone the
 * app does not compete with reading.
 */

/** The addresses of the app's script and of its imports, which the build writes beside this script. */
const [app = '', ...imports] = document.currentScript?.dataset['app']?.split(' ') ?? []

let isStarted = false
const start = () => {
  if (isStarted) return
  isStarted = true
  void import(/* @vite-ignore */ app)
}

/** Fetches what the start will need, so that the first tap waits for no download. */
const preload = () => {
  for (const href of [app, ...imports]) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href })
    document.head.append(link)
  }
}

/** ms after everything has loaded: the page is painted first. */
const fetchDelay = 200
/** ms in which a page is read before the app starts by itself. */
const startDelay = 5000
/**
 * ms after which a page counts as loaded: a single picture that never responds would delay `load`
 * indefinitely.
 */
const loadTimeout = 30_000

let isScheduled = false
const scheduleStart = () => {
  if (isScheduled) return
  isScheduled = true
  window.setTimeout(preload, fetchDelay)
  window.setTimeout(start, startDelay)
}

/** A person who was here before may be signed in, and would then see another page. */
const wasHere = (): boolean => {
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

if (wasHere() || isInUse()) start()
else {
  for (const act of ['pointerdown', 'keydown', 'focusin'])
    window.addEventListener(act, start, { capture: true, once: true, passive: true })
  if (document.readyState === 'complete') scheduleStart()
  else {
    window.addEventListener('load', scheduleStart, { once: true })
    window.setTimeout(scheduleStart, loadTimeout)
  }
}
