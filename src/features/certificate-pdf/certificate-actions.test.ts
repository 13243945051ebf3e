import { expect, test } from 'vitest'
import type { LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { getCertificateFileName } from './certificate-actions.tsx'

const createFileName = (name: string, title: string, locale: LocaleCode = 'pt-BR') =>
  getCertificateFileName(
    {
      number: '2222-2222-2222',
      name,
      course_id: 'training',
      title,
      locale,
      hours: 5,
      issued_at: '2026-03-04T05:06:07.000Z',
      key_id: '2026-03',
      signature: 'A'.repeat(86),
    },
    translateIn(locale),
  )

test.each<[LocaleCode, string, string, string]>([
  ['pt-BR', 'Márcia dos Santos', 'Futebol', 'Certificado - Futebol - Márcia dos Santos.pdf'],
  ['en-GB', 'Zoë O’Neill', 'Football', 'Certificate - Football - Zoë O’Neill.pdf'],
  ['es-MX', '山田 美咲', 'Fútbol', 'Certificado - Fútbol - 山田 美咲.pdf'],
])('names the file of a certificate of %s after its kind and its owner', (locale, name, title, file) => {
  expect(createFileName(name, title, locale)).toBe(file)
})

test('leaves out characters that file systems refuse', () => {
  expect(createFileName('Ana "Nina" <Lima>\u0007|?*', 'Barreiras: o/a\\b')).toBe(
    'Certificado - Barreiras o a b - Ana Nina Lima.pdf',
  )
})

test('keeps the longest name in any script within file system limits', () => {
  const file = createFileName('美'.repeat(100), 'Quebrando barreiras: curso de formação')
  expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(255)
})
