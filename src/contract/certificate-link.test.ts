import { expect, test } from 'vitest'
import {
  certificateLink,
  isBeginningOfLink,
  isCutLink,
  readCertificateLink,
  verifyAddress,
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
const link = new URL(certificateLink('https://example.org', document))

test('the address of a certificate leads to its number, and sends nothing that it says', () => {
  expect(link.pathname).toBe('/es-AR/verify/2222-2222-2222')
  expect(link.search).toBe('')
})

test('the address to type is said without its scheme', () => {
  expect(verifyAddress('https://example.org', 'en-NZ')).toBe('example.org/en-NZ/verify')
})

test('what it says is read back, in every script', () => {
  expect(readCertificateLink('2222-2222-2222', link.hash)).toEqual(document)
})

test('it fits a code that a phone reads from paper', () => {
  expect(link.href.length).toBeLessThan(500)
})

test.each(['', '#', '#abc', link.hash.slice(0, -9), `${link.hash}!`, '#bnVsbA', '#W10'])(
  'a part that was cut or changed, "%s", says nothing',
  (hash) => {
    expect(readCertificateLink('2222-2222-2222', hash)).toBeUndefined()
  },
)

test('wherever a link is cut off, it is known as one whose end is missing', () => {
  for (let end = 2; end < link.hash.length; end += 1) {
    const cut = link.hash.slice(0, end)
    expect([cut, readCertificateLink(document.number, cut), isCutLink(cut)]).toEqual([cut, undefined, true])
  }
})

test.each(['…', '...', '%E2%80%A6'])('so is one that an app ends with %s', (dots) => {
  const cut = link.hash.slice(0, 60) + dots
  expect([isCutLink(cut), isBeginningOfLink(cut, document)]).toEqual([true, true])
})

test.each(['', '#', '#bnVsbA', '#W10', link.hash.replace('#', '#A'), `${link.hash.slice(0, 40)}!`])(
  'a part that never was the beginning of one, "%s", was not cut',
  (hash) => {
    expect(isCutLink(hash)).toBe(false)
  },
)

test('what is left of a cut link says what its certificate says, and nothing of another', () => {
  const cut = link.hash.slice(0, 60)
  expect(isBeginningOfLink(cut, document)).toBe(true)
  expect(isBeginningOfLink(cut, { ...document, name: 'Mallory' })).toBe(false)
})
