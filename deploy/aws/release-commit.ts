import { execFileSync } from 'node:child_process'

/** The commit that is deployed from a folder. Undefined if files differ from it, or without a history. */
export const releaseCommit = (folder: URL | string): string | undefined => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}
