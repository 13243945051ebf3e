/**
 * Starts the app behind a page that was prerendered (`src/prerender/`): at once where there is something to fill in, or the
 * person does anything; else when it has loaded. The links of such a page lead on without it.
 */

/** The address of the app, built before this script. */
declare const appScript: string
const start = () => void import(/* @vite-ignore */ appScript)

/** ms after everything has loaded: the page is painted first */
const pause = 200
const startLater = () => void window.setTimeout(start, pause)

// A button does nothing yet: the app presses the same one when it is there.
window.addEventListener('click', ({ target }) => {
  if (target instanceof Element) target.closest('button')?.setAttribute('data-pressed', '')
})

if (document.querySelector('#root form')) start()
else {
  for (const act of ['pointerdown', 'keydown', 'focusin'])
    window.addEventListener(act, start, { capture: true, once: true, passive: true })
  if (document.readyState === 'complete') startLater()
  else window.addEventListener('load', startLater, { once: true })
}
