import { createElement } from 'react'
import { expect, test } from 'vitest'
import { markupIn } from '../../ui/testing/markup.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { ImportResult } from './import-result.tsx'

test('does not report an import that ended before the last entry as done', () => {
  const t = translateIn('es-AR')
  const shown = (count: number) =>
    markupIn(
      'es-AR',
      createElement(ImportResult, {
        progress: { count, done: [] },
        unreadableCount: 0,
        statement: undefined,
        busy: false,
      }),
    )
  expect(shown(3)).toContain(t('rescue.import.partial', { done: 0, count: 3 }))
  expect(shown(0)).not.toContain(t('rescue.import.partial', { done: 0, count: 0 }))
})
