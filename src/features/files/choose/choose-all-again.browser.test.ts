import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { show } from '../../../ui/testing/show.tsx'
import type { UploadClient } from '../../../uploads/contract.ts'
import { completedTask } from '../testing/completed-task.ts'
import { getGiveRefusalText } from './refusal-text.ts'
import { ChooseAllAgain } from './choose-again.tsx'

const t = translateIn('en-GB')
let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  vi.unstubAllGlobals()
  screen?.remove()
})

test('reports each of two other files with the same name, until files are chosen again', async () => {
  const choose = (...names: string[]) =>
    vi.stubGlobal('showOpenFilePicker', async () =>
      names.map((name) => ({ getFile: async () => new File(['another'], name) })),
    )
  const tasks = [completedTask('match.mp4'), completedTask('goal.mp4')]
  screen = show('en-GB', createElement(ChooseAllAgain, { tasks, uploads: {} as UploadClient }))
  const alerts = () =>
    page
      .getByRole('alert')
      .elements()
      .map(({ textContent }) => textContent)
  const refuse = (name: string) => getGiveRefusalText('other-file', name, t)
  const button = page.getByRole('button', { name: t('files.again.chooseAll') })
  choose('final.mp4', 'final.mp4')
  await button.click()
  await expect.poll(alerts).toEqual([refuse('final.mp4'), refuse('final.mp4')])
  choose('cup.mp4')
  await button.click()
  await expect.poll(alerts).toEqual([refuse('cup.mp4')])
})
