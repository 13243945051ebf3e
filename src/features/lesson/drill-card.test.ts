import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { localeCodes } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { DrillCard, getDrillText } from './drill-card.tsx'
import { openCircle } from './testing/open-circle.ts'

const card = {
  module: 'training-1',
  drill: openCircle,
  scene: undefined,
  url: 'https://site.example/',
  onPitch: () => {},
}

vi.stubGlobal('matchMedia', () => ({ matches: true }))

test.each(localeCodes)('the drill card of %s contains all that is needed on the pitch', (locale) => {
  const t = translateIn(locale)
  const html = markupIn(locale, createElement(DrillCard, { ...card, page: 1 }))
  for (const text of [
    'Open Circle',
    t('drill.ages', { from: 8, to: 17 }),
    t('drill.players', { from: 6, to: 14 }),
    t('common.minutes', { count: 10 }),
    t('drill.space', { length: 10, width: 12 }),
    '6 cones',
    t('drill.inclusive'),
    'Leave firm ground.',
    'Walk at first.',
  ])
    expect(html).toContain(text)
  expect(html).toContain('<ol><li>Call a name.</li><li>Pass the ball.</li></ol>')
})

test('includes everything on the card, with numbered steps', () => {
  expect(getDrillText(openCircle, translateIn('en-GB'))).toBe(
    [
      'Open Circle (Ages 8–17 · 6–14 players · 10 minutes · 10 × 12 steps)',
      'Equipment\n• 1 soft ball\n• 6 cones',
      'Set-up\n• Mark a circle.',
      'Safety\n• Walk at first.',
      'How it runs\n1. Call a name.\n2. Pass the ball.',
      'Coaching points\n• The name comes first.',
      'Easier\n• Roll the ball.',
      'Harder\n• Add a ball.',
      'So that everybody can play\n• Leave firm ground.',
    ].join('\n\n'),
  )
})
