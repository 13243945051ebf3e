import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../../lib/result.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { StorageCalls } from '../../../stored-files/storage-calls.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import type { TransferRequest } from './transfer-form.ts'

const t = translateIn('en-GB')
const location = { level: 'private', folder: '' } as const
let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** The dialog over a store that has a match.mp4. Returns the names that files were given. */
const open = (transfer: Omit<TransferRequest, 'location'>) => {
  const names: string[] = []
  const storage: Partial<StorageCalls> = {
    copy: async ({ destination: { key } }) => {
      if (key.endsWith('match.mp4')) return fail({ kind: 'exists' })
      names.push(key)
      return ok({ key })
    },
    remove: async () => ok(undefined),
  }
  const dialog = createElement(TransferDialog, {
    storage: storage as StorageCalls,
    customer: 'ana',
    location,
    folders: [],
    transfer,
    makeRoom: async () => undefined,
    onClose: () => undefined,
    onDone: () => undefined,
  })
  screen = show('en-GB', createElement(QueryClientProvider, { client: new QueryClient() }, dialog))
  return names
}

const press = (kind: 'rename' | 'move' | 'share') =>
  page.getByRole('button', { name: t(`files.browse.${kind}`) }).click()
const taken = t('files.browse.nameTaken', { name: 'match.mp4' })

test('reports a taken name at its focused field until another one is typed', async () => {
  const names = open({ kind: 'rename', keys: ['photo.mp4'] })
  const field = page.getByLabelText(t('files.browse.newName'))
  await field.fill('match')
  await press('rename')
  await expect.element(field).toHaveAccessibleDescription(taken)
  await expect.element(field).toHaveFocus()
  expect(page.getByRole('alert').all()).toEqual([])
  await field.fill('goal')
  await expect.element(field).toHaveAccessibleDescription('')
  await press('rename')
  await expect.poll(() => names).toEqual(['goal.mp4'])
})

test('lists those of several files whose names are taken at the destination', async () => {
  open({ kind: 'move', keys: ['match.mp4', 'goal.mp4'] })
  await page.getByLabelText(t('files.browse.toFolder'), { exact: true }).fill('cup')
  await press('move')
  const listed = t('files.browse.notDone', { name: 'match.mp4', reason: t('files.problem.exists') })
  await expect.element(page.getByRole('alert')).toHaveTextContent(listed)
})

test('asks only who can see the files, and lists those that cannot be changed', async () => {
  const names = open({ kind: 'share', keys: ['goal.mp4'] })
  expect(page.getByLabelText(t('files.browse.newName')).query()).toBeNull()
  expect(page.getByLabelText(t('files.browse.toFolder')).query()).toBeNull()
  await press('share')
  await expect.element(page.getByText(t('files.browse.sameLevel'))).toBeVisible()
  await page.getByRole('radio', { name: t('files.level.public') }).click()
  await press('share')
  await expect.poll(() => names).toEqual(['goal.mp4'])
})

test('says that a file with the same name is there already, when the level changes', async () => {
  open({ kind: 'share', keys: ['match.mp4'] })
  await page.getByRole('radio', { name: t('files.level.public') }).click()
  await press('share')
  const listed = t('files.browse.notDone', { name: 'match.mp4', reason: t('files.problem.exists') })
  await expect.element(page.getByRole('alert')).toHaveTextContent(listed)
})
