import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { tool } from '../product/processes.ts'
import { installDebianPackages, isDebianRoot, onPath } from './programs.ts'

/** Finds the Chromium for the tests: `CHROMIUM_PATH`, the system's, or Playwright's own. */
export const findChromium = (): string | undefined => {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`)
  const found = named ?? onPath('chromium', 'chromium-browser', 'google-chrome')
  if (found !== undefined) return found
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/**
 * Chromium's engine without the browser around it, for journeys that need only screens. It uses a fifth less
 * processor time. It has no install prompt, no background sync, no PDF viewer, and little space for copies of
 * files.
 */
export const findHeadlessShell = (): string | undefined => onPath('chromium-headless-shell')

/**
 * Finds or installs a Chromium: Debian's, with its headless shell, if this process is root on Debian,
 * otherwise Playwright's own.
 */
export const ensureChromium = async (): Promise<string> => {
  if (isDebianRoot()) {
    if (findChromium() === undefined) installDebianPackages(['chromium'])
    // Older Debian versions do not have it, and the tests can run without it.
    if (findHeadlessShell() === undefined) installDebianPackages(['chromium-headless-shell'])
  } else if (findChromium() === undefined) {
    await tool('playwright', 'install', 'chromium')
  }
  const installed = findChromium()
  if (installed === undefined) {
    throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to its executable.')
  }
  return installed
}

/** Arguments for Chromium: no sandbox as root, and no requests to Google's hosts. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
