import { afterEach, expect, test } from 'vitest'
import { watchOpenForms } from './open-forms.ts'

afterEach(() => document.body.replaceChildren())

const type = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new InputEvent('input', { bubbles: true }))

test('a form counts as open from the first letter until its screen is left', async () => {
  const forms = watchOpenForms(document)
  const heard: boolean[] = []
  forms.subscribe(() => heard.push(forms.get()))
  document.body.innerHTML = '<main><form><input name="a"><input name="b"></form></main>'
  expect(forms.get()).toBe(false)
  type('[name=a]')
  type('[name=b]')
  expect(forms.get()).toBe(true)
  document.querySelector('form')?.dispatchEvent(new SubmitEvent('submit'))
  expect(forms.get()).toBe(true)
  document.querySelector('main')?.remove()
  await expect.poll(() => forms.get()).toBe(false)
  expect(heard).toEqual([true, false])
})

test('two forms count as open until both are gone', async () => {
  const forms = watchOpenForms(document)
  document.body.innerHTML = '<form id="one"><input name="a"></form><form id="two"><input name="b"></form>'
  type('[name=a]')
  type('[name=b]')
  document.querySelector('#one')?.remove()
  await Promise.resolve()
  expect(forms.get()).toBe(true)
  document.querySelector('#two')?.remove()
  await expect.poll(() => forms.get()).toBe(false)
})

test('a field outside of a form, such as a search, does not count', () => {
  const forms = watchOpenForms(document)
  document.body.innerHTML = '<input name="q">'
  type('[name=q]')
  expect(forms.get()).toBe(false)
})
