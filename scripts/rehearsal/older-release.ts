import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { root } from '../product/processes.ts'

/** Runs git in a folder and returns its output. */
const gitIn =
  (folder: string) =>
  (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

type Git = ReturnType<typeof gitIn>

const migrations = 'server/db/migrations'

/**
 * Chooses the tag of the release before the current commit. If there is none, chooses the newest commit whose
 * migrations differ from those of the working copy.
 */
const chooseRevision = (git: Git): string => {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD^')
  } catch {
    const isChanged = git('status', '--porcelain', '--', migrations) !== ''
    return isChanged ? 'HEAD' : `${git('log', '-1', '--format=%H', '--', migrations)}^`
  }
}

/** A commit. `title` is its short hash and its subject. */
export type OlderRelease = { revision: string; title: string }

/**
 * Finds an older release in the history: the release with this name (a tag or another revision), or else the
 * choice of `chooseRevision`. If there is none, returns the reason.
 */
export const findOlderRelease = (name?: string, repository = root): Result<OlderRelease, string> => {
  const git = gitIn(repository)
  try {
    const revision = git('rev-parse', '--verify', `${name ?? chooseRevision(git)}^{commit}`)
    return ok({ revision, title: git('log', '-1', '--format=%h %s', revision) })
  } catch (error) {
    // The first line is Node's own message. The second line is git's.
    const [, reason = ''] = error instanceof Error ? error.message.split('\n') : []
    return fail(
      `The history here has no older release (${reason}); git fetch --unshallow --tags completes a shallow clone.`,
    )
  }
}

/** Extracts a release into a new folder, with the packages installed here. Returns the folder. */
export const extractRelease = ({ revision }: OlderRelease): string => {
  const folder = mkdtempSync(join(tmpdir(), 'older-release-'))
  const archive = join(folder, 'release.tar')
  gitIn(root)('archive', '--format=tar', `--output=${archive}`, revision)
  execFileSync('tar', ['-xf', 'release.tar'], { cwd: folder })
  rmSync(archive)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}
