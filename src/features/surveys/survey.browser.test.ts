import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { findModule } from '../../config/courses.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { openTab } from '../../outbox/testing/open-tab.ts'
import { createKeyValues } from '../../platform/storage/key-values.ts'
import { show } from '../../ui/testing/show.tsx'
import { saveAnswers, useStoredAnswers } from './use-stored-answers.ts'
import { createSurveyDraft } from './survey-draft.ts'
import { Survey } from './survey.tsx'

const ana = 'ana'
const t = translateIn('en-GB')
const { module } = findModule('training-4')!
const questions = [{ id: 'q1', kind: 'text' }] as const
const texts = { q1: { question: 'How was it?' } }

/** The survey of a module in a tab, on a phone without a connection. */
const openSurvey = async (tab: string, channel?: BroadcastChannel, mayDiscard?: Promise<void>) => {
  // On a phone the main buttons of two tabs would lie on each other.
  await page.viewport(1280, 800)
  const { api, outbox: device } = openTab({
    customer: ana,
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    isOnline: () => false,
    ...(channel && { channel }),
  })
  const outbox = device.forCustomer(ana)
  const drafts = createKeyValues('drafts', (name) => indexedDB.open(name))
  const here = { id: tab, page: crypto.randomUUID() }
  const draft = createSurveyDraft({ drafts, tab: here, now: () => new Date() }, ana, module.id)
  const begun = await draft.read()
  const Page = () => {
    const { stored, isReading, read } = useStoredAnswers({ api, outbox }, ana, module)
    const [question, setQuestion] = useState<string | undefined>('q1')
    const survey = createElement(Survey, {
      key: 'survey',
      questionId: question,
      isResult: question === undefined,
      onQuestion: setQuestion,
      onResult: () => setQuestion(undefined),
      questions,
      texts,
      storedAnswers: stored,
      isReading,
      readStored: read,
      draft: begun,
      nextStep: null,
      onDraft: draft.write,
      onDiscard: async () => {
        await mayDiscard
        await draft.discard()
      },
      onSubmit: async (answers) => {
        const failure = await saveAnswers(outbox, module, answers)
        if (!failure) await draft.discard()
        return failure
      },
    })
    return [
      survey,
      createElement('button', { key: 'result', onClick: () => setQuestion(undefined) }, 'Result'),
    ]
  }
  const client = new QueryClient()
  const screen = show('en-GB', createElement(QueryClientProvider, { client }, createElement(Page)))
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    screen.remove()
    client.clear()
    device.close()
  }
  onTestFinished(close)
  screen.place.dataset['testid'] = here.page
  const shown = page.getByTestId(here.page)
  const field = shown.getByLabelText('How was it?')
  return {
    text: (id: Parameters<typeof t>[0]) => shown.getByText(t(id), { exact: true }),
    field,
    type: async (text: string) => {
      await field.fill(text)
      await expect.element(shown.getByText(t('survey.draftKept'))).toBeVisible()
    },
    press: (id: 'submit' | 'change' | 'continueDraft' | 'discardDraft') =>
      shown.getByRole('button', { name: t(`survey.${id}`) }).click(),
    showResult: () => shown.getByRole('button', { name: 'Result' }).click(),
    unfold: (id: 'given' | 'newerAnswers') => shown.getByText(t(`survey.${id}`)).click(),
    words: (text: string) => shown.getByText(text),
    held: async () =>
      (await outbox.readEntries()).map(({ payload }) => JSON.stringify(payload).match(/from \w/)?.[0]),
    close,
  }
}

/** Two tabs in which a coach types different answers; the answers of the first tab are saved. */
const saveInFirst = async (channelOfSecond?: BroadcastChannel, mayDiscard?: Promise<void>) => {
  const [first, second] = [await openSurvey('a'), await openSurvey('b', channelOfSecond, mayDiscard)]
  await second.type('from B')
  await first.type('from A')
  await first.press('submit')
  await expect.element(first.text('survey.saved')).toBeVisible()
  return { first, second }
}

