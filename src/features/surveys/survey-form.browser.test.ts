import { createElement, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { createDeferred } from '../../lib/async/deferred.ts'
import { show } from '../../ui/testing/show.tsx'
import type { AnswerValues } from './answer-values.ts'
import { SurveyForm, type SurveyFormProps } from './survey-form.tsx'

const t = translateIn('en-GB')
let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  vi.useRealTimers()
  screen?.remove()
})

/** A survey of one question, on a device that stores its draft with `onDraft`. */
const start = (
  onDraft: (values: AnswerValues) => Promise<void>,
  onSubmit: SurveyFormProps['onSubmit'] = async () => undefined,
) => {
  const questions = [{ id: 'q1', kind: 'text' }] as const
  const texts = { q1: { question: 'How was it?' } }
  const Form = () => {
    const [values, onChange] = useState<AnswerValues>({})
    return createElement(SurveyForm, { questions, texts, values, onChange, onDraft, onSubmit })
  }
  screen = show('en-GB', createElement(Form))
}
const answer = () => page.getByLabelText('How was it?').fill('Loud.')

test('a draft that is on the disk is said to be', async () => {
  const stored: AnswerValues[] = []
  start(async (values) => void stored.push(values))
  await answer()
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
  expect(stored.at(-1)).toEqual({ q1: 'Loud.' })
})

test('a draft that cannot be stored is said not to be', async () => {
  start(() => Promise.reject(new Error('The disk is full.')))
  await answer()
  await expect.element(page.getByText(t('survey.draftFailed'))).toBeVisible()
  expect(page.getByText(t('survey.draftKept')).query()).toBeNull()
})

test('a draft that a database does not respond about is said not to be stored, until it responds', async () => {
  const responds = createDeferred<void>()
  let isSilent = false
  start(() => (isSilent ? responds.promise : Promise.resolve()))
  await answer()
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
  isSilent = true
  await page.getByLabelText('How was it?').fill('Louder.')
  await expect.element(page.getByText(t('survey.draftFailed')), { timeout: 5000 }).toBeVisible()
  expect(page.getByText(t('survey.draftKept')).query()).toBeNull()
  responds.resolve()
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
  expect(page.getByText(t('survey.draftFailed')).query()).toBeNull()
})

test('an earlier draft on the disk does not say that what was typed since is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const responds = createDeferred<void>()
  let isSlow = false
  start(() => (isSlow ? responds.promise : Promise.resolve()))
  await answer()
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
  isSlow = true
  await page.getByLabelText('How was it?').fill('Louder.')
  await vi.advanceTimersByTimeAsync(500)
  await expect.element(page.getByText(t('survey.draftKept'))).not.toBeInTheDocument()
  // No failure is shown before.
  expect(page.getByText(t('survey.draftFailed')).query()).toBeNull()
  responds.resolve()
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
})

test('a database that is slow but responds is not said to fail, however fast somebody types', async () => {
  let underWay = 0
  start(async () => {
    underWay++
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    underWay--
  })
  const field = page.getByLabelText('How was it?')
  const began = performance.now()
  let most = 0
  for (let number = 0; performance.now() - began < 3500; number++) {
    await field.fill(`Louder ${number}.`)
    most = Math.max(most, underWay)
    expect(page.getByText(t('survey.draftFailed')).query()).toBeNull()
  }
  // Each write was followed by the next before it ended.
  expect(most).toBeGreaterThan(1)
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
})

test('a draft that could not be stored is stored as soon as it can be, and the warning goes', async () => {
  let isFull = true
  const stored: AnswerValues[] = []
  start(async (values) => {
    if (isFull) throw new Error('The disk is full.')
    stored.push(values)
  })
  await answer()
  await expect.element(page.getByText(t('survey.draftFailed'))).toBeVisible()
  isFull = false
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
  expect(page.getByText(t('survey.draftFailed')).query()).toBeNull()
  expect(stored).toEqual([{ q1: 'Loud.' }])
})

test('a draft that is older than what was typed since is not stored again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const tried: AnswerValues[] = []
  start(async (values) => {
    tried.push(values)
    if (values['q1'] === 'Loud.') throw new Error('The disk is full.')
  })
  await answer()
  await expect.element(page.getByText(t('survey.draftFailed'))).toBeVisible()
  await page.getByLabelText('How was it?').fill('Louder.')
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tried).toEqual([{ q1: 'Loud.' }, { q1: 'Louder.' }])
})

test('a draft whose answers are saved is not stored again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let tries = 0
  start(async () => {
    tries += 1
    throw new Error('The disk is full.')
  })
  await answer()
  await expect.element(page.getByText(t('survey.draftFailed'))).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  const before = tries
  expect(before).toBeGreaterThan(1)
  await page.getByRole('button').click()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toBe(before)
})

test('a question in free words says who reads them, before anything is written', async () => {
  start(async () => undefined)
  await expect.element(page.getByLabelText('How was it?')).toHaveAccessibleDescription(t('survey.freeText'))
})

test('impatient taps on endless words save them once', async () => {
  const onSubmit = vi.fn<SurveyFormProps['onSubmit']>(() => new Promise(() => undefined))
  start(async () => undefined, onSubmit)
  const words = 'W'.repeat(500)
  await page.getByLabelText('How was it?').fill(words)
  const form = screen?.find('form')
  for (let times = 0; times < 5; times += 1) if (form instanceof HTMLFormElement) form.requestSubmit()
  await expect
    .element(page.getByRole('button', { name: t('survey.submit') }))
    .toHaveAttribute('aria-busy', 'true')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ value: words })])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
})
