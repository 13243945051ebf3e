/**
 * A script that runs inside each prerendered page before the page is shown, so that no press is lost before
 * the other scripts load. It marks a pressed button as busy, and the app presses the button after it has
 * started (`src/app/take-over.ts`). It also marks the root element while a finger or a mouse button is down.
 * The app waits for the release, because a button that is replaced during a press receives no click.
 *
 * It is a string because the Content-Security-Policy contains its hash (`server/http/security-headers.ts`),
 * so no tool may reformat it.
 */
export const earlyPresses = `(function (root) {
  function press(isDown) {
    return function () { root.toggleAttribute('data-pressing', isDown) }
  }
  addEventListener('pointerdown', press(true), { capture: true, passive: true })
  addEventListener('pointerup', press(false), { capture: true, passive: true })
  addEventListener('pointercancel', press(false), { capture: true, passive: true })
  addEventListener('click', function (event) {
    var button = event.target.closest('button')
    if (!button || !button.closest('[data-prerendered]')) return
    button.setAttribute('data-pressed', '')
    button.setAttribute('aria-busy', 'true')
  })
})(document.documentElement)`
