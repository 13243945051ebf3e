import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreTyped } from './form-without-app.ts'

const page = document.createElement('div')
page.toggleAttribute('data-prerendered')
beforeEach(() => {
  page.innerHTML = `<form>
    <input name="email"><input name="password" type="password"><textarea name="about"></textarea>
    <select name="sport"><option></option><option>football</option></select>
    <input name="remember" type="checkbox" value="yes" checked>
    <input name="role" type="radio" value="coach"><input name="role" type="radio" value="teacher">
  </form>`
  document.body.append(page)
})
afterEach(() => {
  page.remove()
  sessionStorage.clear()
})

const readFields = () =>
  Array.from(page.querySelectorAll<HTMLInputElement>('[name]'), ({ type, checked, value }) =>
    ['checkbox', 'radio'].includes(type) ? checked : value,
  )
const untouched = ['', '', '', '', true, false, false]

test('restores every kind of field once, but no password', () => {
  const typed = {
    email: 'ana@example.com',
    password: 'secret',
    about: 'Hello',
    sport: 'football',
    'remember=yes': false,
    'role=coach': false,
    'role=teacher': true,
  }
  sessionStorage.setItem('typed-before-reload', JSON.stringify(typed))
  expect(restoreTyped()).toBe(true)
  expect(readFields()).toEqual(['ana@example.com', '', 'Hello', 'football', false, false, true])
  expect(restoreTyped()).toBe(false)
})

test.each(['{', 'null', '{}', '{"email":1}', '[]'])('changes no text if %s is stored', (stored) => {
  sessionStorage.setItem('typed-before-reload', stored)
  restoreTyped()
  expect(readFields()).toEqual(untouched)
  expect(sessionStorage.length).toBe(0)
})
