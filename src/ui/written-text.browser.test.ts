import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../i18n/testing/i18n-in.ts'
import { show } from './testing/show.tsx'
import { WrittenText } from './written-text.tsx'

const t = translateIn('pt-BR')
const more = () => page.getByRole('button', { name: t('common.showMore') })

let screen: ReturnType<typeof show>
afterEach(() => screen.remove())

const write = async (text: string): Promise<HTMLElement> => {
  await page.viewport(360, 740)
  screen = show('pt-BR', createElement(WrittenText, { text }))
  return screen.place
}

test('keeps the lines of a text', async () => {
  const place = await write('One\ntwo\n\nthree')
  expect(place.innerText).toBe('One\ntwo\n\nthree')
  expect(more().query()).toBeNull()
})

test.each(['\n', '\r\n', ' \n', '\u2003\n'])(
  'reduces 1,500 line breaks in a row, as %j, to one empty line',
  async (end) => {
    const place = await write(`One${end.repeat(1500)}two`)
    expect(place.innerText.replaceAll(/[^\S\n]/g, '')).toBe('One\n\ntwo')
    expect(place.clientHeight).toBeLessThan(740)
  },
)

test('shows the first of very many lines, then more on request', async () => {
  const place = await write(Array.from({ length: 1500 }, (_, at) => at).join('\n'))
  expect(place.clientHeight).toBeLessThan(2 * 740)
  expect(place.innerText).not.toContain('\n79')
  await more().click()
  expect(place.innerText).toContain('\n79')
  expect(place.innerText).not.toContain('\n80')
})
