import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { tool } from './processes.ts'

const onPath = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((directory) =>
      ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(directory, name)),
    )
    .find((path) => existsSync(path))

/** The Chromium that the tests drive: `CHROMIUM_PATH`, the system's, or Playwright's own. */
export const findChromium = (): string | undefined => {
  const named = process.env['CHROMIUM_PATH'] ?? onPath()
  if (named !== undefined) return named
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

const isDebianRoot = () => existsSync('/etc/debian_version') && process.getuid?.() === 0

const apt = (...args: string[]) => spawnSync('apt-get', [...args, '-qq'], { stdio: 'inherit' })

/** Finds a Chromium or installs one: Debian's where we are root there, else Playwright's own. */
export const ensureChromium = async (): Promise<string> => {
  const found = findChromium()
  if (found !== undefined) return found
  console.log('No Chromium found: installing one.')
  if (isDebianRoot()) {
    apt('update')
    apt('install', '-y', 'chromium')
  } else {
    await tool('playwright', 'install', 'chromium')
  }
  const installed = findChromium()
  if (installed === undefined) {
    throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to its executable.')
  }
  return installed
}

/** How Chromium is started: as root it has no sandbox, and it must not look for Google's hosts. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
