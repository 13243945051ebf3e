import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { followLinks } from './follow-interactions.ts'
import { createTrack, type DataLayerEntry } from './track.ts'

const dataLayer: DataLayerEntry[] = []
followLinks({ track: createTrack({ dataLayer, capture: async () => undefined }), window })
// Prevents the test page from being left.
window.addEventListener('click', (event) => event.preventDefault(), { capture: true })

afterEach(() => {
  dataLayer.length = 0
  document.body.replaceChildren()
})

const click = async (html: string, selector = 'a') => {
  document.body.innerHTML = html
  await userEvent.click(document.querySelector(selector)!)
  return dataLayer
}
const path = window.location.pathname

test('records only the target path of a click on a link of the site', async () => {
  expect(await click('<a href="/pt-BR/verify?email=ana@example.com#top">here</a>')).toEqual([
    { event: 'link_click', path, target: '/pt-BR/verify', outbound: false },
  ])
})

test('records only the site of an external link', async () => {
  expect(await click('<a href="https://files.test/private/ana/final.mp4">file</a>')).toEqual([
    { event: 'link_click', path, target: 'https://files.test', outbound: true },
  ])
})

test('records clicks by keyboard, and on a picture inside a link', async () => {
  document.body.innerHTML = '<a href="/faq"><svg width="9" height="9"><path d="M0 0h9v9H0z"/></svg></a>'
  document.querySelector('a')!.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(document.querySelector('svg')!)
  expect(dataLayer.map(({ target }) => target)).toEqual(['/faq', '/faq'])
})

test('records a link that stops the propagation of its click, and ignores what is not a link', async () => {
  document.body.innerHTML = '<a href="/faq">faq</a><button>no link</button><a>no address</a>'
  const [link, , bare] = [...document.body.children]
  link!.addEventListener('click', (event) => event.stopImmediatePropagation())
  await userEvent.click(link!)
  await userEvent.click(document.querySelector('button')!)
  await userEvent.click(bare!)
  expect(dataLayer).toHaveLength(1)
})
