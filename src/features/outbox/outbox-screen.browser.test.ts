import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { activity, answers, file, log, open, showOutbox, startOutbox, t } from './testing/outbox-screen.ts'

test('says that entries are sent only while the app is open, if the browser requires it and any wait', async () => {
  const { outbox, network } = startOutbox()
  showOutbox(outbox, { sendsWhenClosed: false })
  await expect.element(page.getByText(t('outbox.emptyTitle'))).toBeVisible()
  await expect.element(page.getByText(t('outbox.onlyOpen'))).not.toBeInTheDocument()
  await log(outbox, 'one')
  await expect.element(page.getByText(t('outbox.onlyOpen'))).toBeVisible()
  network.answers = true
  await outbox.deliver({ force: true })
  await expect.element(page.getByText(t('outbox.onlyOpen'))).not.toBeInTheDocument()
})

test('counts this coach’s waiting files with a link, and does not show an empty outbox', async () => {
  const waits = { state: 'PAUSED', reason: { kind: 'offline' } } as const
  showOutbox(startOutbox().outbox, {
    offline: true,
    files: [
      file('a.mp4', waits),
      file('b.mp4', { state: 'INIT' }),
      file('c.mp4', { state: 'COMPLETED' }),
      file('d.mp4', waits, 'coach-b'),
    ],
  })
  const link = page.getByRole('link').filter({ hasText: t('outbox.filesWait', { count: 2 }) })
  expect(page.getByText(t('outbox.emptyTitle')).all()).toEqual([])
  await expect.element(link).toHaveAttribute('href', '/en-GB/files')
})

test('shows the count of each list, and 25 entries of an open row until more are requested', async () => {
  const { outbox } = startOutbox()
  for (let count = 0; count < 30; count += 1) await log(outbox, `one of ${count}`)
  showOutbox(outbox)
  await expect
    .element(page.getByRole('heading', { level: 2, name: `${t('outbox.toSendHeading')} 30` }))
    .toBeVisible()
  expect(page.getByRole('button', { name: /^Delete: / }).all()).toEqual([])
  await open(activity)
  await expect.poll(() => page.getByRole('button', { name: /^Delete: / }).all()).toHaveLength(25)
  await page.getByRole('button', { name: t('outbox.more') }).click()
  expect(page.getByRole('button', { name: /^Delete: / }).all()).toHaveLength(30)
})

