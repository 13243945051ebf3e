import { flushSync } from 'react-dom'
import { nextTask } from '../lib/next-task.ts'

const operable = 'a, button, input, select, textarea, summary, details, video'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Sets a value as a person does: React hears of it. */
const type = (field: Field, value: string): void => {
  // React watches the property of the element itself.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

/** What a person has done to a field, or unfolded, is done to what takes its place. */
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

/** A film goes on where it was. */
const playOn = (from: Element, to: Element | undefined): void => {
  if (!(from instanceof HTMLVideoElement && to instanceof HTMLVideoElement)) return
  to.currentTime = from.currentTime
  // Where the browser forbids it, the film waits at that place for another tap.
  to.play().catch(() => undefined)
}

/** What tells an element from the others of its page: a field by its name, anything else by what it says and where it leads. */
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

/** Only choices have a value that says which of them they are. */
const ownAttribute = (element: Element, name: string): string | null => {
  const isChoice = ['radio', 'checkbox'].includes(element.getAttribute('type') ?? '')
  return name === 'value' && !isChoice ? null : element.getAttribute(name)
}

/** Each element by its key, the first of several. */
const operableIn = (root: Element): Map<string, HTMLElement> => {
  const found = new Map<string, HTMLElement>()
  for (const element of root.querySelectorAll<HTMLElement>(operable)) {
    const key = keyOf(element)
    if (!found.has(key)) found.set(key, element)
  }
  return found
}

/** Resolves when no finger and no button of a mouse is down, and the click that follows was heard (`src/config/early-presses.ts`). */
export const untilReleased = async (): Promise<void> => {
  while (document.documentElement.hasAttribute('data-pressing'))
    await new Promise((resolve) => {
      for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, resolve, { once: true })
    })
  await nextTask()
}

/**
 * Puts the app where a page was prerendered. What the person has typed, chosen and focused, the film that they watch, and the
 * button that they pressed before it could do anything, are looked for in the app, which may show more: why a session ended,
 * for one.
 */
export const takeOver = (root: Element, render: () => void): void => {
  const before = operableIn(root)
  const focused = document.activeElement ? keyOf(document.activeElement) : ''
  // A film that leaves the page is paused by that.
  const playing = [...root.querySelectorAll('video')].filter(({ paused }) => !paused)
  flushSync(render)
  root.removeAttribute('data-prerendered')
  const after = operableIn(root)
  for (const [key, field] of after) carryOver(before.get(key), field)
  for (const film of playing) playOn(film, after.get(keyOf(film)))
  if (before.has(focused)) after.get(focused)?.focus({ preventScroll: true })
  for (const [key, element] of before) if (element.hasAttribute('data-pressed')) after.get(key)?.click()
}
