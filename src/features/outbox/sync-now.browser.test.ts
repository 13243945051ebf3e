import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { log, showOutbox, startOutbox, t } from './testing/outbox-screen.ts'

const left = `Nothing sent, 1 to send. ${t('outbox.reason.unreachable')}`

afterEach(() => vi.restoreAllMocks())

test('"sync now" reports its result, and its progress when the response takes longer', async () => {
  const { outbox, network } = startOutbox()
  await log(outbox, 'one')
  showOutbox(outbox)
  const button = page.getByRole('button', { name: t('outbox.syncNow') })
  await button.click()
  await expect.element(page.getByText(left)).toBeVisible()
  const late = Promise.withResolvers<void>()
  Object.assign(network, { answers: true, delay: late.promise })
  await button.click()
  await expect.element(page.getByText(t('outbox.report.goingOn'))).toBeVisible()
  late.resolve()
  await expect.element(page.getByText('1 entry sent. All saved.')).toBeVisible()
  expect(page.getByText(left).all()).toEqual([])
  // The button disappears with the last entry, and the focus moves to the history.
  expect(button.all()).toEqual([])
  await expect.element(page.getByRole('heading', { name: t('outbox.journalHeading') })).toHaveFocus()
})

test.each([false, true])(
  'offers nothing when nothing waits, and says so once; offline: %s',
  async (offline) => {
    const { outbox } = startOutbox()
    showOutbox(outbox, { offline })
    await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
    expect(page.getByRole('button').all()).toEqual([])
    expect(page.getByText(t('outbox.intro')).all()).toEqual([])
  },
)

test('offline, offers a try instead of "sync now", and says after it that nothing is lost', async () => {
  const { outbox } = startOutbox()
  await log(outbox, 'one')
  showOutbox(outbox, { offline: true })
  await expect.element(page.getByText(t('outbox.offline'))).toBeVisible()
  expect(page.getByRole('button', { name: t('outbox.syncNow') }).all()).toEqual([])
  await page.getByRole('button', { name: t('outbox.tryNow') }).click()
  await expect.element(page.getByText(t('outbox.report.offline'))).toBeVisible()
  expect(page.getByText(left).all()).toEqual([])
})

test('removes the result of "sync now" when it is outdated', async () => {
  const { outbox, network } = startOutbox()
  await log(outbox, 'one')
  showOutbox(outbox)
  await page.getByRole('button', { name: t('outbox.syncNow') }).click()
  await expect.element(page.getByText(left)).toBeVisible()
  network.answers = true
  await outbox.deliver({ eager: true })
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  expect(page.getByText(left).all()).toEqual([])
})

test('reports an app error that stops the sending, with details to copy, until it is resolved', async () => {
  const { outbox, network } = startOutbox()
  network.answers = true
  const fault = 'AbortSignal.timeout is not a function'
  const lacking = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new TypeError(fault)
  })
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await log(outbox, 'one')
  showOutbox(outbox)
  await expect.element(page.getByText(t('outbox.unexpected.title'))).toBeVisible()
  await page.getByRole('button', { name: t('outbox.unexpected.copy') }).click()
  await expect.poll(() => copied.join()).toContain(fault)
  await page.getByRole('button', { name: t('outbox.syncNow') }).click()
  await expect
    .element(page.getByText(`Nothing sent, 1 to send. ${t('outbox.reason.unexpected')}`))
    .toBeVisible()
  lacking.mockRestore()
  await page.getByRole('button', { name: t('outbox.syncNow') }).click()
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  expect(page.getByText(t('outbox.unexpected.title')).all()).toEqual([])
})
