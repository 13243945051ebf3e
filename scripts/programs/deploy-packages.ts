import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../product/processes.ts'

/** Returns when a file was last changed, in ms since the epoch; 0 if it does not exist. */
const getChangedAt = (file: string) => (existsSync(file) ? statSync(file).mtimeMs : 0)

/**
 * Installs the packages of `deploy/` if their lock file changed. They are separate from the product's
 * packages. Returns an exit code.
 */
export const installDeployPackages = async (): Promise<number> => {
  const folder = join(root, 'deploy')
  const installedAt = getChangedAt(join(folder, 'node_modules', '.package-lock.json'))
  if (installedAt >= getChangedAt(join(folder, 'package-lock.json'))) return 0
  const npm = process.env['npm_execpath']
  if (npm === undefined) throw new Error('Run `npm ci --prefix deploy` first.')
  return run([npm, 'ci', '--prefix', folder])
}
