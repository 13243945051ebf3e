import { createElement, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { replacePrerenderedPage } from './replace-prerendered-page.ts'

let app: Root | undefined
let place: HTMLElement | undefined
afterEach(() => {
  app?.unmount()
  place?.remove()
})

/** A page as the build prerenders it; `take` renders the app in its place. */
const show = (html: string, element: ReactNode) => {
  const root = document.createElement('div')
  root.setAttribute('data-prerendered', '')
  root.innerHTML = html
  document.body.append(root)
  place = root
  const find = (selector: string) => {
    const found = root.querySelector(selector)
    if (!(found instanceof HTMLElement)) throw new Error(`There is no ${selector}`)
    return found
  }
  const take = () =>
    replacePrerenderedPage(root, () => {
      app = createRoot(root)
      app.render(element)
    })
  return { root, find, take }
}

test('takes over what was typed, chosen and ticked, and notifies the app', () => {
  const heard: string[] = []
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) =>
    void heard.push(currentTarget.value)
  const options = ['', 'coach', 'teacher'].map((value) =>
    createElement('option', { key: value, value }, value),
  )
  const { root, find, take } = show(
    '<input name="a" value=""><select name="b"><option value=""></option><option>coach</option><option>teacher</option></select>' +
      '<input name="c" type="checkbox"><textarea name="d"></textarea>',
    createElement(
      'div',
      null,
      createElement('input', { name: 'a', onInput }),
      createElement('select', { name: 'b', onInput }, options),
      createElement('input', { name: 'c', type: 'checkbox', onChange: () => void heard.push('ticked') }),
      createElement('textarea', { name: 'd', onInput }),
    ),
  )
  ;(find('input') as HTMLInputElement).value = 'Ana'
  ;(find('select') as HTMLSelectElement).value = 'teacher'
  ;(find('[type=checkbox]') as HTMLInputElement).checked = true
  ;(find('textarea') as HTMLTextAreaElement).value = 'Hello'
  take()
  expect(heard).toEqual(['Ana', 'teacher', 'ticked', 'Hello'])
  expect((find('input') as HTMLInputElement).value).toBe('Ana')
  expect(root.hasAttribute('data-prerendered')).toBe(false)
})

test('keeps the app’s value in an untouched field', () => {
  const { find, take } = show(
    '<input name="a">',
    createElement('input', { name: 'a', defaultValue: 'begun' }),
  )
  take()
  expect((find('input') as HTMLInputElement).value).toBe('begun')
})

test('keeps the focus, and presses the button that was pressed', () => {
  const pressed: string[] = []
  const button = (name: string) =>
    createElement('button', { type: 'button', key: name, onClick: () => void pressed.push(name) }, name)
  const { root, find, take } = show(
    '<a href="#b">b</a><button>menu</button><button>other</button>',
    createElement('div', null, createElement('a', { href: '#b' }, 'b'), button('menu'), button('other')),
  )
  find('a').focus()
  find('button').setAttribute('data-pressed', '')
  take()
  expect(document.activeElement).toBe(root.querySelector('a'))
  expect(pressed).toEqual(['menu'])
})

test('a notice that only the app shows moves no password into another field', () => {
  const { root, find, take } = show(
    '<form><input name="email" type="email"><input name="password" type="password"></form>',
    createElement(
      'form',
      null,
      createElement('a', { href: '#why' }, 'Why the session ended'),
      createElement('input', { name: 'email', type: 'email' }),
      createElement('input', { name: 'password', type: 'password' }),
    ),
  )
  ;(find('[name=password]') as HTMLInputElement).value = 'secret'
  find('[name=password]').focus()
  take()
  const [email, password] = root.querySelectorAll('input')
  expect([email?.value, password?.value]).toEqual(['', 'secret'])
  expect(document.activeElement).toBe(password)
})

test('continues a playing film where it was', async () => {
  const film = { src: '/videos/training-1.webm', 'aria-label': 'How a module starts' }
  const { root, find, take } = show(
    `<video muted src="${film.src}" aria-label="${film['aria-label']}"></video>`,
    createElement('div', null, createElement('video', { ...film, muted: true })),
  )
  const before = find('video') as HTMLVideoElement
  before.currentTime = 20
  await before.play()
  take()
  const after = root.querySelector('video')
  expect(after).not.toBe(before)
  await expect.poll(() => after?.paused).toBe(false)
  await expect.poll(() => after?.currentTime).toBeGreaterThan(20)
})

test('keeps open folds open', () => {
  const { find, take } = show(
    '<details open><summary>Appearance</summary>Sun</details>',
    createElement('details', null, createElement('summary', null, 'Appearance'), 'Sun'),
  )
  take()
  expect((find('details') as HTMLDetailsElement).open).toBe(true)
})
