import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { chromium } from '@playwright/test'
import { signIn, type Coach } from '../../people/coach.ts'
import { addresses } from '../../system/addresses.ts'
import { createTranslator } from '../../screens/messages.ts'
import { chromiumArguments } from '../../../scripts/programs/chromium.ts'
import type { Browser, Tab } from './devtools.ts'

/** Signs a coach in through the form, and leaves the session in a new browser profile. */
export const makeProfile = async (executablePath: string, profile: string, coach: Coach): Promise<void> => {
  // Deletes the previous network's profile: a signed-in coach would not see the sign-in form.
  rmSync(profile, { recursive: true, force: true })
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: chromiumArguments,
    baseURL: addresses.site,
  })
  const page = await context.newPage()
  await signIn(page, coach)
  await page.goto(`/${coach.locale}/files`)
  await page.waitForLoadState('networkidle')
  await context.close()
}

/** Removes the system's file picker, so that the screen uses a file field. Records the time of the choice. */
const atStart = `
  delete window.showOpenFilePicker
  addEventListener('change', () => { window.chosenAt = performance.now() }, true)
`

export const openFiles = async (browser: Browser, { locale }: Coach): Promise<Tab> => {
  const tab = await browser.open(`${addresses.site}/${locale}/files`, atStart)
  await tab.until(`document.querySelector('main input[type=file][multiple]')`)
  return tab
}

const rowWith = (path: string, words: string): string =>
  `[...document.querySelectorAll('main li, main [role=grid] tr')].find((row) =>
    row.textContent.includes(${JSON.stringify(basename(path))}) && row.textContent.includes(${JSON.stringify(words)}))`

/**
 * Chooses a file on the Files screen. `done` resolves with the time until the screen shows that the file is
 * stored and verified, in ms.
 */
export const uploadOnScreen = async (tab: Tab, coach: Coach, path: string) => {
  const t = createTranslator(coach.locale)
  await tab.choose(`document.querySelector('main input[type=file][multiple]')`, path)
  return {
    done: async (): Promise<number> => {
      const row = rowWith(path, t('files.state.completed'))
      const took = (await tab.until(row)) - Number(await tab.evaluate('window.chosenAt'))
      await tab.evaluate(
        `[...${row}.querySelectorAll('button')].find((button) => (button.getAttribute('aria-label') ?? button.textContent)
          .includes(${JSON.stringify(t('files.button.dismiss'))}))?.click()`,
      )
      return took
    },
  }
}

/** Chooses the file again if the screen asks for it, and waits until it is stored and verified. */
export const resumedOnScreen = async (tab: Tab, coach: Coach, path: string): Promise<void> => {
  const t = createTranslator(coach.locale)
  const again = `${rowWith(path, '')}?.querySelector('input[type=file]')`
  const stored = rowWith(path, t('files.state.completed'))
  await tab.until(`${again} || ${stored}`)
  if (await tab.evaluate(`Boolean(${again})`)) await tab.choose(again, path)
  await tab.until(stored)
}
