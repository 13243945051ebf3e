import { expect, type CDPSession } from '@playwright/test'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

/** The browser's reading of the manifest that the page links. */
const readManifest = async (devtools: CDPSession) => {
  const { url, errors, data } = await devtools.send('Page.getAppManifest')
  return { url, errors, manifest: JSON.parse(data ?? '{}') as Record<string, unknown> }
}

test('the browser finds nothing that prevents the app’s installation, in the words of each locale', async ({
  launch,
  baseURL,
}) => {
  // Tests usually run in a private window, which cannot install anything.
  const context = await launch('')
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    const devtools = await context.newCDPSession(page)
    const ids = new Set<unknown>()
    for (const locale of ['pt-BR', 'es-AR']) {
      const t = createTranslator(locale)
      await page.goto(`/${locale}/`)
      await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
        'href',
        `/manifests/${locale}.webmanifest`,
      )
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      const { url, errors, manifest } = await readManifest(devtools)
      expect(url).toBe(`${baseURL}/manifests/${locale}.webmanifest`)
      expect(errors).toEqual([])
      expect(manifest['name']).toBe(t('site.title'))
      ids.add(manifest['id'])
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
      expect(installabilityErrors).toEqual([])
    }
    expect(ids.size).toBe(1)
  } finally {
    await context.close()
  }
})
