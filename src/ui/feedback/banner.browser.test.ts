import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { Banner, BannerArea } from './banner.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

test('a banner that is confirmed goes, and the focus moves to the page', async () => {
  const Shell = () => {
    const [isRead, setIsRead] = useState(false)
    const props = { onRead: () => setIsRead(true), children: 'Something was lost.' }
    const area = { children: isRead || createElement(Banner, props) }
    return createElement('div', {}, createElement(BannerArea, area), createElement('main', { tabIndex: -1 }))
  }
  screen = show('en-GB', createElement(Shell))
  await page.getByRole('button', { name: 'Understood' }).click()
  await expect.element(page.getByText('Something was lost.')).not.toBeInTheDocument()
  expect(document.activeElement?.tagName).toBe('MAIN')
})
