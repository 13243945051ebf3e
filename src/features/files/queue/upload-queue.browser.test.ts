import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../lib/result.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { UploadClient, UploadSnapshot } from '../../../uploads/contract.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { completedTask } from '../testing/completed-task.ts'
import { UploadQueue } from './upload-queue.tsx'

const t = translateIn('en-GB')
let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** A list of uploads. Returns what happened to the focus. */
const start = (...tasks: UploadTask[]) => startIn({}, ...tasks)
const startIn = (
  {
    isOwnedByOtherTab = false,
    isOffline = true,
    listed = [],
    ...waiting
  }: { isOwnedByOtherTab?: boolean; isOffline?: boolean; listed?: UploadTask[]; waitUntil?: number },
  ...tasks: UploadTask[]
) => {
  const listeners = new Set<() => void>()
  const commands: string[][] = []
  const given: string[] = []
  let lost = 0
  let snapshot: UploadSnapshot = {
    isReady: true,
    isDurable: true,
    isWorkerLost: false,
    isOwnedByOtherTab,
    canStoreCopies: true,
    network: { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false }, ...waiting },
    tasks,
  }
  const tell = (next: readonly UploadTask[]) => {
    snapshot = { ...snapshot, tasks: next }
    for (const listener of listeners) listener()
  }
  const uploads: Partial<UploadClient> = {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    command: async (ids, command) => void commands.push([command, ...ids]),
    give: async (id, { file }) => {
      given.push(`${file.name} ${id}`)
      return ok(undefined)
    },
    cancelAll: async () => void commands.push(['cancelAll']),
    dismiss: async (ids) => tell(snapshot.tasks.filter(({ id }) => !ids.includes(id))),
  }
  const onLostFocus = () => (lost += 1)
  const onCancelAll = () => void commands.push(['end what is being added'])
  const props = {
    uploads: uploads as UploadClient,
    isOffline,
    listedUploads: new Set(listed),
    hiddenFiles: new Set<string>(),
    onCancelAll,
    onLostFocus,
  }
  screen = show('en-GB', createElement(UploadQueue, props))
  return {
    lost: () => lost,
    tell,
    commands,
    given: () => given.toSorted(),
    shown: () => snapshot.tasks.map(({ name }) => name),
  }
}
const button = (action: MessageId, name: string) =>
  page.getByRole('button', { name: t('files.actionOn', { action: t(action), name }) })
const dismiss = (name: string) => button('files.button.dismiss', name).click()
const details = () => page.getByRole('button', { name: t('common.details') })
const heading = () => page.getByRole('heading', { name: t('files.queue') })

test('moves the focus to the heading when its row is removed, and out of the list with the last row', async () => {
  const { lost } = start(completedTask('a.mp4'), completedTask('b.mp4'))
  await details().click()
  await dismiss('a.mp4')
  await expect.element(heading()).toHaveFocus()
  expect(lost()).toBe(0)
  await dismiss('b.mp4')
  await expect.poll(lost).toBe(1)
})

const sending = (name: string): UploadTask => ({
  ...completedTask(name),
  status: { state: 'IN_PROGRESS' },
  phase: 'sending',
})

test('keeps the focus in the queue when the focused upload ends', async () => {
  const { tell } = start(sending('a.mp4'), completedTask('b.mp4'))
  const pause = button('files.button.pause', 'a.mp4').element()
  if (pause instanceof HTMLElement) pause.focus()
  tell([sending('a.mp4'), completedTask('b.mp4')])
  await expect.element(button('files.button.pause', 'a.mp4')).toHaveFocus()
  tell([completedTask('a.mp4'), completedTask('b.mp4')])
  await expect.element(heading()).toHaveFocus()
})

const more = (name: string) => button('files.button.more', name)

test('keeps the focus in the queue when an upload ends during the question to cancel it', async () => {
  const { tell } = start(sending('a.mp4'))
  await more('a.mp4').click()
  await button('files.button.cancel', 'a.mp4').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  tell([completedTask('a.mp4')])
  await expect.element(heading()).toHaveFocus()
})

