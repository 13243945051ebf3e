import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.ts'
import { findOnPath, installDebianPackages, isDebianRoot } from './system-packages.ts'

/** The programs that the tests in a browser engine need on this machine. */
export type EnginePrograms = {
  /** Names of Debian's packages. */
  packages: readonly string[]
  /** Returns what this machine does not have, or undefined if nothing is missing. */
  findMissing: () => string | undefined
}

export const findFirefox = (): string | undefined =>
  process.env['FIREFOX_PATH'] ?? findOnPath('firefox-esr', 'firefox')

/**
 * Debian's Python, which has Debian's bindings of WebKitGTK. Another Python on the path may not have them.
 */
const python = '/usr/bin/python3'

const hasWebKitBindings = () =>
  spawnSync(python, ['-c', "import gi; gi.require_version('WebKit2', '4.1')"]).status === 0

const findMissingForWebKit = (): string | undefined => {
  if (findOnPath('WebKitWebDriver') === undefined) return 'no WebKitWebDriver on the path'
  if (findOnPath('Xvfb') === undefined) return 'no Xvfb on the path, for a display without a screen'
  return hasWebKitBindings() ? undefined : `no bindings of WebKitGTK for ${python}`
}

export const enginePrograms = {
  Chromium: {
    packages: ['chromium'],
    findMissing: () =>
      findChromium() === undefined ? 'no Chromium at CHROMIUM_PATH or on the path' : undefined,
  },
  Firefox: {
    packages: ['firefox-esr'],
    findMissing: () =>
      findFirefox() === undefined ? 'no Firefox at FIREFOX_PATH or on the path' : undefined,
  },
  WebKitGTK: {
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gstreamer1.0-libav', 'python3-gi', 'xvfb'],
    findMissing: findMissingForWebKit,
  },
} as const satisfies Record<string, EnginePrograms>

/** Installs missing browsers and drivers as root on Debian. Does nothing on other systems. */
export const installEngines = (): void => {
  const packages = Object.values(enginePrograms).flatMap((engine) =>
    engine.findMissing() === undefined ? [] : engine.packages,
  )
  if (packages.length > 0 && isDebianRoot()) installDebianPackages(packages)
}

/** Returns a line for each engine that this machine cannot test, with the packages that would help. */
export const listMissingEngines = (): string[] =>
  Object.entries(enginePrograms).flatMap(([name, { packages, findMissing }]) => {
    const reason = findMissing()
    return reason === undefined
      ? []
      : [`Not tested in ${name}: ${reason}. Debian's packages for it: ${packages.join(' ')}`]
  })
