import { createServer, request } from 'node:http'
import { expect } from '@playwright/test'
import { enginePrograms } from '../../scripts/programs/engine-programs.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { test } from '../screens/test.ts'
import { addresses, ports } from '../system/addresses.ts'
import { createSteps } from './steps.ts'
import { webkitEngine } from './webkit.ts'
import * as words from './words.ts'

/** ms in which the old page keeps running while the next page does not respond */
const slowness = 4000

/**
 * The site at `addresses.relay`, behind a server that never answers requests for the script of the profile's
 * copy, or for the service worker, which would have the script. From `slow` on, each page loads slowly.
 */
const startSlowLine = async () => {
  let isSlow = false
  let asked = 0
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    if (/amplify-cache-/.test(url)) asked += 1
    if (/amplify-cache-|service-worker\.js$/.test(url)) return
    const forward = () => {
      const upstream = request(addresses.site + url, { method, headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      upstream.on('error', () => outgoing.destroy())
      incoming.pipe(upstream)
    }
    if (isSlow && url.startsWith('/es-AR/')) setTimeout(forward, slowness)
    else forward()
  })
  await new Promise<void>((resolve) => server.listen(Number(ports.RELAY_PORT), resolve))
  return {
    asked: () => asked,
    slow: () => {
      isSlow = true
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

// Only WebKitGTK, because Chromium keeps downloading for a page that is being left.
const missing = enginePrograms.WebKitGTK.findMissing()

test.describe('WebKitGTK', () => {
  test.skip(missing !== undefined, missing)

  // Longer than 20 s: the journey starts its own browser, and loads the app over a slow line.
  test('leaving a page while a script is loading reports no error', async (// oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures it needs
  {}, info) => {
    const line = await startSlowLine()
    const { page, complaints, close } = await webkitEngine.open(info.outputPath('profile'))
    const coach = createSteps(page, 'es-AR')
    await coach.signIn(await registerCoach('es-AR'))
    await expect.poll(line.asked).toBeGreaterThan(0)
    line.slow()
    await coach.goto(coach.t('footballCourseSlug'))
    await page.see(words.heading(coach.t('takeAlong.title')))
    await close()
    line.stop()
    expect(complaints()).toEqual([])
  })
})
