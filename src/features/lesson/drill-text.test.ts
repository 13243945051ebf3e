import { expect, test } from 'vitest'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { drillText } from './drill-text.ts'
import { openCircle } from './testing/open-circle.ts'

test('includes everything on the card, with numbered steps', () => {
  expect(drillText(openCircle, translateIn('en-GB'))).toBe(
    [
      'Open Circle (Ages 8 to 17 · 6 to 14 players · 10 minutes · 10 × 12 steps)',
      'Equipment\n• 1 soft ball\n• 6 cones',
      'Set-up\n• Mark a circle.',
      'How it runs\n1. Call a name.\n2. Pass the ball.',
      'Coaching points\n• The name comes first.',
      'Easier\n• Roll the ball.',
      'Harder\n• Add a ball.',
      'So that everybody can play\n• Leave firm ground.',
      'Safety\n• Walk at first.',
    ].join('\n\n'),
  )
})
