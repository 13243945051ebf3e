import { expect } from '@playwright/test'
import { getDemoCoach, signIn } from '../../people/coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

test(
  'a signed-out visitor of a coach’s page is sent home, and a session survives a reload',
  { tag: '@promise' },
  async ({ page }) => {
    const t = createTranslator('en-AU')
    await page.goto('/en-AU/files')
    await expect(page).toHaveURL(/\/en-AU\/\?returnTo=/)
    await signIn(page, getDemoCoach('en-AU'))
    await page.reload()
    await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
    await page.goto('/en-AU/files')
    await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
    // The home page is for visitors.
    await page.goto('/en-AU/')
    await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
    await expect(page).toHaveURL(`/en-AU/${t('coursesHomeSlug')}`)
  },
)
