import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { HomeScreen, type HomeContent } from './home-screen.tsx'
import { homeContent } from './testing/home-content.ts'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = async (
  viewport: number,
  props: { returnTo?: string; content?: HomeContent } = { content: homeContent },
) => {
  await page.viewport(viewport, 740)
  screen = show(
    'pt-BR',
    createElement(HomeScreen, {
      returnTo: props.returnTo,
      content: props.content,
      Drill: ({ still }) => createElement('img', { src: still.src, width: 640, height: 360, alt: '' }),
      Certificate: ({ document: { name, title } }) => createElement('p', {}, `${name}: ${title}`),
    }),
  )
  return screen
}
const topOf = (selector: string) => screen?.find(selector).getBoundingClientRect().top ?? NaN

test('a phone shows what it is, how to join and the top of a drill on the first screen', async () => {
  await open(360)
  const header = 65
  expect(topOf('h1')).toBeGreaterThanOrEqual(0)
  const [signUp, signIn] = screen?.place.querySelectorAll('section:first-child a') ?? []
  expect(signUp?.getAttribute('href')).toBe('/pt-BR/sign-up')
  expect(signUp?.getBoundingClientRect().width).toBe(360 - 2 * 16)
  expect(signIn?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(topOf('section:first-child img') + header).toBeLessThan(740 - 120)
})

test('for a visitor who followed a link to a coach’s page, signing in is first', async () => {
  await open(360, { content: homeContent, returnTo: '/pt-BR/files' })
  expect(screen?.find('section:first-child a').getAttribute('href')).toContain('/pt-BR/login')
})

test('says in a visitor’s hands whether a question is answered right', async () => {
  await open(360)
  await page.getByLabelText('Espero').click()
  await expect.element(page.getByText('Falta coragem.')).toBeVisible()
  await page.getByLabelText('Vou até lá').click()
  await expect.element(page.getByText('É isso.')).toBeVisible()
  await expect.element(page.getByText('Falta coragem.')).not.toBeInTheDocument()
})

test('shows the captions of the film below the picture, in at least 16 px', async () => {
  await open(360)
  const video = screen!.find('video') as HTMLVideoElement
  // A browser plays a video without a tap only when it is muted.
  video.muted = true
  await video.play()
  await expect.poll(() => video.textTracks[0]?.cues?.length).toBeGreaterThan(0)
  expect(video.parentElement?.dataset['captions']).toBe('below')
  const findCaption = () => screen!.place.querySelector('[data-size] > [data-shown]')
  await expect.poll(() => findCaption()?.textContent).toMatch(/^Roda Aberta/)
  const caption = findCaption()!
  expect(parseFloat(getComputedStyle(caption).fontSize)).toBeGreaterThanOrEqual(16)
  expect(caption.getBoundingClientRect().top).toBeGreaterThanOrEqual(video.getBoundingClientRect().bottom)
  // What the browser's button for captions does.
  video.textTracks[0]!.mode = 'disabled'
  await expect.poll(findCaption).toBeNull()
  video.textTracks[0]!.mode = 'showing'
  await expect.poll(() => findCaption()?.textContent).toMatch(/./)
})

test('a specimen of the certificate is only named to screen readers', async () => {
  await open(1280)
  const specimen = page.getByRole('figure').filter({ hasText: 'Exemplo de um certificado' })
  expect(specimen.element().querySelector('[aria-hidden]')?.textContent).toBe('Ana Beatriz Souza: O curso')
})

test('invites to join, also if the samples cannot be loaded', async () => {
  await open(360, {})
  expect(screen?.place.querySelectorAll('[href="/pt-BR/sign-up"]')).toHaveLength(2)
  expect(screen?.place.querySelector('video')).toBeNull()
})