test('shows the number of finished uploads at once, and announces it only from time to time', async () => {
  const { tell } = start(sending('a.mp4'), sending('b.mp4'))
  const summary = (done: number) => t('files.summary', { done, count: 2 })
  tell([completedTask('a.mp4'), sending('b.mp4')])
  await expect.element(page.getByRole('status').getByText(summary(1))).toBeInTheDocument()
  tell([completedTask('a.mp4'), completedTask('b.mp4')])
  await expect
    .element(page.getByText(summary(2)).and(page.getByRole('paragraph', { includeHidden: true })))
    .toBeVisible()
  expect(page.getByRole('status').getByText(summary(2)).query()).toBeNull()
})

test('applies an action on all only to the uploads that support it', async () => {
  const paused = (name: string): UploadTask => ({
    ...completedTask(name),
    status: { state: 'PAUSED', reason: { kind: 'you' } },
  })
  const tasks = [sending('a.mp4'), sending('b.mp4'), paused('c.mp4'), paused('d.mp4'), completedTask('e.mp4')]
  const { commands } = start(...tasks)
  const [a, b, c, d] = tasks.map(({ id }) => id)
  const all = (action: MessageId) => page.getByRole('button', { name: t(action), exact: true }).click()
  await all('files.pauseAll')
  await all('files.resumeAll')
  await all('files.cancelAll')
  expect(commands).toEqual([
    ['pause', a, b],
    ['resume', c, d],
  ])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('files.cancelAllConfirm') })
    .click()
  expect(commands.slice(2)).toEqual([['end what is being added'], ['cancelAll']])
})

test('shows the next action in a row, and the others on request', async () => {
  start(sending('a.mp4'), sending('b.mp4'))
  const buttons = () => screen!.find('li').querySelectorAll('button')
  expect(buttons()).toHaveLength(2)
  await expect.element(button('files.button.pause', 'a.mp4')).toBeVisible()
  await more('a.mp4').click()
  await expect.element(more('a.mp4')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(button('files.button.cancel', 'a.mp4')).toBeVisible()
  await more('a.mp4').click()
  expect(buttons()).toHaveLength(2)
})

const offline = (name: string): UploadTask => ({
  ...completedTask(name),
  status: { state: 'PAUSED', reason: { kind: 'offline' } },
})

test('offers no resume for uploads that resume by themselves, and gives the reason once', async () => {
  const { tell } = start(offline('a.mp4'), offline('b.mp4'))
  await expect.element(page.getByRole('button', { name: t('files.cancelAll') })).toBeVisible()
  expect(page.getByRole('button', { name: t('files.resumeAll') }).all()).toEqual([])
  expect(page.getByText(t('files.reason.offline')).all()).toHaveLength(1)
  expect(screen!.find('li').querySelectorAll('button')).toHaveLength(1)
  await more('a.mp4').click()
  await expect.element(button('files.button.cancel', 'a.mp4')).toBeVisible()
  tell([sending('a.mp4'), sending('b.mp4')])
  await expect.poll(() => page.getByText(t('files.reason.offline')).all()).toEqual([])
  await expect.element(page.getByText(t('files.state.sending')).first()).toBeVisible()
})

test('says that the storage does not respond while the app itself has a connection', async () => {
  startIn({ isOffline: false }, offline('a.mp4'))
  await expect.element(page.getByText(t('files.reason.noResponse'))).toBeVisible()
  expect(page.getByText(t('files.reason.offline')).all()).toEqual([])
})

test('reports once that a network responds in place of the storage, and lets every upload be retried', async () => {
  const resting = (name: string): UploadTask => ({
    ...completedTask(name),
    status: { state: 'PAUSED', reason: { kind: 'foreign-answer' } },
  })
  start(resting('a.mp4'), resting('b.mp4'))
  await expect.element(button('files.button.tryAgain', 'b.mp4')).toBeVisible()
  await expect.element(page.getByRole('button', { name: t('files.resumeAll') })).toBeVisible()
  expect(page.getByText(t('files.reason.foreignAnswer')).all()).toHaveLength(1)
})

test('keeps the focus in an upload whose button disappears when the connection is lost', async () => {
  const { tell } = start(sending('a.mp4'), sending('b.mp4'))
  const pause = button('files.button.pause', 'a.mp4').element()
  if (pause instanceof HTMLElement) pause.focus()
  tell([offline('a.mp4'), offline('b.mp4')])
  await expect.element(more('a.mp4')).toHaveFocus()
})

test('shows several finished uploads as one line with their number, and the rows on request', async () => {
  const { tell } = start(completedTask('a.mp4'))
  expect(document.querySelectorAll('li')).toHaveLength(1)
  tell([completedTask('a.mp4'), completedTask('b.mp4')])
  await expect.element(page.getByText('2 sent', { exact: false })).toBeVisible()
  expect(document.querySelectorAll('li')).toHaveLength(0)
  await details().click()
  await expect.element(details()).toHaveAttribute('aria-expanded', 'true')
  expect(document.querySelectorAll('li')).toHaveLength(2)
  tell([completedTask('a.mp4'), { ...completedTask('b.mp4'), status: { state: 'CANCELLED' } }])
  await expect.element(page.getByText('2 finished uploads')).toBeVisible()
})

const lost = (name: string, size: number): UploadTask => ({
  ...completedTask(name),
  size,
  status: { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } },
})

