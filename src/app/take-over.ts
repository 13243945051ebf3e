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

/**
 * Puts the app where a page was prerendered. Both look the same: what the person has typed and focused, and the button that
 * they pressed before it could do anything, are the ones at the same place.
 */
export const takeOver = (root: Element, render: () => void): void => {
  const before = [...root.querySelectorAll(operable)]
  const focused = before.findIndex((element) => element === document.activeElement)
  const pressed = before.findIndex((element) => element.hasAttribute('data-pressed'))
  flushSync(render)
  root.removeAttribute('data-prerendered')
  const after = [...root.querySelectorAll<HTMLElement>(operable)]
  for (const [place, field] of after.entries()) carryOver(before[place], field)
  after[focused]?.focus({ preventScroll: true })
  after[pressed]?.click()
}
