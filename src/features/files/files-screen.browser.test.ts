import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createDeletionRecords, type DeletionValues } from '../../stored-files/deletions/deletion-records.ts'
import { createDeletions, type OpenDeletions } from '../../stored-files/deletions/deletions.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { createDeferred } from '../../lib/async/deferred.ts'
import { fail, ok } from '../../lib/result.ts'
import { createLocks } from '../../platform/locks.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { show } from '../../ui/testing/show.tsx'
import type { ChosenFile, Destination } from '../../uploads/commands.ts'
import type { UploadClient, UploadSnapshot } from '../../uploads/contract.ts'
import type { ListCall, Listing } from '../../stored-files/storage-calls.ts'
import type { FolderLocation } from './folder-location.ts'
import { FilesScreen } from './files-screen.tsx'
import { completedTask } from './testing/completed-task.ts'

const t = translateIn('en-GB')
const home: FolderLocation = { level: 'private', folder: '' }

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const file = (key: string) => ({ key, size: 1, lastModified: 0 })
const nothingStored = (): Listing => ({ files: [], folders: [], keyCount: 0, isTruncated: false })

type Given = {
  location?: FolderLocation
  uploads?: Partial<UploadSnapshot>
  list?: (call: ListCall) => Listing
  /** Whether there is a worker that takes files. */
  takes?: () => boolean
  /** The stored deletions of the device. */
  values?: DeletionValues
  /** Without a connection, the store does not respond. */
  isOffline?: boolean
}

/** The Files screen of a coach. Returns the destinations of the chosen files. */
const open = ({
  location = home,
  uploads: state = {},
  list = nothingStored,
  takes = () => true,
  values = memoryKeyValues(),
  isOffline = false,
}: Given = {}) => {
  const added: string[] = []
  const network = { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } }
  const rest = {
    isReady: true,
    isDurable: true,
    isWorkerLost: false,
    isOwnedByOtherTab: false,
    canStoreCopies: true,
  }
  const snapshot: UploadSnapshot = { ...rest, network, tasks: [], ...state }
  const uploads = {
    snapshot: () => snapshot,
    subscribe: () => () => undefined,
    add: async ({ level, folder }: Destination, files: ChosenFile[]) => {
      if (!takes()) return files.map(({ file }) => fail({ name: file.name, refusal: 'broken' as const }))
      added.push(...files.map(({ file }) => `${level}/${folder}${file.name}`))
      return files.map(() => ok('new' as const))
    },
    storage: {
      list: async (call: ListCall) => (isOffline ? new Promise(() => undefined) : ok(list(call))),
      head: () => new Promise(() => undefined),
    },
  } as unknown as UploadClient
  const openDeletions: OpenDeletions = (told) =>
    createDeletions({
      storage: uploads.storage,
      records: createDeletionRecords({
        values,
        locks: createLocks(navigator.locks),
        customer: 'ana',
        tabId: 'tab',
      }),
      customer: 'ana',
      tabs: { post: () => undefined, listen: () => () => undefined },
      sendDelete: async () => false,
      isVisible: () => true,
      ...told,
    })
  const Screen = () => {
    const [at, onNavigate] = useState(location)
    const props = { uploads, customer: 'ana', isOffline, location: at, onNavigate, openDeletions }
    return createElement(FilesScreen, props)
  }
  // As in the app, fresh data is not fetched again.
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  screen = show('en-GB', createElement(QueryClientProvider, { client }, createElement(Screen)))
  return added
}

