import { expect, test } from 'vitest'
import { isBuildFile } from './is-build-file.ts'

const assets = ['/assets/index-1a2b3c4d.js', '/assets/recover-5e6f7a8b.js']
const shell = '<script type="module" src="/assets/index-1a2b3c4d.js"></script>'
const newerShell = '<script type="module" src="/assets/index-9z9z9z9z.js"></script>'
const portal = '<h1>Welcome to the Wi-Fi</h1>'
const html = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'

test.each([
  ['the shell', '/index.html?__WB_REVISION__=1', html, shell, 200, true],
  ['a script', '/assets/index-1a2b3c4d.js', script, 'run()', 200, true],
  ["a portal's page for the shell", '/index.html', html, portal, 200, false],
  ["a portal's page for a script", '/assets/index-1a2b3c4d.js', html, portal, 200, false],
  ['the shell of a build that was deployed meanwhile', '/index.html', html, newerShell, 200, false],
  ['a script for the shell', '/index.html', script, shell, 200, false],
  ['a failure', '/assets/index-1a2b3c4d.js', script, '', 503, false],
])('%s: %s is told by its type and content', async (_, path, type, body, status, expected) => {
  const response = new Response(body, { status, headers: { 'Content-Type': type } })
  expect(await isBuildFile(response, { url: `https://site.example${path}`, assets })).toBe(expected)
  expect(response.bodyUsed).toBe(false)
})
