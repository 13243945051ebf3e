import { createElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { createDeferred } from '../../lib/async/deferred.ts'
import { show } from '../../ui/testing/show.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show>
let refreshed: ReturnType<typeof createDeferred<undefined>>[]
beforeEach(async () => {
  await page.viewport(360, 740)
  refreshed = []
  const refresh = () => {
    const one = createDeferred<undefined>()
    refreshed.push(one)
    return one.promise
  }
  const text = createElement('p', { style: { height: 3000 } }, 'A long page')
  screen = show('en-GB', createElement('main', null, text, createElement(PullToRefresh, { refresh })))
})
afterEach(() => {
  window.scrollTo(0, 0)
  screen.remove()
})

/** Touches the page with fingers at these heights in px. */
const touch = (type: 'touchstart' | 'touchmove' | 'touchend', ...heights: number[]) => {
  const target = screen.find('p')
  const touches = heights.map(
    (clientY, identifier) => new Touch({ identifier, target, clientX: 180, clientY }),
  )
  target.dispatchEvent(new TouchEvent(type, { touches, bubbles: true }))
}
const pullDown = (by: number) => {
  touch('touchstart', 200)
  for (let step = 1; step <= 10; step += 1) touch('touchmove', 200 + (by / 10) * step)
  touch('touchend')
}
const spinner = () => page.getByText(t('common.refreshing'))

test('refreshes once when the page is pulled down far enough, with a spinner until the data arrives', async () => {
  pullDown(200)
  await expect.element(spinner()).toBeInTheDocument()
  pullDown(200)
  expect(refreshed).toHaveLength(1)
  refreshed[0]?.resolve(undefined)
  await expect.poll(() => spinner().query()).toBeNull()
})

test('does not refresh when released early, or pulled with two fingers', () => {
  pullDown(60)
  touch('touchstart', 200)
  touch('touchmove', 400, 300)
  touch('touchend')
  expect(refreshed).toEqual([])
})

test('does not refresh when the page is not at its top', () => {
  window.scrollTo({ top: 300, behavior: 'instant' })
  pullDown(200)
  expect(refreshed).toEqual([])
})
