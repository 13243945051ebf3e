import { createElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { Page } from '../../ui/layout/page.tsx'
import { show } from '../../ui/testing/show.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'

const certificate: CertificateDocument = {
  number: '2222-2222-2222',
  name: 'Márcia Albuquerque dos Santos',
  course_id: 'football',
  title: 'Quebrando barreiras: curso de formação',
  locale: 'pt-BR',
  hours: 5,
  issued_at: '2026-03-04T12:00:00Z',
  key_id: '2026-03',
  signature: 'signed',
}

let screen: ReturnType<typeof show>
beforeEach(async () => {
  await page.viewport(360, 740)
  const sheet = { document: certificate, verifyCode: createElement('p', {}, 'the code') }
  const props = { title: 'Certificado', children: createElement(CertificateSheet, sheet) }
  screen = show('pt-BR', createElement(Page, props))
})
afterEach(() => {
  screen.remove()
  document.documentElement.style.removeProperty('font-size')
})

/** The rectangles of what is drawn on the paper: its pictures, and the lines of its texts. */
const drawn = (): DOMRect[] => {
  const range = document.createRange()
  return [...screen.place.querySelectorAll('article :is(p, svg)')].flatMap((element) => {
    if (element.tagName === 'svg') return [element.getBoundingClientRect()]
    range.selectNodeContents(element)
    return Array.from(range.getClientRects())
  })
}

test.each(['100%', '200%'])('with text at %s shows all words of the paper on a phone', (size) => {
  document.documentElement.style.fontSize = size
  const paper = screen.find('article')
  const { left, right } = paper.getBoundingClientRect()
  expect(paper.scrollWidth).toBe(paper.clientWidth)
  expect(drawn().filter((box) => box.left < left || box.right > right)).toEqual([])
  expect(right).toBeLessThanOrEqual(360)
})

test('does not break a name when text is twice as large', () => {
  document.documentElement.style.fontSize = '200%'
  const range = document.createRange()
  const text = screen.find('[dir=auto]').firstChild!
  range.setStart(text, 'Márcia '.length)
  range.setEnd(text, 'Márcia Albuquerque'.length)
  expect(range.getClientRects()).toHaveLength(1)
})

test('aligns everything on one axis on a phone', () => {
  const { left, right } = screen.find('article').getBoundingClientRect()
  const offsets = [...screen.find('article').children].flatMap((part) =>
    [...part.children].map((child) => {
      const box = child.getBoundingClientRect()
      return Math.round((box.left + box.right - left - right) / 2)
    }),
  )
  expect(offsets.length).toBeGreaterThan(5)
  expect(new Set(offsets)).toEqual(new Set([0]))
})
