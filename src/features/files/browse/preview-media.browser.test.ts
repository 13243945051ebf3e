import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { wordsIn } from '../../../i18n/words.fixture.ts'
import { show } from '../../../ui/shown.fixture.tsx'
import { PreviewMedia } from './preview-media.tsx'

const t = wordsIn('en-GB')
const broken = 'data:image/png;base64,AAAA'
/** One point. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** Shows what is under a broken address, and under another one when it is renewed. */
const start = (kind: 'image' | 'video', renewed: string) => {
  const Shown = () => {
    const [address, setAddress] = useState(broken)
    return createElement(PreviewMedia, {
      kind,
      address,
      label: 'Goal',
      onRenew: async () => setAddress(renewed),
    })
  }
  screen = show('en-GB', createElement(Shown))
}

test.each(['image', 'video'] as const)(
  'a file that is no %s is said to be one, although its address is the same when it is renewed',
  async (kind) => {
    start(kind, broken)
    await expect.element(page.getByRole('alert')).toHaveTextContent(t('files.browse.previewFailed'))
  },
)

test('an address that is over is renewed, and nobody notices', async () => {
  start('image', picture)
  const shown = page.getByRole('img', { name: 'Goal' })
  await expect.poll(() => (shown.element() as HTMLImageElement).naturalWidth).toBe(1)
  expect(page.getByRole('alert').all()).toEqual([])
})