test('lists refused entries separately, with title, time and reason', async () => {
  const { outbox, network } = startOutbox()
  network.answers = true
  await outbox.add('survey.answered.v2', { video_id: 'training-1', answers })
  await expect.poll(() => outbox.snapshot().needsAction).toBe(1)
  showOutbox(outbox)
  await expect
    .element(page.getByRole('heading', { level: 2, name: `${t('outbox.needsYouHeading')} 1` }))
    .toBeVisible()
  await expect
    .element(page.getByRole('heading', { level: 3, name: 'Survey answers: The wheel' }))
    .toBeVisible()
  await expect.element(page.getByText(t('outbox.reason.refused'), { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText(t('outbox.reason.refusedNext', { canEdit: 'no' }))).toBeVisible()
  expect(document.querySelector('time')?.dateTime).toMatch(/^\d{4}-/)
})

test('shows a row for each module that waits, with its entries and the reason', async () => {
  const { outbox } = startOutbox()
  await outbox.add('survey.answered.v2', { video_id: 'training-1', answers })
  await outbox.add('module.progressed.v2', {
    video_id: 'training-1',
    type: 'module',
    action: 'start',
  })
  await log(outbox, 'one')
  showOutbox(outbox)
  const rows = () => [...document.querySelectorAll('summary')].map(({ innerText }) => innerText.split('\n'))
  const kinds = [t('outbox.event.surveyAnswered'), t('outbox.event.progressed')].join(' · ')
  await expect
    .poll(() => rows().slice(0, 2))
    .toEqual([
      ['The wheel', kinds, t('outbox.state.waiting')],
      [activity, t('outbox.state.waiting')],
    ])
})

test('does not repeat a row’s text in its entries', async () => {
  const { outbox } = startOutbox()
  await log(outbox, 'one')
  await outbox.add('survey.answered.v2', { video_id: 'training-1', answers })
  await outbox.add('module.progressed.v2', { video_id: 'training-1', type: 'module', action: 'start' })
  showOutbox(outbox)
  const readLines = async (heading: string) => {
    await open(heading)
    const row = page.getByRole('heading', { name: heading, exact: true }).element().closest('details')
    return row!.innerText.split('\n').filter((line) => line !== '')
  }
  const said = (lines: readonly string[], text: string) => lines.filter((line) => line.includes(text)).length
  const alone = await readLines(activity)
  expect([said(alone, activity), said(alone, t('outbox.state.waiting'))]).toEqual([1, 1])
  // Several kinds are named in the row, and each kind at its entry.
  const several = await readLines('The wheel')
  const names = ['The wheel', t('outbox.event.progressed'), t('outbox.state.waiting')]
  expect(names.map((text) => said(several, text))).toEqual([1, 2, 1])
})

test('announces entries that are sent while the screen is open politely, with the time', async () => {
  const { outbox, network } = startOutbox()
  await log(outbox, 'one')
  await outbox.add('module.progressed.v2', { video_id: 'training-1', type: 'module', action: 'start' })
  showOutbox(outbox)
  await expect.element(page.getByRole('heading', { name: 'The wheel', exact: true })).toBeVisible()
  expect(page.getByText(/^Sent at/).all()).toEqual([])
  network.answers = true
  await outbox.deliver({ eager: true })
  const sent = page.getByText(new RegExp(`^Sent at \\d\\d:\\d\\d: ${activity} · The wheel$`))
  await expect.element(sent).toBeVisible()
  expect(sent.element().closest('output')).not.toBeNull()
})

test('does not report a deleted entry as sent', async () => {
  const { outbox } = startOutbox()
  await log(outbox, 'one')
  showOutbox(outbox)
  await open(activity)
  await page.getByRole('button', { name: /^Delete: / }).click()
  await expect.element(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
  expect(page.getByText(/^Sent at/).all()).toEqual([])
})

test('shows the code that support finds the device by', async () => {
  showOutbox(startOutbox().outbox)
  await expect.element(page.getByText('3F2A-91BC')).toBeVisible()
})

test('offline, does not ask the coach to send, and says that sending is automatic', async () => {
  const { outbox } = startOutbox()
  showOutbox(outbox, { offline: true })
  await expect.element(page.getByText(t('outbox.emptyTitle'))).toBeVisible()
  expect(page.getByText(t('outbox.offline')).all()).toEqual([])
  await log(outbox, 'one')
  await expect.element(page.getByText(t('outbox.offline'))).toBeVisible()
})

test('reports low free space, with a link to what can be freed', async () => {
  const { outbox } = startOutbox()
  const snapshot = { ...outbox.snapshot(), isLowOnSpace: true }
  showOutbox({ ...outbox, snapshot: () => snapshot })
  await expect.element(page.getByText(t('outbox.lowOnSpace'))).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: t('storage.link') }))
    .toHaveAttribute('href', '/en-GB/storage')
})

test.each([
  ['another window', 'other-tab', 'outbox.blockedByWindow', 'outbox.noResponseYet'],
  ['the service worker', 'service-worker', 'outbox.noResponseYet', 'outbox.blockedByWindow'],
] as const)('says why nothing is sent while %s has the turn', async (_, blockedBy, message, other) => {
  const { outbox } = startOutbox()
  const snapshot = { ...outbox.snapshot(), toSend: 1, isSending: true, blockedBy }
  showOutbox({ ...outbox, snapshot: () => snapshot })
  await expect.element(page.getByText(t(message))).toBeVisible()
  expect(page.getByText(t(other)).query()).toBeNull()
})
