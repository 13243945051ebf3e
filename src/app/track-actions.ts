import type { Track } from '../analytics/track.ts'
import type { Account } from '../account/account.ts'
import type { OfflineModules } from '../offline/offline-modules.ts'
import type { Person } from '../person/person.ts'
import type { Install } from '../platform/install/install.ts'
import type { ThemeChoice } from '../platform/theme/create-theme.ts'
import type { Session } from '../session/session.ts'
import type { StorageCalls } from '../stored-files/storage-calls.ts'
import type { UploadClient } from '../uploads/contract.ts'
import { isFinal, needsPerson, type UploadTask } from '../uploads/task.ts'

/**
 * Wraps services so that they report actions to analytics. This is done where the services are created, not
 * on each screen, so that no screen can forget it. Each function returns its service with the same behaviour.
 */

/** Runs `report` with the result of a call; errors of the call pass through. */
const after =
  <Args extends unknown[], Value>(
    call: (...args: Args) => Promise<Value>,
    report: (value: Value, ...args: Args) => void,
  ) =>
  async (...args: Args): Promise<Value> => {
    const value = await call(...args)
    report(value, ...args)
    return value
  }

export const trackAccount = (account: Account, track: Track): Account => ({
  ...account,
  signIn: after(account.signIn, (result, locale) => {
    if (!result.ok) void track('sign_in_failed', { locale, reason: result.error.message })
  }),
  signUp: after(account.signUp, (result, locale) => {
    if (!result.ok) void track('sign_up_failed', { locale, reason: result.error.message })
  }),
  resendCode: after(account.resendCode, ({ ok }, locale) => {
    if (ok) void track('code_sent_again', { locale })
  }),
  forgotPassword: after(account.forgotPassword, ({ ok }, locale) => {
    if (ok) void track('password_reset_requested', { locale })
  }),
  deleteAccount: after(account.deleteAccount, ({ ok }) => {
    if (ok) void track('account_deleted', {})
  }),
})

export const trackPerson = (person: Person, track: Track): Person => {
  const saved = (part: 'details' | 'learning' | 'news') => (result: { ok: boolean }) => {
    if (result.ok) void track('profile_saved', { part })
  }
  return {
    ...person,
    saveDetails: after(person.saveDetails, saved('details')),
    saveLearning: after(person.saveLearning, saved('learning')),
    saveNews: after(person.saveNews, saved('news')),
  }
}

export const trackModules = (modules: OfflineModules, track: Track): OfflineModules => {
  let before = modules.snapshot()
  modules.subscribe(() => {
    const now = modules.snapshot()
    for (const [module, { is }] of now) {
      if (is === 'downloaded' && before.get(module)?.is === 'downloading')
        void track('module_downloaded', { module })
    }
    before = now
  })
  return {
    ...modules,
    remove: after(modules.remove, (_done, module) => void track('module_removed', { module })),
  }
}

export const trackTheme = (theme: ThemeChoice, track: Track): ThemeChoice => ({
  ...theme,
  choose: (chosen) => {
    theme.choose(chosen)
    void track('theme_changed', { theme: chosen ?? 'device' })
  },
})

export const trackInstall = (install: Install, track: Track): Install => {
  let before = install.snapshot().installed
  install.subscribe(() => {
    const { installed } = install.snapshot()
    if (installed && !before) void track('app_installed', {})
    before = installed
  })
  return { ...install, ask: after(install.ask, (accepted) => void track('install_asked', { accepted })) }
}

type SaveRescue = (customer: string, passphrase: string) => Promise<number>

export const trackRescue = (save: SaveRescue, track: Track): SaveRescue =>
  after(save, (entries) => void track('rescue_file_saved', { entries }))

/** Reports why a session ended, unless the coach ended it. */
export const trackSession = (session: Pick<Session, 'state' | 'subscribe'>, track: Track): void => {
  let before = session.state()
  session.subscribe(() => {
    const now = session.state()
    if (before.status === 'authenticated' && now.status === 'anonymous' && now.ended !== undefined)
      void track('session_ended', { reason: now.ended })
    before = now
  })
}

/** Reports how a task has changed since the last snapshot. */
const trackTask = ({ level, status }: UploadTask, before: UploadTask | undefined, track: Track): void => {
  if (before?.status.state === status.state && before.status === status) return
  const was = before?.status.state
  if (status.state === 'COMPLETED' && was !== 'COMPLETED') void track('upload_completed', { level })
  if (status.state === 'CANCELLED' && was !== 'CANCELLED') void track('upload_cancelled', { level })
  const stopped = before !== undefined && needsPerson(status) && !needsPerson(before.status)
  if (status.state === 'PAUSED' && stopped)
    void track('upload_stopped', { level, reason: status.reason.kind })
}

const storedFileEvents = { remove: 'file_deleted', copy: 'file_copied' } as const

/** The uploads of a customer. Reports what is added, how it ends, and what is done with stored files. */
export const trackUploads = (uploads: UploadClient, track: Track): UploadClient => {
  let before = new Map<string, UploadTask>()
  let ready = false
  uploads.subscribe(() => {
    const now = uploads.snapshot()
    // Tasks from before this visit were reported then.
    if (ready) {
      for (const task of now.tasks) {
        const known = before.get(task.id)
        if (!known && !isFinal(task.status)) void track('upload_added', { level: task.level })
        else if (known) trackTask(task, known, track)
      }
    }
    ready ||= now.ready
    before = new Map(now.tasks.map((task) => [task.id, task]))
  })
  const { storage } = uploads
  const trackSuccess = (name: keyof typeof storedFileEvents) => (result: { ok: boolean }) => {
    if (result.ok) void track(storedFileEvents[name], {})
  }
  const calls: StorageCalls = {
    ...storage,
    remove: after(storage.remove, trackSuccess('remove')),
    copy: after(storage.copy, trackSuccess('copy')),
    presignedGet: after(storage.presignedGet, (result, { download }) => {
      if (result.ok && download === true) void track('file_downloaded', {})
    }),
  }
  return { ...uploads, storage: calls }
}
