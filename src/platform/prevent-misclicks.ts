/** The elements that respond to a press. A label and its field are one control. */
const controls =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role=option], [role=row], [tabindex]'

/** What a press hits. */
type PressTarget = {
  /** Undefined beside all controls. */
  control: Element | undefined
  /**
   * The path of a link's target. It leaves out the search params, because during a press a link may change to
   * another step of its page.
   */
  path: string | undefined
  /** The text of the control. */
  name: string
}

const findControl = (target: EventTarget | null): Element | undefined => {
  const element = target instanceof Element ? target.closest(controls) : null
  return (element instanceof HTMLLabelElement ? element.control : undefined) ?? element ?? undefined
}

const toPressTarget = (eventTarget: EventTarget | null): PressTarget => {
  const control = findControl(eventTarget)
  return {
    control,
    path: control instanceof HTMLAnchorElement ? control.pathname : undefined,
    name: control?.getAttribute('aria-label') ?? control?.textContent ?? '',
  }
}

/** Whether a press ends on the control that it started on. That control may have been rendered again. */
const isSameControl = (start: PressTarget, end: PressTarget): boolean => {
  if (start.path !== end.path) return false
  if (start.control === end.control) return true
  const isReplaced = start.control?.isConnected === false
  return isReplaced && start.control?.tagName === end.control?.tagName && start.name === end.name
}

/**
 * Ignores a click that ends on another control than the press started on, because data has arrived meanwhile
 * and has moved the page under the finger. Otherwise a coach would open or select something else. A browser
 * itself does this only for a mouse, and not for a link whose target has changed.
 */
export const preventMisclicks = (page: Document): void => {
  /** What the current press started on. */
  let pressStart: PressTarget | undefined
  page.addEventListener('pointerdown', ({ target }) => (pressStart = toPressTarget(target)), true)
  page.addEventListener('pointercancel', () => (pressStart = undefined), true)
  const onClick = (event: MouseEvent) => {
    const start = pressStart
    // The page itself may click during this event, for example a label its field.
    pressStart = undefined
    // These clicks are allowed: a press that started beside a control, because phones move such a tap onto the
    // control, and a click by a key or a screen reader, which has no pointer (`detail` is 0).
    if (!start?.control || event.detail === 0) return
    if (isSameControl(start, toPressTarget(event.target))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener('click', onClick, true)
}