/** Chooses a file, like a browser without `showOpenFilePicker`. */
const choose = (name: string) => {
  const chosen = new DataTransfer()
  chosen.items.add(new File([name], name))
  const field = screen?.find('input[type=file][multiple]')
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no field for files.')
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
const tab = (level: 'public' | 'private') =>
  page.getByRole('radiogroup').getByText(t(`files.tab.${level}`), { exact: true })
const visibility = (level: 'public' | 'private') =>
  page.getByRole('button', { name: t('files.level.chosen', { level: t(`files.tab.${level}`) }) })

/** Opens the search of the list. Returns its field. */
const openSearch = async () => {
  await page.getByRole('button', { name: t('files.browse.search') }).click()
  return page.getByRole('searchbox')
}

test.each([
  [{ isDurable: false }, 'files.notDurable'],
  [{ isWorkerLost: true }, 'files.broken'],
  [{ isOwnedByOtherTab: true, isReady: false }, 'files.elsewhere'],
] as const)('reports a problem with the uploads: %o', async (uploads, message) => {
  open({ uploads })
  await expect.element(page.getByText(t(message))).toBeVisible()
})

test('says at once that the list needs a connection, instead of showing that it is loading', async () => {
  open({ isOffline: true })
  await expect.element(page.getByText(t('files.browse.offline'))).toBeVisible()
  expect(page.getByText(t('files.stored.loading')).elements()).toEqual([])
})

test('uploads a file to the open folder, which the screen names', async () => {
  const added = open({ location: { level: 'private', folder: 'final/2026/' } })
  await expect.element(page.getByText(t('files.toFolder', { folder: 'final/2026' }))).toBeVisible()
  choose('match.mp4')
  await expect.poll(() => added).toEqual(['private/final/2026/match.mp4'])
})

test('begins the list of files in the upper half of a phone, below an upload that runs', async () => {
  await page.viewport(360, 740)
  const running = {
    ...completedTask('match.mp4'),
    status: { state: 'IN_PROGRESS' },
    phase: 'sending',
  } as const
  for (const tasks of [[], [running]]) {
    open({ uploads: { tasks }, list: () => ({ ...nothingStored(), files: [file('a.mp4'), file('b.pdf')] }) })
    await expect.element(page.getByRole('grid')).toBeVisible()
    // The header of the app is 64 px high.
    expect(page.getByRole('grid').element().getBoundingClientRect().top).toBeLessThanOrEqual(400 - 64)
    screen?.remove()
  }
})

test('uploads files pasted on the page, not into a field', async () => {
  const added = open({ list: tenThousand })
  const search = await openSearch()
  const paste = (on: Element, name: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([name], name))
    on.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }
  paste(search.element(), 'picture-of-a-text.png')
  paste(document.body, 'screen.png')
  await expect.poll(() => added).toEqual(['private/screen.png'])
})

test('uploads as private from every tab, unless the coach chooses otherwise', async () => {
  const added = open()
  await tab('public').click()
  await expect.element(visibility('private')).toBeVisible()
  choose('team.txt')
  await expect.poll(() => added).toEqual(['private/team.txt'])

  await visibility('private').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: t('files.level.public'), exact: true }).click()
  await dialog.getByRole('button', { name: t('common.close') }).click()
  await expect.element(visibility('public')).toHaveFocus()
  choose('poster.txt')
  await expect.poll(() => added).toEqual(['private/team.txt', 'public/poster.txt'])
  // The choice applied only to that file.
  await expect.element(visibility('private')).toBeVisible()
})

test('shows a file that no worker accepts with one message, and Try again sends it to its folder', async () => {
  let hasWorker = false
  const added = open({
    location: { level: 'private', folder: 'final/' },
    uploads: { isWorkerLost: true },
    takes: () => hasWorker,
  })
  choose('match.mp4')
  const message = page.getByRole('alert')
  await expect.element(message.getByText(t('files.untaken', { count: 1 }), { exact: true })).toBeVisible()
  await expect.element(message.getByText('match.mp4', { exact: true })).toBeVisible()
  await expect.element(page.getByText(t('files.broken'))).not.toBeInTheDocument()
  const again = page.getByRole('button', { name: t('common.retry') })
  await again.click()
  await expect.element(message.getByText('match.mp4', { exact: true })).toBeVisible()
  expect(added).toEqual([])
  hasWorker = true
  await again.click()
  await expect.poll(() => added).toEqual(['private/final/match.mp4'])
  await expect.element(page.getByText('match.mp4', { exact: true })).not.toBeInTheDocument()
})

