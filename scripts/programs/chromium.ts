import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runTool } from '../product/processes.ts'
import { findOnPath, installDebianPackages, isDebianRoot } from './system-packages.ts'

/**
 * Finds the Chromium for the tests: that at `CHROMIUM_PATH`, that of the system, or the one that Playwright
 * installed. Throws if the file at `CHROMIUM_PATH` does not exist.
 */
export const findChromium = (): string | undefined => {
  const configuredPath = process.env['CHROMIUM_PATH']
  if (configuredPath !== undefined && !existsSync(configuredPath))
    throw new Error(`CHROMIUM_PATH names no file: ${configuredPath}`)
  const installedPath = configuredPath ?? findOnPath('chromium', 'chromium-browser', 'google-chrome')
  if (installedPath !== undefined) return installedPath
  const playwrightPath = chromium.executablePath()
  return existsSync(playwrightPath) ? playwrightPath : undefined
}

/**
 * Finds Chromium's headless shell, for journeys that need only screens. It uses a fifth less processor time
 * than Chromium, but it has no install prompt, no background sync, no PDF viewer, and little storage for
 * copies of files.
 */
export const findHeadlessShell = (): string | undefined => findOnPath('chromium-headless-shell')

/**
 * Finds or installs a Chromium: Debian's, with its headless shell, if this process is root on Debian,
 * otherwise Playwright's own.
 */
export const ensureChromium = async (): Promise<string> => {
  if (isDebianRoot()) {
    if (findChromium() === undefined) installDebianPackages(['chromium'])
    // Older Debian versions do not have this package, and the tests can run without it.
    if (findHeadlessShell() === undefined) installDebianPackages(['chromium-headless-shell'])
  } else if (findChromium() === undefined) {
    await runTool('playwright', 'install', 'chromium')
  }
  const path = findChromium()
  if (path === undefined) {
    throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to its executable.')
  }
  return path
}

/** Arguments for Chromium: no process sandbox for root, and no requests to Google's hosts. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
