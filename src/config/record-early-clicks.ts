/**
 * An inline script of each prerendered page, which runs before the page is shown, so that no click is lost
 * while the other scripts load. It marks a clicked button as busy, and the app clicks the button again when it
 * has started (`src/app/replace-prerendered-page.ts`). It also marks the root element while a finger or a mouse
 * button is down. The app then waits for the release before it replaces the page, because a button that is
 * replaced during a press receives no click.
 *
 * It is a string so that no tool changes it. The Content-Security-Policy contains its hash
 * (`server/http/security-headers.ts`).
 */
export const recordEarlyClicks = `(function (root) {
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
