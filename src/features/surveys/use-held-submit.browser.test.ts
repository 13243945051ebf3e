import { createElement, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../../ui/testing/show.tsx'
import type { StoredAnswers } from './stored-answers.ts'
import { Survey } from './survey.tsx'

const t = translateIn('en-GB')
const questions = [
  { id: 'q1', kind: 'single', options: ['good', 'bad'] },
  { id: 'q2', kind: 'text' },
] as const
const texts = { q1: { question: 'How was it?' }, q2: { question: 'What next?' } }
const given: StoredAnswers = {
  kind: 'answered',
  answers: [
    { question: 'q1', value: 'good' },
    { question: 'q2', value: 'More' },
  ],
  answeredAt: null,
  isFromThisDevice: false,
}

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** The form of a module whose stored answers are still being read. */
const open = () => {
  const reading: { end?: (stored: StoredAnswers | undefined) => void } = {}
  const Page = () => {
    const [question, setQuestion] = useState<string | undefined>('q1')
    const [{ stored, isReading }, setRead] = useState<{ stored?: StoredAnswers; isReading: boolean }>({
      isReading: true,
    })
    useEffect(() => {
      reading.end = (found) => flushSync(() => setRead({ isReading: false, ...(found && { stored: found }) }))
    }, [])
    return createElement(Survey, {
      questionId: question,
      isResult: question === undefined,
      onQuestion: setQuestion,
      onResult: () => setQuestion(undefined),
      questions,
      texts,
      storedAnswers: stored,
      isReading,
      readStored: async () => stored,
      draft: undefined,
      nextStep: null,
      onDraft: async () => undefined,
      onDiscard: async () => undefined,
      onSubmit: async () => undefined,
    })
  }
  screen = show('en-GB', createElement(Page))
  return { end: (found?: StoredAnswers) => reading.end?.(found) }
}

const next = page.getByRole('button', { name: t('steps.next') })
const errorNotice = page.getByText(t('survey.required'))

test('waits for stored answers instead of asking for one of them, and goes on when they are read', async () => {
  const { end } = open()
  await next.click()
  await expect.element(next).toHaveAttribute('aria-busy', 'true')
  expect(errorNotice.query()).toBeNull()
  end(given)
  await expect.element(page.getByLabelText('What next?')).toBeVisible()
  await expect.element(page.getByLabelText('What next?')).toHaveValue('More')
  expect(errorNotice.query()).toBeNull()
})

test('asks for an answer when there are no stored ones', async () => {
  const { end } = open()
  await next.click()
  end()
  await expect.element(errorNotice).toBeVisible()
  await expect.element(page.getByLabelText('good')).toHaveFocus()
  // The message at the question is enough.
  expect(page.getByRole('alert').query()).toBeNull()
})

test('asks after a few seconds when nothing is read', async () => {
  open()
  await next.click()
  await expect.element(errorNotice, { timeout: 5000 }).toBeVisible()
})

test('an answer that is given meanwhile ends the wait, and stays on the screen', async () => {
  const { end } = open()
  await next.click()
  await page.getByLabelText('good').click()
  await expect.element(next).not.toHaveAttribute('aria-busy')
  end()
  await expect.element(page.getByLabelText('good')).toBeVisible()
})
