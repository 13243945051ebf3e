import { expect, test } from 'vitest'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { fail, ok } from '../../lib/result.ts'
import { createCheckCertificate } from './check-certificate.ts'

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
type Said = { state: 'valid' | 'replaced' | 'unknown'; certificate: CertificateDocument | null }

/** A server that says this of every number, or cannot be reached; `isSigned` is what the keys say. */
const checkWith = (said: Said | undefined, isSigned: boolean | 'not known' = true) => {
  const call = async () =>
    said ? ok({ ...said, replaced_at: null }) : fail({ code: 'offline' as const, status: 0 })
  return createCheckCertificate({
    api: { call },
    checkSignature: async () => (isSigned === 'not known' ? undefined : isSigned),
  })
}
const valid: Said = { state: 'valid', certificate: document }

test('a number that somebody mistyped is not looked up', async () => {
  expect(await checkWith(undefined)('2222-2222-2223', undefined)).toEqual({ is: 'mistyped' })
})

test('a number is valid, replaced or unknown, as the server says', async () => {
  const { number } = document
  expect(await checkWith(valid)(number, undefined)).toEqual({ is: 'valid', document })
  expect(await checkWith({ ...valid, state: 'replaced' })(number, undefined)).toEqual({
    is: 'replaced',
    document,
    replacedAt: null,
  })
  expect(await checkWith({ state: 'unknown', certificate: null })(number, undefined)).toEqual({
    is: 'unknown',
  })
})

test('a code whose signature is wrong is forged, with or without a connection', async () => {
  expect(await checkWith(valid, false)(document.number, document)).toEqual({ is: 'forged' })
  expect(await checkWith(undefined, false)(document.number, document)).toEqual({ is: 'forged' })
})

test('a code that says something else than the server is forged, even where signatures cannot be checked', async () => {
  const changed = { ...document, name: 'Mallory' }
  expect(await checkWith(valid, 'not known')(document.number, changed)).toEqual({ is: 'forged' })
})

test('without a connection a signed code is signed, and a number alone says nothing', async () => {
  expect(await checkWith(undefined)(document.number, document)).toEqual({
    is: 'signed',
    document,
    code: 'offline',
  })
  expect(await checkWith(undefined)(document.number, undefined)).toEqual({ is: 'failed', code: 'offline' })
})

test('a code whose signature cannot be checked is not believed', async () => {
  expect(await checkWith(undefined, 'not known')(document.number, document)).toEqual({
    is: 'failed',
    code: 'offline',
  })
})
