import { createElement, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import { PreviewMedia } from './preview-media.tsx'

const t = translateIn('en-GB')
const broken = 'data:image/png;base64,AAAA'
/** A single pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** Shows a preview with a broken URL, and with another URL once it is renewed. */
const start = (kind: 'image' | 'video' | 'document', renewed: string, first = broken) => {
  const Shown = () => {
    const [url, setUrl] = useState(first)
    return createElement(PreviewMedia, {
      kind,
      url,
      label: 'Goal',
      onRenew: async () => setUrl(renewed),
    })
  }
  screen = show('en-GB', createElement(Shown))
}

test.each(['image', 'video'] as const)(
  'shows an error for a file that is not a valid %s, although its renewed address is the same',
  async (kind) => {
    start(kind, broken)
    await expect.element(page.getByRole('alert')).toHaveTextContent(t('files.browse.previewFailed'))
  },
)

test('renews an expired address unnoticed', async () => {
  start('image', picture)
  const shown = page.getByRole('img', { name: 'Goal' })
  await expect.poll(() => (shown.element() as HTMLImageElement).naturalWidth).toBe(1)
  expect(page.getByRole('alert').all()).toEqual([])
})

describe('a document that takes the focus, as the viewer of a damaged one does', () => {
  /** Takes the focus on a message, and posts when it is ready and when it has the focus. */
  const greedy = `data:text/html,${encodeURIComponent(
    '<input id="i"><script>onmessage = () => { i.focus(); parent.postMessage("taken", "*") }; parent.postMessage("ready", "*")</script>',
  )}`
  const said = (word: string) =>
    new Promise<void>((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        if (data !== word) return
        window.removeEventListener('message', listen)
        resolve()
      }
      window.addEventListener('message', listen)
    })
  /** The button that opened the dialog. */
  let open: HTMLElement
  beforeEach(() => {
    open = document.body.appendChild(document.createElement('button'))
    open.textContent = 'Open'
    open.focus()
  })
  afterEach(() => open.remove())

  /** Shows the document. Resolves when it has taken the focus and the page has reacted. */
  const take = async (person: () => unknown = () => undefined) => {
    const [ready, taken] = [said('ready'), said('taken')]
    start('document', greedy, greedy)
    await ready
    await person()
    window.frames[window.frames.length - 1]?.postMessage('take', '*')
    await taken
    await new Promise((resolve) => setTimeout(resolve, 200))
  }

  test('gives it back', async () => {
    await take()
    await expect.poll(() => document.activeElement).toBe(open)
  })

  test('keeps it when the person tabbed there', async () => {
    await take(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' })))
    expect(document.activeElement?.tagName).toBe('IFRAME')
  })

  test('keeps it when the person used the pointer there', async () => {
    await take(async () => {
      await userEvent.hover(page.getByRole('button', { name: 'Open' }))
      await userEvent.hover(page.getByRole('link'))
      await userEvent.hover(page.getByTitle('Goal'))
    })
    expect(document.activeElement?.tagName).toBe('IFRAME')
  })
})
