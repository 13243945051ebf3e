import { useState } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { dayMs } from '../../lib/time/day-ms.ts'
import type { CourseDownload } from '../../offline/course-download.ts'
import {
  checkForPitch,
  pitchChecks,
  type NeedsActionCounts,
  type PitchCheck,
  type PitchFacts,
} from '../../offline/pitch-check.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import styles from './ready-for-pitch.module.css'

/**
 * The actions that fix a failed check. Each resolves to true if it helped. `films` downloads the missing
 * videos, `app` and `texts` fetch the missing files, `session` renews the session, and `storage` asks the
 * browser not to clear the storage.
 */
export type PitchFixes = Record<'films' | 'app' | 'texts' | 'session' | 'storage', () => Promise<boolean>>

type Props = {
  download: CourseDownload
  facts: PitchFacts
  /** The entries and files on which the coach must act. */
  stuck: NeedsActionCounts
  /** The current time in ms since the epoch. */
  now: number
  offline: boolean
  fixes: PitchFixes
}

/** The labels of the buttons that fix a failed check. The other checks have no such button. */
const fixMessages = {
  films: 'takeAlong.get',
  app: 'takeAlong.get',
  texts: 'takeAlong.get',
  session: 'takeAlong.renew',
  storage: 'storage.askPersistent',
} as const satisfies Record<keyof PitchFixes, MessageId>

const minuteMs = 60_000

const canFix = (check: PitchCheck): check is keyof PitchFixes => Object.hasOwn(fixMessages, check)

/** The button that fixes a failed check. Reports if that did not help. */
const FixButton = ({
  check,
  fix,
  isBlocked,
}: {
  check: keyof PitchFixes
  fix: () => Promise<boolean>
  /** Whether the fix needs the server, which cannot be reached at the moment. */
  isBlocked: boolean
}) => {
  const t = useTranslate()
  const [state, setState] = useState<'busy' | 'failed'>()
  const onClick = async () => {
    setState('busy')
    const isFixed = await fix().catch(() => false)
    setState(isFixed ? undefined : 'failed')
  }
  if (isBlocked) return <p>{t('takeAlong.whenOnline')}</p>
  return (
    <>
      <Button variant="secondary" busy={state === 'busy'} onClick={() => void onClick()}>
        {t(fixMessages[check])}
      </Button>
      {state === 'failed' && (
        <p role="alert">{t(check === 'storage' ? 'storage.persistRefused' : 'takeAlong.failed')}</p>
      )}
    </>
  )
}

/** Links to the entries and the files on which the coach must act. */
const StuckLinks = ({ entries, files }: NeedsActionCounts) => {
  const t = useTranslate()
  return (
    <>
      {entries > 0 && (
        <LocaleLink to="outbox" className={standaloneLinkClass}>
          {t('storage.toOutbox')}
        </LocaleLink>
      )}
      {files > 0 && (
        <LocaleLink to="files" className={standaloneLinkClass}>
          {t('storage.toFiles')}
        </LocaleLink>
      )}
    </>
  )
}

/**
 * Shows whether this device has everything that a coach needs while offline. Offers to fix what is missing,
 * if possible.
 */
export const ReadyForPitch = ({ download, facts, stuck, now, offline, fixes }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const hasPassed = checkForPitch(download, facts, stuck, now)
  const failedCount = pitchChecks.filter((check) => !hasPassed[check]).length
  // An unknown end of the session counts as now.
  const sessionEndsAt = facts.sessionEndsAt ?? now
  /** The values for the texts of all checks. Each text uses some of them. */
  const textValues = {
    count: download.remainingModuleIds.length,
    files: facts.missing?.app ?? 0,
    texts: facts.missing?.texts ?? 0,
    pictures: facts.missing?.pictures ?? 0,
    days: Math.max(0, Math.floor((sessionEndsAt - now) / dayMs)),
    minutes: Math.max(1, Math.round(Math.abs(facts.clockOffsetMs) / minuteMs)),
    date: new Date(sessionEndsAt).toLocaleDateString(code, { dateStyle: 'long' }),
  }
  const summary = (
    <span className={failedCount === 0 ? styles.allReady : undefined}>
      {t('takeAlong.ready', { count: failedCount })}
    </span>
  )
  return (
    <Disclosure className={styles.check} summary={summary}>
      <ul>
        {pitchChecks.map((check) => (
          <li key={check} className={hasPassed[check] ? styles.ready : styles.missing}>
            <p>{t(`takeAlong.${check}.${hasPassed[check] ? 'ok' : 'missing'}`, textValues)}</p>
            {!hasPassed[check] && canFix(check) && (
              // The browser grants persistent storage by itself. All other fixes need the server.
              <FixButton check={check} fix={fixes[check]} isBlocked={offline && check !== 'storage'} />
            )}
            {!hasPassed[check] && check === 'stuck' && (
              <StuckLinks entries={stuck.entries} files={stuck.files} />
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
