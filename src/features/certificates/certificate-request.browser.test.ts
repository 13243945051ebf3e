import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import type { MessageValues } from '../../i18n/translate.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { show } from '../../ui/testing/show.tsx'
import { CertificateRequest } from './certificate-request.tsx'

const t = translateIn('en-GB')
const field = () => page.getByRole('textbox', { name: t('certificate.name') })
const button = () => page.getByRole('button')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const start = (name: string, failure?: MessageId): string[] => {
  const requested: string[] = []
  const request = async (wanted: string) => {
    requested.push(wanted)
    return failure
  }
  const label = 'courses.requestCertificate' as const
  screen = show('en-GB', createElement(CertificateRequest, { request, name, label }))
  return requested
}

test.each([
  ['', 'common.fieldRequired'],
  ['  ', 'common.fieldRequired'],
  ['\u3164', 'common.fieldRequired'],
  ['x'.repeat(101), 'form.tooLong', { most: 100 }],
  ['Ana ⚽', 'form.nameCharacters'],
  ['A\u0336n\u0336a\u0336', 'form.nameCharacters'],
  ['\u0640', 'form.nameCharacters'],
] as const)(
  'requests nothing with %j as a name, and gives the reason at the field',
  async (name, message, values?: MessageValues) => {
    const requested = start(name)
    await button().click()
    await expect.element(field()).toHaveFocus()
    await expect.element(field()).toHaveAccessibleDescription(expect.stringContaining(t(message, values)))
    expect(requested).toEqual([])
  },
)

test('trims the requested name, and removes invisible characters', async () => {
  const requested = start('Marta da Silva')
  await field().fill(' Marta \u202ELi\u200Bma ')
  await button().click()
  await expect.poll(() => requested).toEqual(['Marta Lima'])
})

test('joins a two-line name of the profile into one line', async () => {
  const requested = start('Marta\nLima')
  await button().click()
  await expect.poll(() => requested).toEqual(['Marta Lima'])
})

test('reports a request that could not be saved', async () => {
  start('Marta Lima', 'error.storageFull')
  await button().click()
  await expect.element(page.getByText(t('error.storageFull'))).toBeVisible()
})
