import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../scripts/programs/chromium.ts'
import { watchConsole } from '../screens/watch-console.ts'
import { withoutPicker } from '../screens/without-picker.ts'
import { limit, type Engine } from './engine.ts'

export const chromiumEngine: Engine = {
  name: 'Chromium',
  copiesFiles: true,
  // It drops a page from the cache in which anything still runs, and loads it again.
  cachesPages: 'sometimes',
  open: async (folder) => {
    const executablePath = findChromium()
    const context = await chromium.launchPersistentContext(folder, {
      ...(executablePath !== undefined && { executablePath }),
      args: chromiumArguments,
      // Playwright's own: the page before is to come back as it does for a coach.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      viewport: { width: 360, height: 740 },
    })
    context.setDefaultTimeout(limit)
    await withoutPicker(context)
    const complaints = watchConsole(context)
    const [page = await context.newPage()] = context.pages()
    const first = (xpath: string) => page.locator(`xpath=${xpath}`).first()
    return {
      complaints,
      close: () => context.close(),
      page: {
        goto: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        // A page from the cache is not loaded again: Playwright would wait for that for ever.
        back: async () => void (await page.goBack({ waitUntil: 'commit' })),
        see: (xpath) => first(xpath).waitFor(),
        click: (xpath) => first(xpath).click(),
        fill: (xpath, text) => first(xpath).fill(text),
        give: (xpath, path) => first(xpath).setInputFiles(path),
        read: (expression) => page.evaluate(expression),
      },
    }
  },
}
