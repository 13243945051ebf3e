import { createElement, Suspense } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { JournalRecord } from '../../../outbox/entry/journal.ts'
import { show } from '../../../ui/testing/show.tsx'
import { History } from './history.tsx'
import { activity, log, open, showOutbox, startOutbox, t } from '../testing/outbox-screen.ts'

test('focuses Undo after a deletion, and the history when the button of a sent entry disappears', async () => {
  const { outbox, network } = startOutbox()
  await log(outbox, 'one')
  await log(outbox, 'two')
  showOutbox(outbox)
  await open(activity)
  const history = () => page.getByRole('heading', { name: t('outbox.journalHeading') }).element()
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click()
  await expect.element(page.getByRole('button', { name: t('common.undo') })).toHaveFocus()
  network.answers = true
  await page.getByRole('button', { name: /^Send now: / }).click()
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  await expect.poll(() => document.activeElement).toBe(history())
})

test('shows a deleted entry in the history, and restores it under its own key', async () => {
  const { outbox } = startOutbox()
  await log(outbox, 'one')
  showOutbox(outbox)
  await expect.poll(() => outbox.snapshot().toSend).toBe(1)
  const [before] = outbox.snapshot().entries
  await open(activity)
  await page.getByRole('button', { name: /^Delete: / }).click()
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  // None of it was sent.
  await expect.element(page.getByText(/Nothing is waiting on this device\./)).toBeVisible()
  await open(t('outbox.journalHeading'))
  await expect.element(page.getByText(t('outbox.happened.removed'))).toBeVisible()
  expect(outbox.snapshot().entries).toEqual([])
  await page.getByRole('button', { name: t('common.undo') }).click()
  await expect.poll(() => outbox.snapshot().entries).toEqual([before])
})

test('shows what was signed in a receipt, and whether the server has it only on request', async () => {
  const { network, outbox } = startOutbox()
  network.answers = true
  await log(outbox, 'one')
  await outbox.deliver({ force: true })
  let said: boolean | undefined
  showOutbox(outbox, { isStored: async () => said })
  await open(t('outbox.journalHeading'))
  const proof = page.getByText(t('outbox.happened.delivered'), { exact: true }).first()
  const signed = /The signature is valid: our server signed this on/
  const openAgain = async () => {
    await proof.click()
    await proof.click()
  }
  const expectSaid = async (presence: 'unchecked' | 'stored' | 'resent') => {
    await expect.element(page.getByText(t(`outbox.receipts.${presence}`), { exact: false })).toBeVisible()
  }
  await proof.click()
  await expect.element(page.getByText(/Receipt no\.\s1/)).toBeVisible()
  await expect.element(page.getByText(signed)).toBeVisible()
  await expectSaid('unchecked')
  said = true
  await openAgain()
  await expectSaid('stored')
  said = false
  await openAgain()
  await expectSaid('resent')
  await expect.poll(() => outbox.snapshot().toSend).toBe(0)
  expect((await outbox.readJournal()).map(({ happened }) => happened)).toEqual([
    'delivered',
    'returned',
    'delivered',
    'captured',
  ])
})

test('shows a module’s events as one row, with each entry’s proof one tap away', async () => {
  const { network, outbox } = startOutbox()
  network.answers = true
  await outbox.add('module.progressed.v2', { video_id: 'training-1', type: 'module', action: 'start' })
  await outbox.add('survey.answered.v2', {
    video_id: 'training-1',
    answers: [{ question: 'q1', value: 'The wheel' }],
  })
  await outbox.deliver({ force: true })
  showOutbox(outbox)
  await open(t('outbox.journalHeading'))
  const row = page.getByRole('listitem').filter({ hasText: 'The wheel' })
  await expect.element(row.getByText(t('outbox.event.surveyAnswered'), { exact: false })).toBeVisible()
  expect(row.all()).toHaveLength(1)
  await row.getByText(t('outbox.happened.delivered'), { exact: true }).click()
  await row.getByText(t('outbox.event.progressed'), { exact: true }).click()
  await expect.element(row.getByText(/Receipt no\.\s1/)).toBeVisible()
  expect(row.getByText(/Receipt no\./).all()).toHaveLength(1)
})

test('shows an entry without further details as a line in its row, not as an empty fold', async () => {
  const { outbox } = startOutbox()
  const record = (key: string, happened: JournalRecord['happened'], at: number): JournalRecord => {
    return { key, happened, at, customer: 'coach-a', seq: 1, name: 'activity.logged.v1' }
  }
  const journal = [record('a', 'removed', 3000), record('b', 'removed', 2000), record('a', 'captured', 1000)]
  const proof = { checkReceipt: async () => undefined, isStored: async () => undefined }
  const deps = { outbox, subjects: {}, customer: 'coach-a', ...proof }
  const history = createElement(History, {
    ...deps,
    journal: Promise.resolve(journal),
    receipts: Promise.resolve([]),
  })
  const screen = show('en-GB', createElement(Suspense, {}, history))
  onTestFinished(screen.remove)
  const summaries = () => screen.place.querySelectorAll('summary').length
  await expect.poll(summaries).toBe(1)
  await page.getByText(t('outbox.happened.removed')).click()
  await expect.poll(summaries).toBe(2)
  expect(screen.place.querySelectorAll('time')).toHaveLength(3)
})
