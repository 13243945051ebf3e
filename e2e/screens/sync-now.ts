import { expect, type Page } from '@playwright/test'
import { createTranslator } from './messages.ts'

/**
 * Makes the outbox send now. If it sends everything in the meantime, the button disappears, and the screen
 * shows that nothing is left to send, or only entries that need the coach.
 */
export const syncNow = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const syncButton = button(t('outbox.syncNow')).or(button(t('outbox.tryNow')))
  const nothingToSend = page
    .getByText(t('outbox.emptyTitle'), { exact: true })
    .or(page.getByRole('heading', { name: t('outbox.needsYouHeading') }))
  await expect(async () => {
    await expect(syncButton.or(nothingToSend).first()).toBeVisible({ timeout: 5000 })
    if (await syncButton.isVisible()) await syncButton.click({ timeout: 5000 })
  }).toPass({ timeout: 90_000 })
}