test('reports at once what another tab saved, and replaces it only when the coach confirms', async () => {
  const { second } = await saveInFirst()
  await expect.element(second.text('survey.answeredInOtherTab')).toBeVisible()
  await expect.element(second.field).toHaveValue('from B')
  await second.unfold('newerAnswers')
  await expect.element(second.words('from A')).toBeVisible()
  await second.press('submit')
  await expect.element(second.text('survey.decideFirst')).toBeVisible()
  expect(await second.held()).toEqual(['from A'])
  await second.press('continueDraft')
  await expect.element(second.text('survey.answeredInOtherTab')).not.toBeInTheDocument()
  await expect.element(second.text('survey.decideFirst')).not.toBeInTheDocument()
  await second.press('submit')
  await expect.element(second.text('survey.saved')).toBeVisible()
  expect(await second.held()).toEqual(['from A', 'from B'])
})

test('checks for other tabs’ answers before a save in a tab that was frozen', async () => {
  const { second } = await saveInFirst(new BroadcastChannel('heard by nobody'))
  await second.press('submit')
  await expect.element(second.text('survey.decideFirst')).toBeVisible()
  await expect.element(second.text('survey.answeredInOtherTab')).toBeVisible()
  expect(await second.held()).toEqual(['from A'])
})

test('keeps a tab’s draft when another tab saves, and asks again after a reload until it is discarded', async () => {
  const { second } = await saveInFirst()
  await expect.element(second.text('survey.answeredInOtherTab')).toBeVisible()
  second.close()
  const reloaded = await openSurvey('b')
  await expect.element(reloaded.field).toHaveValue('from B')
  await expect.element(reloaded.text('survey.answeredInOtherTab')).toBeVisible()
  await reloaded.press('discardDraft')
  await expect.element(reloaded.text('survey.saved')).toBeVisible()
  await reloaded.unfold('given')
  await expect.element(reloaded.words('from A')).toBeVisible()
  reloaded.close()
  const again = await openSurvey('b')
  await again.showResult()
  await expect.element(again.text('survey.saved')).toBeVisible()
})

test('shows a draft until the device has discarded it, whatever is pressed meanwhile', async () => {
  const { promise: mayDiscard, resolve } = Promise.withResolvers<void>()
  const { second } = await saveInFirst(undefined, mayDiscard)
  await expect.element(second.text('survey.answeredInOtherTab')).toBeVisible()
  await second.press('discardDraft')
  await second.press('continueDraft')
  await expect.element(second.text('survey.answeredInOtherTab')).toBeVisible()
  await expect.element(second.field).toHaveValue('from B')
  resolve()
  await expect.element(second.text('survey.saved')).toBeVisible()
  second.close()
  const again = await openSurvey('b')
  await again.showResult()
  await expect.element(again.text('survey.saved')).toBeVisible()
})

test('shows what another tab saved in a tab without input', async () => {
  const [first, second] = [await openSurvey('a'), await openSurvey('b')]
  await first.type('from A')
  await first.press('submit')
  await expect.element(second.field).toHaveValue('from A')
  await second.showResult()
  await expect.element(second.text('survey.saved')).toBeVisible()
  await first.unfold('given')
  await first.press('change')
  await first.field.fill('from A again')
  await first.press('submit')
  await second.unfold('given')
  await expect.element(second.words('from A again')).toBeVisible()
  expect(second.text('survey.answeredInOtherTab').query()).toBeNull()
})

test('prints the given answers, which are folded on screen', async () => {
  const { type, press, text, words } = await openSurvey('a')
  await type('from A')
  await press('submit')
  await expect.element(text('survey.given')).toBeVisible()
  await expect.element(words('from A')).not.toBeVisible()
  dispatchEvent(new Event('beforeprint'))
  await expect.element(words('from A')).toBeVisible()
  dispatchEvent(new Event('afterprint'))
})

test('continues changes that are not saved, and says at the result that they are a draft', async () => {
  const { type, press, text, unfold, field, showResult } = await openSurvey('a')
  await type('from A')
  await press('submit')
  await expect.element(text('survey.saved')).toBeVisible()
  await unfold('given')
  await press('change')
  await type('from A again')
  await showResult()
  await expect.element(text('survey.unsavedDraft')).toBeVisible()
  await unfold('given')
  await press('change')
  await expect.element(field).toHaveValue('from A again')
  await showResult()
  await press('discardDraft')
  await expect.element(text('survey.unsavedDraft')).not.toBeInTheDocument()
})
