import lighthouse from 'lighthouse'
import { chromium } from '@playwright/test'
import { chromiumArguments } from '../../../scripts/programs/chromium.ts'

/** Scores from 0 to 100. Times are in ms, on the phone and the network that Lighthouse simulates. */
export type Audit = Record<
  | 'performance'
  | 'accessibility'
  | 'bestPractices'
  | 'seo'
  | 'firstPaint'
  | 'largestPaint'
  | 'blocked'
  | 'shift',
  number
>

/** The debugging port for Lighthouse. No other measurement uses it. */
const port = 18_097

/** Lighthouse itself asks for another run after these errors, which come from the browser. */
const passingErrors = new Set(['NO_NAVSTART', 'NO_FCP', 'PROTOCOL_TIMEOUT', 'TARGET_CRASHED'])

/** Runs Lighthouse, and runs it once more after an error that passes. */
const runLighthouse = async (address: string) => {
  const options = { port, logLevel: 'error', disableStorageReset: true } as const
  const result = await lighthouse(address, options)
  const code = result?.lhr.runtimeError?.code
  return code !== undefined && passingErrors.has(code) ? lighthouse(address, options) : result
}

/** Audits a page as Lighthouse does for mobile phones. The browser's profile changes. */
export const audit = async (executablePath: string, profile: string, address: string): Promise<Audit> => {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
  })
  try {
    const result = await runLighthouse(address)
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse could not audit ${address}: ${result?.lhr.runtimeError?.message}`)
    const { categories, audits } = result.lhr
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
    const measured = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      firstPaint: measured('first-contentful-paint'),
      largestPaint: measured('largest-contentful-paint'),
      blocked: measured('total-blocking-time'),
      shift: measured('cumulative-layout-shift'),
    }
  } finally {
    await browser.close()
  }
}
