import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../scripts/chromium.ts'
import { watchConsole } from '../screens/watch-console.ts'
import { withoutPicker } from '../screens/without-picker.ts'
import { limit, type Engine } from './engine.ts'

export const chromiumEngine: Engine = {
  name: 'Chromium',
  copiesFiles: true,
  // Playwright turns it off.
  cachesPages: false,
  open: async (folder) => {
    const executablePath = findChromium()
    const context = await chromium.launchPersistentContext(folder, {
      ...(executablePath !== undefined && { executablePath }),
      args: chromiumArguments,
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
        back: async () => void (await page.goBack()),
        see: (xpath) => first(xpath).waitFor(),
        click: (xpath) => first(xpath).click(),
        fill: (xpath, text) => first(xpath).fill(text),
        give: (xpath, path) => first(xpath).setInputFiles(path),
        read: (expression) => page.evaluate(expression),
      },
    }
  },
}
