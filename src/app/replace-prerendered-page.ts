import { flushSync } from 'react-dom'
import { waitForNextTask } from '../lib/async/next-task.ts'

/** The elements that the user can operate. */
const operableSelector = 'a, button, input, select, textarea, summary, details, video'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Sets a value and dispatches the events of typing, so that React is notified. */
const typeInto = (field: Field, value: string): void => {
  // React overrides `value` on the element to track it, so the setter of the prototype is used.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

/**
 * Applies what the visitor has typed, ticked or unfolded to the element that replaces the prerendered one.
 */
const copyInput = (oldElement: Element | undefined, newElement: Element): void => {
  if (oldElement instanceof HTMLInputElement && newElement instanceof HTMLInputElement) {
    const isToggled = oldElement.checked !== oldElement.defaultChecked
    if (isToggled && newElement.checked !== oldElement.checked) newElement.click()
    if (oldElement.value !== oldElement.defaultValue) typeInto(newElement, oldElement.value)
  }
  if (oldElement instanceof HTMLTextAreaElement && newElement instanceof HTMLTextAreaElement) {
    if (oldElement.value !== oldElement.defaultValue) typeInto(newElement, oldElement.value)
  }
  if (oldElement instanceof HTMLSelectElement && newElement instanceof HTMLSelectElement) {
    const isChanged = [...oldElement.options].some(
      ({ selected, defaultSelected }) => selected !== defaultSelected,
    )
    if (isChanged && oldElement.value !== '') typeInto(newElement, oldElement.value)
  }
  if (oldElement instanceof HTMLDetailsElement && newElement instanceof HTMLDetailsElement)
    newElement.open ||= oldElement.open
}

/** Continues a video from its position. */
const continueVideo = (oldElement: Element, newElement: Element | undefined): void => {
  if (!(oldElement instanceof HTMLVideoElement && newElement instanceof HTMLVideoElement)) return
  newElement.currentTime = oldElement.currentTime
  // If the browser forbids playing, the video is paused at its position until the next tap.
  newElement.play().catch(() => undefined)
}

/** Returns an attribute for a field's key. A `value` identifies only radio buttons and checkboxes. */
const getKeyAttribute = (field: Element, name: string): string | null => {
  const isChoice = ['radio', 'checkbox'].includes(field.getAttribute('type') ?? '')
  return name === 'value' && !isChoice ? null : field.getAttribute(name)
}

/** Identifies an element of a page: a field by its name, other elements by their text and target. */
const toKey = (element: Element): string => {
  const { localName, textContent } = element
  const parts = element.hasAttribute('name')
    ? ['name', 'type', 'value'].map((name) => getKeyAttribute(element, name))
    : [element.getAttribute('href'), element.getAttribute('aria-label'), textContent]
  return JSON.stringify([localName, ...parts])
}

/** Maps the operable elements by their keys. If several have the same key, the first one is used. */
const mapOperableByKey = (root: Element): Map<string, HTMLElement> => {
  const elements = new Map<string, HTMLElement>()
  for (const element of root.querySelectorAll<HTMLElement>(operableSelector)) {
    const key = toKey(element)
    if (!elements.has(key)) elements.set(key, element)
  }
  return elements
}

/**
 * Resolves when no finger or mouse button is down and the click that follows was handled. An inline script
 * of the page (`src/config/record-early-clicks.ts`) sets `data-pressing` during a press.
 */
export const waitForRelease = async (): Promise<void> => {
  while (document.documentElement.hasAttribute('data-pressing'))
    await new Promise((resolve) => {
      for (const event of ['pointerup', 'pointercancel'])
        window.addEventListener(event, resolve, { once: true })
    })
  await waitForNextTask()
}

/**
 * Renders the app in place of a prerendered page. Transfers what the visitor has typed, chosen and focused,
 * the video that they watch, and the buttons that they pressed before the app could react. Elements are
 * matched by key, because the app may show more than the prerendered page: for example why a session ended.
 */
export const replacePrerenderedPage = (root: Element, render: () => void): void => {
  const oldElements = mapOperableByKey(root)
  const focusedKey = document.activeElement ? toKey(document.activeElement) : ''
  // Collected before the rendering, because removing a video from the page pauses it.
  const playingVideos = [...root.querySelectorAll('video')].filter(({ paused }) => !paused)
  flushSync(render)
  root.removeAttribute('data-prerendered')
  const newElements = mapOperableByKey(root)
  for (const [key, element] of newElements) copyInput(oldElements.get(key), element)
  for (const video of playingVideos) continueVideo(video, newElements.get(toKey(video)))
  if (oldElements.has(focusedKey)) newElements.get(focusedKey)?.focus({ preventScroll: true })
  // The same inline script has marked the buttons that were pressed.
  for (const [key, element] of oldElements)
    if (element.hasAttribute('data-pressed')) newElements.get(key)?.click()
}
