/** The elements that respond to a press. A label and its field are one control. */
const controls =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role=option], [role=row], [tabindex]'

/**
 * What is at the place of a press. `control` is undefined if there is none, and `name` is its text. For a link, `page` is the path of its
 * target. It leaves out the search params, because during a press a link may change to another step of its
 * page.
 */
type Pressed = { control: Element | undefined; page: string | undefined; name: string }

const findControl = (target: EventTarget | null): Element | undefined => {
  const element = target instanceof Element ? target.closest(controls) : null
  return (element instanceof HTMLLabelElement ? element.control : undefined) ?? element ?? undefined
}

const describe = (control: Element | undefined): Pressed => ({
  control,
  page: control instanceof HTMLAnchorElement ? control.pathname : undefined,
  name: control?.getAttribute('aria-label') ?? control?.textContent ?? '',
})

/** Whether a press ends on the control that it began on. That control may have been rendered again. */
const isSame = (begin: Pressed, end: Pressed): boolean => {
  if (begin.page !== end.page) return false
  if (begin.control === end.control) return true
  const isReplaced = begin.control?.isConnected === false
  return isReplaced && begin.control?.tagName === end.control?.tagName && begin.name === end.name
}

/**
 * Ignores a click that ends on another control than the press began on, because data has arrived meanwhile
 * and has moved the page under the finger. Otherwise a coach would open or select something else. A browser
 * itself does this only for a mouse, and not for a link whose target has changed.
 */
export const guardPresses = (page: Document): void => {
  /** What the current press began on. */
  let begin: Pressed | undefined
  page.addEventListener('pointerdown', (event) => (begin = describe(findControl(event.target))), true)
  page.addEventListener('pointercancel', () => (begin = undefined), true)
  const onClick = (event: MouseEvent) => {
    const press = begin
    // The page itself may click during this event, for example a label its field.
    begin = undefined
    // These clicks are allowed: a press that began beside a control, because phones move such a tap onto the
    // control, and a click by a key or a screen reader, which has no pointer (`detail` is 0).
    if (!press?.control || event.detail === 0) return
    if (isSame(press, describe(findControl(event.target)))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener('click', onClick, true)
}
