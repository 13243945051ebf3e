import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LocaleCode } from '../../../config/locales.ts'
import { localeCodes } from '../../../config/locales.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { UploadClient, UploadSnapshot } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { completedTask } from '../testing/completed-task.ts'
import { UploadQueue } from './upload-queue.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const repeat = (name: string, key = name): UploadTask => ({
  ...completedTask(name),
  sentBytes: 0,
  status: { state: 'PAUSED', reason: { kind: 'already-stored', key } },
})

/** The queue of a coach. Returns the actions on the uploads. */
const start = (
  tasks: UploadTask[],
  { locale = 'en-GB', hidden = [] }: { locale?: LocaleCode; hidden?: string[] } = {},
) => {
  const done: string[] = []
  const snapshot: UploadSnapshot = {
    isReady: true,
    isDurable: true,
    isWorkerLost: false,
    isOwnedByOtherTab: false,
    canStoreCopies: true,
    network: { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } },
    tasks,
  }
  const uploads: Partial<UploadClient> = {
    snapshot: () => snapshot,
    subscribe: () => () => undefined,
    command: async (ids, command) => void done.push([command, ...ids].join(' ')),
    dismiss: async (ids) => void done.push(['dismiss', ...ids].join(' ')),
  }
  const nothing = () => undefined
  const props = {
    isOffline: false,
    listedUploads: new Set<UploadTask>(),
    onCancelAll: nothing,
    onLostFocus: nothing,
  }
  const queue = { ...props, uploads: uploads as UploadClient, hiddenFiles: new Set(hidden) }
  screen = show(locale, createElement(UploadQueue, queue))
  const t = translateIn(locale)
  const answer = (id: 'uploadAnyway' | 'dontUpload', name: string) =>
    page.getByRole('button', { name: t('files.actionOn', { action: t(`files.button.${id}`), name }) })
  return { t, done, answer }
}

test('asks in the row of a file that is already stored, where it is stored, and then shows both answers', async () => {
  const { t, done, answer } = start([repeat('match.mp4', '2026/final.mp4')])
  const question = page.getByText(t('files.reason.alreadyStored', { key: '2026/final.mp4' }))
  await expect.element(question).toBeVisible()
  const buttons = answer('uploadAnyway', 'match.mp4').element()
  expect(question.element().compareDocumentPosition(buttons)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(page.getByRole('progressbar').query()).toBeNull()
  await answer('uploadAnyway', 'match.mp4').click()
  expect(done).toEqual(['resume match.mp4'])
  await answer('dontUpload', 'match.mp4').click()
  await expect.poll(() => done.slice(1)).toEqual(['cancel match.mp4', 'dismiss match.mp4'])
  expect(page.getByRole('button', { name: t('files.repeatsUpload') }).query()).toBeNull()
})

test('asks about several files at once, excluding those that wait for something else', async () => {
  const waiting: UploadTask = {
    ...repeat('c.mp4'),
    status: { state: 'PAUSED', reason: { kind: 'you' } },
  }
  const { t, done } = start([repeat('a.mp4'), repeat('b.mp4'), waiting, { ...waiting, id: 'd', name: 'd' }])
  await expect.element(page.getByText(t('files.repeats', { count: 2 }))).toBeVisible()
  await page.getByRole('button', { name: t('files.repeatsUpload') }).click()
  await page.getByRole('button', { name: t('files.repeatsLeaveOut') }).click()
  await page.getByRole('button', { name: t('files.resumeAll') }).click()
  await expect
    .poll(() => done)
    .toEqual(['resume a.mp4 b.mp4', 'cancel a.mp4 b.mp4', 'dismiss a.mp4 b.mp4', 'resume c.mp4 d'])
})

test('names the other copy of a file chosen twice, and a pending deletion does not resume it', async () => {
  const twice = (name: string): UploadTask => ({
    ...repeat(name),
    status: { state: 'PAUSED', reason: { kind: 'already-stored', key: 'match.mp4', uploading: 'first' } },
  })
  const { t, done, answer } = start([twice('copy.mp4'), repeat('b.mp4')], {
    hidden: ['private/match.mp4', 'private/b.mp4'],
  })
  await expect.element(page.getByText(t('files.reason.chosenTwice', { key: 'match.mp4' }))).toBeVisible()
  await expect.element(answer('uploadAnyway', 'copy.mp4')).toBeVisible()
  await expect.poll(() => done).toEqual(['resume b.mp4'])
})

test('uploads a file chosen again while its stored copy is about to be deleted', async () => {
  const { done } = start([repeat('a.mp4'), repeat('b.mp4')], { hidden: ['private/b.mp4', 'public/a.mp4'] })
  await expect.poll(() => done).toEqual(['resume b.mp4'])
})

test.each(localeCodes)('fits the question on a narrow phone (%s)', async (locale) => {
  await page.viewport(360, 640)
  const name = 'treino-da-selecao-sub-17-final-do-campeonato-2026-11-26.mp4'
  const { answer } = start([repeat(name), repeat(`b-${name}`)], { locale })
  await expect.element(answer('dontUpload', name)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
