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
    return createElement(SurveyForm, {
      questions,
      questionId: 'q1',
      texts,
      values,
      onChange,
      onDraft,
      onQuestion: () => undefined,
      onSubmit,
    })
  }
  screen = show('en-GB', createElement(Form))
}
const answer = () => page.getByLabelText('How was it?').fill('Loud.')

test('says that a draft is stored once it is on the disk', async () => {
  const stored: AnswerValues[] = []
  start(async (values) => void stored.push(values))
  await answer()
  await expect.element(page.getByText(t('survey.draftKept'))).toBeVisible()
  expect(stored.at(-1)).toEqual({ q1: 'Loud.' })
})

test('says that a draft cannot be stored', async () => {
  start(() => Promise.reject(new Error('The disk is full.')))
  await answer()
  await expect.element(page.getByText(t('survey.draftFailed'))).toBeVisible()
  expect(page.getByText(t('survey.draftKept')).query()).toBeNull()
})

test('says that a draft is not stored until the database responds', async () => {
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

test('does not say that the latest input is stored when only an earlier draft is', async () => {
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

test('does not report a slow database as failed, however fast the typing', async () => {
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

test('stores a failed draft as soon as possible, and removes the warning', async () => {
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

test('does not retry a draft that is older than the current input', async () => {
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

test('does not retry a draft whose answers are saved', async () => {
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

test('says who reads a free-text answer before anything is typed', async () => {
  start(async () => undefined)
  const text = t('survey.freeText', { number: '999' })
  await expect.element(page.getByLabelText('How was it?')).toHaveAccessibleDescription(text)
})

test('saves a long text once after repeated taps', async () => {
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

/** A survey of a check question, a required one and a text, of which one is on the screen. */
const startPaged = (onSubmit: SurveyFormProps['onSubmit'] = async () => undefined) => {
  const options = ['a', 'b'] as const
  const questions = [
    { id: 'c1', kind: 'single', options },
    { id: 'q1', kind: 'single', options },
    { id: 'q2', kind: 'text' },
  ] as const
  const optionTexts = { a: 'Wait', b: 'Walk over' }
  const texts = {
    c1: { question: 'What helps?', options: optionTexts },
    q1: { question: 'What do you do?', options: optionTexts },
    q2: { question: 'How was it?' },
  }
  const checks = { c1: { right: 'b', feedback: { a: 'Waiting takes long.', b: 'It shows interest.' } } }
  const Form = () => {
    const [question, onQuestion] = useState('c1')
    const [values, onChange] = useState<AnswerValues>({})
    const onDraft = async () => undefined
    const state = { questionId: question, values, onChange, onDraft, onQuestion, onSubmit }
    return [
      createElement(SurveyForm, { key: 'form', questions, texts, checks, ...state }),
      createElement('button', { key: 'jump', onClick: () => onQuestion('q2') }, 'Jump'),
    ]
  }
  screen = show('en-GB', createElement(Form))
}
const legends = () =>
  [...document.querySelectorAll('legend, form label:has(+ *)')]
    .filter((text) => text.checkVisibility() && text.textContent.endsWith('?'))
    .map(({ textContent }) => textContent)
const option = (name: string) => page.getByRole('radio', { name })
const goOn = () => page.getByRole('button', { name: t('steps.next') })
const save = () => page.getByRole('button', { name: t('survey.submit') })

test('shows one question at a time, and the next one once it is answered', async () => {
  startPaged()
  expect(legends()).toEqual(['What helps?'])
  await goOn().click()
  await expect.element(page.getByText(t('survey.required'))).toBeVisible()
  await expect.element(option('Wait')).toHaveFocus()
  await option('Walk over').click()
  await goOn().click()
  expect(legends()).toEqual(['What do you do?'])
  // The errors of a question that nobody has tried to leave are not shown.
  expect(page.getByText(t('survey.required')).query()).toBeNull()
})

test('shows the verdict at the chosen option, and another one when another option is chosen', async () => {
  startPaged()
  const verdicts = () => [...document.querySelectorAll('output')].map(({ textContent }) => textContent)
  await option('Wait').click()
  expect(verdicts().slice(0, 2)).toEqual([`✕ ${t('survey.notQuite')} Waiting takes long.`, ''])
  await option('Walk over').click()
  expect(verdicts().slice(0, 2)).toEqual(['', `✓ ${t('survey.right')} It shows interest.`])
})

test('the button to the next question is outlined until the right option is chosen', async () => {
  startPaged()
  const getColour = () => getComputedStyle(goOn().element()).backgroundColor
  const empty = getColour()
  await option('Wait').click()
  await expect.element(page.getByText('Waiting takes long.')).toBeVisible()
  expect(getColour()).toBe(empty)
  await option('Walk over').click()
  await expect.element(page.getByText('It shows interest.')).toBeVisible()
  await expect.poll(getColour).not.toBe(empty)
  // A wrong answer may be left, too.
  await option('Wait').click()
  await goOn().click()
  expect(legends()).toEqual(['What do you do?'])
})

test('shows the first invalid question instead of saving, and focuses it', async () => {
  const onSubmit = vi.fn<SurveyFormProps['onSubmit']>(async () => undefined)
  startPaged(onSubmit)
  await option('Walk over').click()
  await page.getByRole('button', { name: 'Jump' }).click()
  await save().click()
  expect(legends()).toEqual(['What do you do?'])
  await expect.element(option('Wait')).toHaveFocus()
  expect(onSubmit).not.toHaveBeenCalled()
  await option('Wait').click()
  await goOn().click()
  await save().click()
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith([
    { question: 'c1', value: 'b' },
    { question: 'q1', value: 'a' },
  ])
})
