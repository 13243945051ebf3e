import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../scripts/programs/chromium.ts'
import { watchConsole } from '../screens/watch-console.ts'
import { removePicker } from '../screens/without-picker.ts'
import { limit, type Engine } from './engine.ts'

export const chromiumEngine: Engine = {
  name: 'Chromium',
  copiesFiles: true,
  // Chromium drops a page from the cache if anything still runs in it, and then loads the page again.
  cachesPages: 'sometimes',
  open: async (folder) => {
    const executablePath = findChromium()
    const context = await chromium.launchPersistentContext(folder, {
      ...(executablePath !== undefined && { executablePath }),
      args: chromiumArguments,
      // Playwright disables this cache. The previous page must come back as it does for a coach.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      viewport: { width: 360, height: 740 },
    })
    context.setDefaultTimeout(limit)
    await removePicker(context)
    const complaints = watchConsole(context)
    const [page = await context.newPage()] = context.pages()
    const first = (xpath: string) => page.locator(`xpath=${xpath}`).first()
    return {
      complaints,
      close: () => context.close(),
      page: {
        goto: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        // A page from the cache does not load again. By default Playwright would wait for its load event.
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
