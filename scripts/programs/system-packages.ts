import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of the first of these programs that is in a folder of `PATH`. */
export const findOnPath = (...names: string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find((path) => existsSync(path))

/** Whether this process can install packages without asking the user. */
export const isDebianRoot = (): boolean => existsSync('/etc/debian_version') && process.getuid?.() === 0

export const installDebianPackages = (names: readonly string[]): void => {
  spawnSync('apt-get', ['-qq', 'update'], { stdio: 'inherit' })
  spawnSync('apt-get', ['-qq', '-y', 'install', ...names], { stdio: 'inherit' })
}