test('when files are requested together, shows a row’s own picker on request, and offers no resume', async () => {
  const { tell } = start(lost('a.mp4', 1), lost('b.mp4', 2))
  const picker = button('files.button.chooseAgain', 'a.mp4')
  expect(page.getByText(t('files.reason.fileAbove')).all()).toHaveLength(2)
  expect(picker.query()).toBeNull()
  expect(page.getByRole('button', { name: t('files.resumeAll') }).query()).toBeNull()
  await more('a.mp4').click()
  await expect.element(picker).toBeVisible()
  tell([lost('a.mp4', 1), sending('b.mp4')])
  await expect.element(picker).toBeVisible()
  expect(page.getByText(t('files.reason.fileAbove')).query()).toBeNull()
  await expect.element(page.getByText(t('files.reason.fileRestart'))).toBeVisible()
})

test('requests the files of several uploads together, and assigns each to its upload', async () => {
  const { given } = start(lost('a.mp4', 1), lost('b.mp4', 2))
  const field = screen!.find('[role=status] input[type=file]')
  await userEvent.upload(field, [
    new File(['bb'], 'b.mp4'),
    new File(['a'], 'a.mp4'),
    new File(['c'], 'c.mp4'),
  ])
  await expect.poll(given).toEqual(['a.mp4 a.mp4', 'b.mp4 b.mp4'])
  await expect.element(page.getByRole('alert').filter({ hasText: 'c.mp4' })).toBeVisible()
})

test('clears finished uploads, and keeps the others', async () => {
  const { shown } = start(completedTask('a.mp4'), sending('b.mp4'), completedTask('c.mp4'))
  await page.getByRole('button', { name: t('files.clearFinished') }).click()
  expect(shown()).toEqual(['b.mp4'])
})

test('does not show a file that the stored list shows, but includes it in the announced count', async () => {
  const [a, b] = [completedTask('a.mp4'), completedTask('b.mp4')]
  const { tell } = startIn({ listed: [a, b] }, a, sending('c.mp4'))
  await expect.element(page.getByText('c.mp4', { exact: true })).toBeVisible()
  expect(page.getByText('a.mp4', { exact: true }).all()).toEqual([])
  tell([a, b])
  await expect.poll(() => page.getByRole('heading', { name: t('files.queue') }).all()).toEqual([])
  const heard = page.getByRole('status').getByText(t('files.summary', { done: 2, count: 2 }))
  await expect.element(heard, { timeout: 8000 }).toBeInTheDocument()
})

test('marks uploads that run in another window, but not finished ones', async () => {
  const { tell } = startIn({ isOwnedByOtherTab: true }, sending('a.mp4'))
  await expect.element(page.getByText(t('files.elsewhere'))).toBeVisible()
  tell([completedTask('a.mp4')])
  await expect.poll(() => page.getByText(t('files.elsewhere')).all()).toEqual([])
})

test('shows until when the store asked to wait, in the rows that wait for it', async () => {
  const paused: UploadTask = { ...sending('b.mp4'), status: { state: 'PAUSED', reason: { kind: 'you' } } }
  const waitUntil = new Date('2026-06-01T13:04:20').getTime()
  startIn({ waitUntil }, sending('a.mp4'), paused, completedTask('c.mp4'))
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  // At 13:04 a wait that ends 20 seconds later is not over yet.
  const text = t('files.state.askedToWait', { time: '13:05' })
  await expect.element(row('a.mp4').getByText(text)).toBeVisible()
  await expect.element(row('b.mp4').getByText(t('files.reason.you'))).toBeVisible()
  expect(page.getByText(text).all()).toHaveLength(1)
})
