import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { getDemoCoach } from '../people/coach.ts'
import { createTranslator } from '../screens/messages.ts'
import { addresses } from '../system/addresses.ts'
import { chromiumArguments, ensureChromium } from '../../scripts/programs/chromium.ts'
import { runInBrowser } from '../../scripts/product/run-in-browser.ts'
import { makeProfile } from './browser/app-tab.ts'
import { audit, type Audit } from './browser/lighthouse.ts'
import { toBenchPath } from './shared/bench-path.ts'
import { writeSection } from './shared/results.ts'
import { median, table } from './shared/table.ts'
import {
  slowdown,
  timeFirstSignIn,
  timeFirstVisit,
  timePlainPage,
  timeRepeatVisit,
} from './browser/visit-times.ts'

/** Measures how pages open on a phone, the first time and again, compared with a page with only a heading. */
const rounds = Number(process.argv[2] ?? 5)
const coach = getDemoCoach('en-GB')
const t = createTranslator(coach.locale)
const plainPort = 18_098
const plainPage = `http://localhost:${plainPort}/`

const plainHtml = `<!doctype html><html lang="en"><title>A plain page</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><meta name="description" content="A plain page">
<h1>Plain</h1><p>Words.</p></html>`

/** Runs work with a temporary browser profile: a new one, or a copy of another. */
const withProfile = async <T>(
  original: string | undefined,
  work: (profile: string) => Promise<T>,
): Promise<T> => {
  const profile = mkdtempSync(join(tmpdir(), 'first-visit-'))
  try {
    if (original !== undefined) cpSync(original, profile, { recursive: true })
    return await work(profile)
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const auditRow = (name: string, audits: readonly Audit[]): string[] => {
  const of = (key: keyof Audit, digits = 0) => median(audits.map((each) => each[key])).toFixed(digits)
  const scores = [of('performance'), of('accessibility'), of('bestPractices'), of('seo')]
  return [name].concat(scores, of('firstPaint'), of('largestPaint'), of('blocked'), of('shift', 3))
}

const auditAll = async (executable: string, signedIn: string): Promise<string[][]> => {
  const at = (path: string) => `${addresses.site}/${coach.locale}/${path}`
  const publicPages = ['pt-BR', coach.locale, 'es-AR'].flatMap((locale) =>
    ['', 'sign-up', 'login', 'faq'].map((path) => ({
      name: `${path || 'home'} in ${locale}`,
      address: `${addresses.site}/${locale}/${path}`,
    })),
  )
  const pages: { name: string; address: string; profile?: string }[] = [
    { name: 'a plain page', address: plainPage },
    ...publicPages,
    { name: 'courses, signed in', address: at(t('coursesHomeSlug')), profile: signedIn },
    { name: 'a module, signed in', address: at(`${t('courseSlug')}/training-1`), profile: signedIn },
  ]
  const audits = new Map<string, Audit[]>()
  for (let round = 0; round < rounds; round += 1)
    for (const { name, address, profile } of pages) {
      const found = await withProfile(profile, (copy) => audit(executable, copy, address))
      audits.set(name, [...(audits.get(name) ?? []), found])
    }
  return [...audits].map(([name, found]) => auditRow(name, found))
}

const timeAll = async (executablePath: string, signedIn: string): Promise<string[][]> => {
  const options = {
    executablePath,
    args: chromiumArguments,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  }
  const times = new Map<string, number[]>()
  const take = (
    original: string | undefined,
    time: (context: BrowserContext) => Promise<Record<string, number>>,
  ) =>
    withProfile(original, async (profile) => {
      const context = await chromium.launchPersistentContext(profile, options)
      for (const [name, took] of Object.entries(await time(context)))
        times.set(name, [...(times.get(name) ?? []), took])
      await context.close()
    })
  for (let round = 0; round < rounds; round += 1) {
    await take(undefined, (context) => timePlainPage(context, plainPage))
    await take(undefined, (context) => timeFirstVisit(context, coach.locale))
    await take(undefined, (context) => timeFirstSignIn(context, coach))
    await take(signedIn, (context) => timeRepeatVisit(context, coach))
  }
  return [...times].map(([name, all]) => [name, median(all).toFixed(0)])
}

const scoreHead = ['page', 'performance', 'accessibility', 'best practices', 'SEO']
const head = [...scoreHead, 'first paint ms', 'largest paint ms', 'blocked ms', 'shift']

const plain = createServer(
  (_, response) => void response.setHeader('content-type', 'text/html').end(plainHtml),
)
plain.listen(plainPort)
await runInBrowser('.data/bench', async () => {
  const executable = await ensureChromium()
  const signedIn = toBenchPath('profile')
  await makeProfile(executable, signedIn, coach)
  const audits = await auditAll(executable, signedIn)
  const times = await timeAll(executable, signedIn)
  writeSection(
    'Opening a page',
    `Lighthouse for mobile phones, medians of ${rounds}, the pages in turns; each visitor is here for the first time, and a coach who is signed in
comes back, with the service worker.

${table(head, audits)}

On a processor slowed down ${slowdown} times, without a slower network, medians of ${rounds}:

${table(['', 'ms'], times)}`,
  )
})
plain.close()
