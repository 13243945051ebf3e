import { execFileSync } from 'node:child_process'

/**
 * Returns the commit that is deployed from a folder, or undefined if files differ from the commit, or if the
 * folder is not a Git repository.
 */
export const readReleaseCommit = (folder: URL | string): string | undefined => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}
