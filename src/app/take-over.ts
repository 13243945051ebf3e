import { flushSync } from 'react-dom'

const operable = 'a, button, input, select, textarea, summary'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Sets a value as a person does: React hears of it. */
const type = (field: Field, value: string): void => {
  // React watches the property of the element itself.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

/** What a person has done to a field is done to the one that takes its place. */
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

/**
 * Puts the app where a page was prerendered. What the person has typed, chosen and focused, and the button that they pressed
 * before it could do anything, are looked for in the app, which may show more: why a session ended, for one.
 */
export const takeOver = (root: Element, render: () => void): void => {
  const before = operableIn(root)
  const focused = document.activeElement ? keyOf(document.activeElement) : ''
  flushSync(render)
  root.removeAttribute('data-prerendered')
  const after = operableIn(root)
  for (const [key, field] of after) carryOver(before.get(key), field)
  if (before.has(focused)) after.get(focused)?.focus({ preventScroll: true })
  for (const [key, element] of before) if (element.hasAttribute('data-pressed')) after.get(key)?.click()
}
