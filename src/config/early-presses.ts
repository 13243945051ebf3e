/**
 * Runs inside each prerendered page before anything of it is shown, so that no press is lost however late the other scripts come.
 * A button that is pressed says that it is busy, and the app presses it when it is there (`src/app/take-over.ts`). The root says
 * while a finger or a button of a mouse is down: the app waits for the end, since a button that is replaced in the middle of a
 * press would hear of no click.
 *
 * A text, because the Content-Security-Policy names its hash (`server/http/security-headers.ts`): no tool may write it anew.
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
