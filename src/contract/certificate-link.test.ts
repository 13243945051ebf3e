import { expect, test } from 'vitest'
import {
  toCertificateLink,
  isPrefixOfCertificateHash,
  isTruncatedHash,
  readCertificateLink,
  toVerifyPageUrl,
} from './certificate-link.ts'
import type { CertificateDocument } from './product-api/certificate.ts'

const document: CertificateDocument = {
  number: '2222-2222-2222',
  name: 'Zoë Núñez Żak’s 美咲',
  course_id: 'football',
  title: 'Fútbol para todo el mundo',
  locale: 'es-AR',
  hours: 2,
  issued_at: '2026-03-04T05:06:07.000Z',
  key_id: '2026-03',
  signature: 'A'.repeat(86),
}
const link = new URL(toCertificateLink('https://example.org', document))

test('the address of a certificate contains its number, and sends none of its content', () => {
  expect(link.pathname).toBe('/es-AR/verify/2222-2222-2222')
  expect(link.search).toBe('')
})

test('shows the address to type without its scheme', () => {
  expect(toVerifyPageUrl('https://example.org', 'en-NZ')).toBe('example.org/en-NZ/verify')
})

test('reads the content back, in every script', () => {
  expect(readCertificateLink('2222-2222-2222', link.hash)).toEqual(document)
})

test('is short enough for a QR code on paper', () => {
  expect(link.href.length).toBeLessThan(500)
})

test.each(['', '#', '#abc', link.hash.slice(0, -9), `${link.hash}!`, '#bnVsbA', '#W10'])(
  'returns nothing for a part that was cut or changed, "%s"',
  (hash) => {
    expect(readCertificateLink('2222-2222-2222', hash)).toBeUndefined()
  },
)

test('recognises a link that is cut off anywhere', () => {
  for (let end = 2; end < link.hash.length; end += 1) {
    const cut = link.hash.slice(0, end)
    expect([cut, readCertificateLink(document.number, cut), isTruncatedHash(cut)]).toEqual([
      cut,
      undefined,
      true,
    ])
  }
})

test.each(['…', '...', '%E2%80%A6'])('recognises a cut link that an app ends with %s', (dots) => {
  const cut = link.hash.slice(0, 60) + dots
  expect([isTruncatedHash(cut), isPrefixOfCertificateHash(cut, document)]).toEqual([true, true])
})

test.each(['', '#', '#bnVsbA', '#W10', link.hash.replace('#', '#A'), `${link.hash.slice(0, 40)}!`])(
  'does not take "%s", which never began a link, for a cut one',
  (hash) => {
    expect(isTruncatedHash(hash)).toBe(false)
  },
)

test('the rest of a cut link matches its own certificate, and no other', () => {
  const cut = link.hash.slice(0, 60)
  expect(isPrefixOfCertificateHash(cut, document)).toBe(true)
  expect(isPrefixOfCertificateHash(cut, { ...document, name: 'Mallory' })).toBe(false)
})