/** A page of a listing of 10,000 files; or the files whose names begin with `path`. */
const tenThousand = (call: ListCall): Listing => {
  const { path = '' } = call
  const from = 'continuationToken' in call ? Number(call.continuationToken) : 0
  const start = path === '' ? from : 9000
  const files = Array.from({ length: 1000 }, (_, index) => start + index)
    .map((number) => ({ key: `Treino ${number}`, size: number, lastModified: number * 1e8 }))
    .filter(({ key }) => key.startsWith(path))
  const next = path === '' && from < 9000 ? { nextContinuationToken: `${from + 1000}` } : {}
  return { files, folders: [], keyCount: files.length, isTruncated: 'nextContinuationToken' in next, ...next }
}

test('reads a folder of 10,000 files page by page, with few rows in the DOM and every row reachable', async () => {
  open({ list: tenThousand })
  const grid = page.getByRole('grid')
  const named = (name: string) => grid.getByRole('button', { name, exact: true })
  await expect.element(named('Treino 0')).toBeVisible()
  const search = await openSearch()
  await search.fill('Treino 9999')
  await expect.element(named('Treino 9999')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByLabelText(t('files.browse.sort')).selectOptions('newest')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '10001')
  const last = named('Treino 9999').element()
  if (last instanceof HTMLElement) last.focus()
  // The focus scrolls the page smoothly, which must not end after the scroll to the last row.
  let previousTop = -1
  await expect.poll(() => previousTop === (previousTop = window.scrollY), { interval: 200 }).toBe(true)
  await userEvent.keyboard('{End}')
  await expect.element(named('Treino 0')).toHaveFocus()
  await expect.element(named('Treino 0')).toBeInViewport()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(page.getByText(/10[.,]?000 files selected/)).toBeVisible()
  expect(grid.getByRole('row').elements().length).toBeLessThan(60)
})

test('never lists a file that an earlier visit has still to delete', async () => {
  const listed: string[] = []
  const known = createDeferred<void>()
  const left = new Map([['deletions ana before', [{ level: 'private', key: 'deleted.mp4' }]]])
  const values = memoryKeyValues(left)
  open({
    values: { ...values, keys: () => known.promise.then(values.keys) },
    list: ({ path = '' }) => {
      listed.push(path)
      return { ...nothingStored(), files: [file('deleted.mp4'), file('match.mp4')] }
    },
  })
  await expect.element(page.getByText(t('files.stored.title'), { exact: true })).toBeVisible()
  expect(listed).toEqual([])
  known.resolve()
  await expect.element(page.getByText('match.mp4')).toBeVisible()
  expect(page.getByText('deleted.mp4').query()).toBeNull()
})

test('shows a rename from another tab or phone when the coach returns, however fresh the list is', async () => {
  onTestFinished(() => focusManager.setFocused(undefined))
  let name = 'plan.txt'
  open({ list: () => ({ ...nothingStored(), files: [file(name)] }) })
  const shown = page.getByRole('grid').getByRole('button', { name: /^plan/ })
  await expect.element(shown).toHaveTextContent('plan.txt')
  name = 'plan B.txt'
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await expect.element(shown).toHaveTextContent('plan B.txt')
})

test('does not call a folder empty while its list lacks a file that was just uploaded', async () => {
  const emptyTitle = page.getByText(t('files.stored.emptyTitle'))
  open({ uploads: { tasks: [{ ...completedTask('a.mp4'), level: 'public' }] } })
  await expect.element(emptyTitle).toBeVisible()
  screen?.remove()
  open({ uploads: { tasks: [completedTask('a.mp4')] } })
  await expect.element(page.getByText('a.mp4', { exact: true })).toBeVisible()
  await expect.poll(() => page.getByText(t('files.stored.loading')).elements()).toEqual([])
  expect(emptyTitle.elements()).toEqual([])
})
