/**
 * Starts the app behind a page that was prerendered (`src/prerender/`): when a person does anything, else when the page has
 * been there for a while. Its links lead on and its fields can be filled in without the app, so that on a slow phone nothing
 * competes with reading it.
 */

/** The addresses of the app's script and of what that imports, as the build wrote them beside this one. */
const [app = '', ...imports] = document.currentScript?.dataset['app']?.split(' ') ?? []

let isStarted = false
const start = () => {
  if (isStarted) return
  isStarted = true
  void import(/* @vite-ignore */ app)
}

/** Fetches what the start will need: the first tap then waits for no download. */
const fetchAhead = () => {
  for (const href of [app, ...imports]) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href })
    document.head.append(link)
  }
}

/** ms after everything has loaded: the page is painted first */
const untilFetched = 200
/** ms in which a page is read before the app starts by itself */
const untilStarted = 5000
/** ms after which a page counts as loaded: one picture that never responds would hold `load` back for good */
const longestLoad = 30_000

let isLater = false
const startLater = () => {
  if (isLater) return
  isLater = true
  window.setTimeout(fetchAhead, untilFetched)
  window.setTimeout(start, untilStarted)
}

/** Whoever was here before may be signed in, and what they see is then another page. */
const wasHere = (): boolean => {
  try {
    return localStorage.length > 0
  } catch {
    return false
  }
}

/** A button was pressed (`src/config/early-presses.ts`) or a field was entered before this script came. */
const isInUse = (): boolean =>
  document.activeElement !== document.body ||
  document.querySelector('[data-pressed]') !== null ||
  document.documentElement.hasAttribute('data-pressing')

if (wasHere() || isInUse()) start()
else {
  for (const act of ['pointerdown', 'keydown', 'focusin'])
    window.addEventListener(act, start, { capture: true, once: true, passive: true })
  if (document.readyState === 'complete') startLater()
  else {
    window.addEventListener('load', startLater, { once: true })
    window.setTimeout(startLater, longestLoad)
  }
}
