import type { Account } from '../account/account.ts'
import type { Track } from '../analytics/track.ts'
import type { OfflineModules } from '../offline/offline-modules.ts'
import type { Person } from '../person/person.ts'
import type { Install } from '../platform/install/install.ts'
import type { ThemeChoice } from '../platform/theme/create-theme.ts'
import type { Session } from '../session/session.ts'
import type { StorageCalls } from '../stored-files/storage-calls.ts'
import type { UploadClient } from '../uploads/contract.ts'
import { isFinal, needsCoach, type UploadTask } from '../uploads/task.ts'

// Wraps services so that they report actions to analytics. This is done where the services are created, not
// on each screen, so that no screen can forget it. Apart from that, the services behave as before.

/** Wraps a function: `report` runs with each result. Errors of the function pass through. */
const withReport =
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
  signIn: withReport(account.signIn, (result, locale) => {
    if (!result.ok) void track('sign_in_failed', { locale, reason: result.error.message })
  }),
  signUp: withReport(account.signUp, (result, locale) => {
    if (!result.ok) void track('sign_up_failed', { locale, reason: result.error.message })
  }),
  resendCode: withReport(account.resendCode, ({ ok }, locale) => {
    if (ok) void track('code_sent_again', { locale })
  }),
  forgotPassword: withReport(account.forgotPassword, ({ ok }, locale) => {
    if (ok) void track('password_reset_requested', { locale })
  }),
  deleteAccount: withReport(account.deleteAccount, ({ ok }) => {
    if (ok) void track('account_deleted', {})
  }),
})

export const trackPerson = (person: Person, track: Track): Person => {
  const reportSave = (part: 'details' | 'learning' | 'news') => (result: { ok: boolean }) => {
    if (result.ok) void track('profile_saved', { part })
  }
  return {
    ...person,
    saveDetails: withReport(person.saveDetails, reportSave('details')),
    saveLearning: withReport(person.saveLearning, reportSave('learning')),
    saveNews: withReport(person.saveNews, reportSave('news')),
  }
}

export const trackModules = (modules: OfflineModules, track: Track): OfflineModules => {
  let previous = modules.snapshot()
  modules.subscribe(() => {
    const snapshot = modules.snapshot()
    for (const [moduleId, { kind }] of snapshot) {
      if (kind === 'downloaded' && previous.get(moduleId)?.kind === 'downloading')
        void track('module_downloaded', { module: moduleId })
    }
    previous = snapshot
  })
  return {
    ...modules,
    remove: withReport(
      modules.remove,
      (_value, moduleId) => void track('module_removed', { module: moduleId }),
    ),
  }
}

export const trackTheme = (theme: ThemeChoice, track: Track): ThemeChoice => ({
  ...theme,
  choose: (choice) => {
    theme.choose(choice)
    // Without a choice, the theme follows the preferences of the device.
    void track('theme_changed', { theme: choice ?? 'device' })
  },
})

export const trackInstall = (install: Install, track: Track): Install => {
  let wasInstalled = install.snapshot().isInstalled
  install.subscribe(() => {
    const isInstalled = install.snapshot().isInstalled
    if (isInstalled && !wasInstalled) void track('app_installed', {})
    wasInstalled = isInstalled
  })
  return { ...install, ask: withReport(install.ask, (accepted) => void track('install_asked', { accepted })) }
}

type SaveRescue = (customerId: string, passphrase: string) => Promise<number>

export const trackRescue = (save: SaveRescue, track: Track): SaveRescue =>
  withReport(save, (entries) => void track('rescue_file_saved', { entries }))

/** Reports why a session ended, unless the coach ended it. */
export const trackSession = (session: Pick<Session, 'state' | 'subscribe'>, track: Track): void => {
  let previous = session.state()
  session.subscribe(() => {
    const state = session.state()
    if (previous.status === 'authenticated' && state.status === 'anonymous' && state.endReason !== undefined)
      void track('session_ended', { reason: state.endReason })
    previous = state
  })
}

/** Reports how a task has changed since the last snapshot. */
const trackTask = ({ level, status }: UploadTask, previous: UploadTask, track: Track): void => {
  if (previous.status === status) return
  const hasNewState = previous.status.state !== status.state
  if (status.state === 'COMPLETED' && hasNewState) void track('upload_completed', { level })
  if (status.state === 'CANCELLED' && hasNewState) void track('upload_cancelled', { level })
  const isStopped = needsCoach(status) && !needsCoach(previous.status)
  if (status.state === 'PAUSED' && isStopped)
    void track('upload_stopped', { level, reason: status.reason.kind })
}

/** The event of each action on stored files. */
const storedFileEvents = { remove: 'file_deleted', copy: 'file_copied' } as const

/** Reports which files a customer uploads, how the uploads end, and what is done with stored files. */
export const trackUploads = (uploads: UploadClient, track: Track): UploadClient => {
  let previousTasks = new Map<string, UploadTask>()
  let wasReady = false
  uploads.subscribe(() => {
    const { tasks, isReady } = uploads.snapshot()
    // The first complete list is not reported, because its tasks were already reported on earlier visits.
    if (wasReady) {
      for (const task of tasks) {
        const previous = previousTasks.get(task.id)
        if (previous) trackTask(task, previous, track)
        else if (!isFinal(task.status)) void track('upload_added', { level: task.level })
      }
    }
    wasReady ||= isReady
    previousTasks = new Map(tasks.map((task) => [task.id, task]))
  })
  const { storage } = uploads
  const trackSuccess = (name: keyof typeof storedFileEvents) => (result: { ok: boolean }) => {
    if (result.ok) void track(storedFileEvents[name], {})
  }
  const calls: StorageCalls = {
    ...storage,
    remove: withReport(storage.remove, trackSuccess('remove')),
    copy: withReport(storage.copy, trackSuccess('copy')),
    // A presigned URL either downloads a file or shows it.
    presignedGet: withReport(storage.presignedGet, (result, { download }) => {
      if (result.ok && download === true) void track('file_downloaded', {})
    }),
  }
  return { ...uploads, storage: calls }
}
