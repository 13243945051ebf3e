import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { VerificationResult } from './verification-result.tsx'

const document: CertificateDocument = {
  number: '2222-2222-2222',
  name: 'Ana \u202Eavlis',
  course_id: 'football',
  title: 'Football for everybody',
  locale: 'en-GB',
  hours: 5,
  issued_at: '2026-03-04T12:00:00Z',
  key_id: '2026-03',
  signature: 'signed',
}

test('removes direction controls from a name of an older version', () => {
  const shown = markupIn('en-GB', createElement(VerificationResult, { result: { kind: 'valid', document } }))
  expect(shown).toContain('>Ana avlis<')
})

test('names the time zone of the day on which a certificate was replaced', () => {
  const result = { kind: 'replaced', document, replacedAt: '2026-11-28T01:30:00Z' } as const
  const shown = markupIn('pt-BR', createElement(VerificationResult, { result }))
  expect(shown).toContain('28 de novembro de 2026 (UTC)')
})
