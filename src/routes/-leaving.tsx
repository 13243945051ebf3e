import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Services } from '../app/services.ts'
import type { LocaleCode } from '../config/locales.ts'
import { RescueForm } from '../features/rescue/rescue-form.tsx'
import { SignOutDialog } from '../features/shell/sign-out-dialog.tsx'
import { reasonMessage } from '../features/sync/reasons.ts'
import { useWords } from '../i18n/use-words.ts'
import { notify } from '../ui/feedback/notify.ts'
import { useEndUploads } from './-end-uploads.tsx'
import { recordLeaving } from './-record-leaving.ts'

/** The way out of a session: `onSignOut` signs out, or asks first what is to become of what was not sent. */
export const useLeaving = (services: Services, locale: LocaleCode) => {
  const { auth, outbox, uploads } = services
  const t = useWords()
  const navigate = useNavigate()
  const leaving = useRef(false)
  const [asking, setAsking] = useState(false)
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.snapshot)

  const signOut = async () => {
    setAsking(false)
    // A second tap finds the session still open.
    if (leaving.current) return
    leaving.current = true
    await recordLeaving(services, 'logout')
    await auth.signOut().finally(() => {
      leaving.current = false
    })
    notify.success(t('successMessage.signedOut'))
    await navigate({ to: '/$locale/login', params: { locale } })
  }

  const { leave, question } = useEndUploads(uploads, signOut)
  const onSignOut = () => (unsent.toSend + unsent.needsYou > 0 ? setAsking(true) : leave())

  const questions = (
    <>
      <SignOutDialog
        open={asking}
        unsent={unsent}
        reasonOf={({ waiting }) => waiting && reasonMessage(waiting.code)}
        rescue={<RescueForm save={services.saveRescueFile} />}
        onClose={() => setAsking(false)}
        onSend={() => outbox.deliver({ eager: true })}
        onDiscard={outbox.discard}
        onSignOut={() => {
          setAsking(false)
          leave()
        }}
      />
      {question}
    </>
  )
  return { onSignOut, questions }
}
