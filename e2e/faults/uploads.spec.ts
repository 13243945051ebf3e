import { expect } from '@playwright/test'
import { messagesOf } from '../screens/messages.ts'
import { parts, refusal, sharedCoach, sharedFilesScreen } from '../screens/files-screen.ts'
import { test } from '../screens/test.ts'
import { passedParts, passedPreflights, setWeather } from '../system/weather.ts'

const t = messagesOf(sharedCoach.locale)
const files = sharedFilesScreen()

test('a response to a part that was lost: only that part is sent again', { tag: '@promise' }, async () => {
  const path = await files().choose('part-unheard.mp4', {
    rules: [{ request: 'sendPart', does: 'lose the answer' }],
  })
  await files().expectStored(path)
  const sent = (await passedParts()).map(({ part }) => part)
  expect(sent).toHaveLength(parts + 1)
  expect(new Set(sent).size).toBe(parts)
})

test('an upload asks for leave only where a browser must, and goes on when the coach has signed in again', async () => {
  const { page } = files()

  await test.step('only what has a body or headers of its own waits for leave from the store', async () => {
    await page.reload()
    await files().expectStored(await files().choose('first-of-the-day.mp4', {}))
    await files().expectStored(await files().choose('second-of-the-day.mp4', {}))
    const [create, complete] = [1, 1]
    expect(await passedPreflights()).toBe(create + parts + complete)
  })

  await test.step('whose credentials the storage refuses the coach can sign in again', async () => {
    const rule = { request: 'sendPart', does: 'answer', times: 8, status: 400 } as const
    const path = await files().choose('sign-in-again.mp4', {
      rules: [{ ...rule, body: refusal('ExpiredToken') }],
    })
    await expect(files().row(path)).toContainText(t('files.reason.signIn'))
    await setWeather({})
    await files()
      .row(path)
      .getByRole('link', { name: t('files.button.signIn') })
      .click()
    const { email, password } = sharedCoach
    await expect(page.getByLabel(t('signIn.email'))).toHaveValue(email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
    await files().expectStored(path)
  })
})
