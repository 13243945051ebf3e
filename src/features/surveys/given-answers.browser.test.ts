import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { GivenAnswers } from './given-answers.tsx'

let screen: ReturnType<typeof show>
afterEach(() => screen.remove())

test('does not render an answer of line breaks 48,000 pixels high', async () => {
  await page.viewport(360, 740)
  screen = show(
    'es-AR',
    createElement(GivenAnswers, {
      questions: [{ id: 'q1', kind: 'text' }],
      texts: { q1: { question: '¿Qué cambió?' } },
      answers: [{ question: 'q1', value: `Todo${'\n'.repeat(1500)}bien` }],
    }),
  )
  expect(screen.place.innerText).toContain('Todo\n\nbien')
  expect(screen.place.clientHeight).toBeLessThan(740)
})
