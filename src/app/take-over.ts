import { flushSync } from 'react-dom'
import { nextTask } from '../lib/async/next-task.ts'

const operable = 'a, button, input, select, textarea, summary, details, video'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Sets a value like a person who types, so that React is notified. */
const type = (field: Field, value: string): void => {
  // React overrides the property on the element itself, so the prototype's setter is used.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

/** Applies what a person has typed, ticked or unfolded to the element that replaces the prerendered one. */
const carryOver = (from: Element | undefined, to: Element): void => {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.checked !== from.defaultChecked && to.checked !== from.checked) to.click()
    if (from.value !== from.defaultValue) type(to, from.value)
  }
  if (from instanceof HTMLTextAreaElement && to instanceof HTMLTextAreaElement) {
    if (from.value !== from.defaultValue) type(to, from.value)
  }
  if (from instanceof HTMLSelectElement && to instanceof HTMLSelectElement) {
    const isChosen = [...from.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
    if (isChosen && from.value !== '') type(to, from.value)
  }
  if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open ||= from.open
}

/** Continues a film from its position. */
const playOn = (from: Element, to: Element | undefined): void => {
  if (!(from instanceof HTMLVideoElement && to instanceof HTMLVideoElement)) return
  to.currentTime = from.currentTime
  // If the browser forbids playing, the film waits at its position for another tap.
  to.play().catch(() => undefined)
}

/** Identifies an element of a page: a field by its name, other elements by their text and target. */
const keyOf = (element: Element): string =>
  JSON.stringify(
    element.hasAttribute('name')
      ? [element.localName, ...['name', 'type', 'value'].map((name) => ownAttribute(element, name))]
      : [
          element.localName,
          element.getAttribute('href'),
          element.getAttribute('aria-label'),
          element.textContent,
        ],
  )

/** Only radio buttons and checkboxes have a value that identifies them. */
const ownAttribute = (element: Element, name: string): string | null => {
  const isChoice = ['radio', 'checkbox'].includes(element.getAttribute('type') ?? '')
  return name === 'value' && !isChoice ? null : element.getAttribute(name)
}

/** The first element for each key. */
const operableIn = (root: Element): Map<string, HTMLElement> => {
  const found = new Map<string, HTMLElement>()
  for (const element of root.querySelectorAll<HTMLElement>(operable)) {
    const key = keyOf(element)
    if (!found.has(key)) found.set(key, element)
  }
  return found
}

/**
 * Resolves when no finger or mouse button is down and the click that follows was handled
 * (`src/config/early-presses.ts`).
 */
export const untilReleased = async (): Promise<void> => {
  while (document.documentElement.hasAttribute('data-pressing'))
    await new Promise((resolve) => {
      for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, resolve, { once: true })
    })
  await nextTask()
}

/**
 * Renders the app in place of a prerendered page. Transfers what the person has typed, chosen and focused,
 * the film that they watch, and a button that they pressed before it could react. Each is looked up in the
 * app, which may show more: for example why a session ended.
 */
export const takeOver = (root: Element, render: () => void): void => {
  const before = operableIn(root)
  const focused = document.activeElement ? keyOf(document.activeElement) : ''
  // Removing a film from the page pauses it.
  const playing = [...root.querySelectorAll('video')].filter(({ paused }) => !paused)
  flushSync(render)
  root.removeAttribute('data-prerendered')
  const after = operableIn(root)
  for (const [key, field] of after) carryOver(before.get(key), field)
  for (const film of playing) playOn(film, after.get(keyOf(film)))
  if (before.has(focused)) after.get(focused)?.focus({ preventScroll: true })
  for (const [key, element] of before) if (element.hasAttribute('data-pressed')) after.get(key)?.click()
}
