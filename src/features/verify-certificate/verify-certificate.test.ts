import { expect, test } from 'vitest'
import { toCertificateLink } from '../../contract/certificate-link.ts'
import { normalizeCertificateNumber } from '../../contract/certificate-number.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { fail, ok } from '../../lib/result.ts'
import { verifyCertificate } from './verify-certificate.ts'

const document: CertificateDocument = {
  number: '2222-2222-2222',
  name: 'Ana Souza',
  course_id: 'football',
  title: 'Futebol para todo mundo',
  locale: 'pt-BR',
  hours: 2,
  issued_at: '2026-03-04T05:06:07.000Z',
  key_id: '2026-03',
  signature: 'signed',
}
/** The hash of a certificate's link. */
const getLinkHash = (of: CertificateDocument) =>
  new URL(toCertificateLink('https://example.org', of)).hash.slice(1)
type Said = { state: 'valid' | 'replaced' | 'unknown'; certificate: CertificateDocument | null }

/**
 * A server that answers every number with `said`, or cannot be reached; `isSigned` is the result of the
 * signature check.
 */
const checkWith = (said: Said | undefined, isSigned: boolean | 'not known' = true) => {
  const call = async () =>
    said ? ok({ ...said, replaced_at: null }) : fail({ code: 'offline' as const, status: 0 })
  const checkSignature = async () => (isSigned === 'not known' ? undefined : isSigned)
  return async (number: string, hash: string) =>
    verifyCertificate({ api: { call }, checkSignature }, number, hash)
}
const valid: Said = { state: 'valid', certificate: document }

test('does not look up a mistyped number', async () => {
  for (const typed of ['2222-2222', '%E0%A4%A']) {
    const number = normalizeCertificateNumber(typed)
    expect(await checkWith(undefined)(number, '')).toEqual({ kind: 'mistyped' })
  }
})

test('does not look up a number with one wrong character, which belongs to no certificate', async () => {
  expect(await checkWith(undefined)('2222-2222-2223', '')).toEqual({ kind: 'unknown' })
})

test('reports a number as valid, replaced or unknown, as the server responds', async () => {
  const { number } = document
  expect(await checkWith(valid)(number, '')).toEqual({ kind: 'valid', document })
  expect(await checkWith({ ...valid, state: 'replaced' })(number, '')).toEqual({
    kind: 'replaced',
    document,
    replacedAt: null,
  })
  expect(await checkWith({ state: 'unknown', certificate: null })(number, '')).toEqual({
    kind: 'unknown',
  })
})

test('reports a code with a wrong signature as forged, online and offline', async () => {
  expect(await checkWith(valid, false)(document.number, getLinkHash(document))).toEqual({ kind: 'forged' })
  expect(await checkWith(undefined, false)(document.number, getLinkHash(document))).toEqual({
    kind: 'forged',
  })
})

test('reports a code that differs from the server as forged, even if the signature cannot be checked', async () => {
  const changed = { ...document, name: 'Mallory' }
  expect(await checkWith(valid, 'not known')(document.number, getLinkHash(changed))).toEqual({
    kind: 'forged',
  })
})

test('offline, reports a signed code as signed, and fails for a number alone', async () => {
  expect(await checkWith(undefined)(document.number, getLinkHash(document))).toEqual({
    kind: 'signed',
    document,
    code: 'offline',
  })
  expect(await checkWith(undefined)(document.number, '')).toEqual({ kind: 'failed', code: 'offline' })
})

test('does not trust a code whose signature cannot be checked', async () => {
  expect(await checkWith(undefined, 'not known')(document.number, getLinkHash(document))).toEqual({
    kind: 'failed',
    code: 'offline',
  })
})

test.each([1, 40, -12, -1])('treats a link cut at %i as incomplete, and looks up its number', async (at) => {
  const cut = getLinkHash(document).slice(0, at)
  const { number } = document
  expect(await checkWith(valid)(number, cut)).toEqual({ kind: 'valid', document, isTruncated: true })
  expect(await checkWith({ ...valid, state: 'replaced' })(number, cut)).toEqual({
    kind: 'replaced',
    document,
    replacedAt: null,
    isTruncated: true,
  })
  expect(await checkWith({ state: 'unknown', certificate: null })(number, cut)).toEqual({ kind: 'unknown' })
  expect(await checkWith(undefined)(number, cut)).toEqual({ kind: 'failed', code: 'offline' })
})

test('reports a link that was changed and then cut as forged', async () => {
  const cut = getLinkHash({ ...document, name: 'Mallory' }).slice(0, -12)
  expect(await checkWith(valid)(document.number, cut)).toEqual({ kind: 'forged' })
})

test.each([undefined, valid])('reports an unreadable code that was not cut as forged', async (said) => {
  expect(await checkWith(said)(document.number, `A${getLinkHash(document)}`)).toEqual({ kind: 'forged' })
  expect(await checkWith(said)(document.number, `${getLinkHash(document)}A`)).toEqual({ kind: 'forged' })
})
