import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../../ui/testing/show.tsx'
import { OwnCertificates } from './certificate-list.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

test('explains how to get the first certificate', () => {
  screen = show('en-GB', createElement(OwnCertificates, { issued: [], replacedNumbers: [] }))
  expect(page.getByText(t('profile.summary.noCertificate')).elements()).toHaveLength(1)
})

test('says that a new certificate is on its way, not that there is none', () => {
  const number = '7K3M-9QXT-4FCM'
  screen = show('en-GB', createElement(OwnCertificates, { issued: [], replacedNumbers: [number] }))
  expect(page.getByText(t('certificate.replaced', { number })).elements()).toHaveLength(1)
  expect(page.getByText(t('profile.summary.noCertificate')).elements()).toEqual([])
})
