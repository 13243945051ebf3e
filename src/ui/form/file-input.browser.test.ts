import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { Field } from './field.tsx'
import { FileInput } from './file-input.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const draw = () => {
  const props = {
    label: 'Archivo de rescate',
    name: 'file',
    children: (control: object) => createElement(FileInput, { ...control, name: 'file' }),
  }
  screen = show('es-AR', createElement(Field, props))
  return { screen, field: page.getByLabelText('Archivo de rescate'), words: page.getByText('Elegir archivo') }
}

test('shows the app’s label on a button large enough for a thumb, and a press reaches the input', async () => {
  const { field, words } = draw()
  await expect.element(words).toBeVisible()
  const { x, y, width, height } = words.element().getBoundingClientRect()
  expect(height).toBeGreaterThanOrEqual(44)
  for (const [across, down] of [
    [0.1, 0.5],
    [0.9, 0.5],
    [0.5, 0.05],
  ] as const)
    expect(document.elementFromPoint(x + across * width, y + down * height)).toBe(field.element())
})

test('shows keyboard focus at the button', async () => {
  const { field, words } = draw()
  expect(getComputedStyle(words.element()).outlineStyle).toBe('none')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveFocus()
  expect(getComputedStyle(words.element()).outlineStyle).toBe('solid')
})

test('shows the name of the chosen file beside the button, and adds the file to the form', async () => {
  const { screen, field } = draw()
  await userEvent.upload(field, new File(['1'], 'rescate.rescue'))
  await expect.element(page.getByText('rescate.rescue')).toBeVisible()
  expect(screen.find('input')).toHaveProperty('files.0.name', 'rescate.rescue')
})
