import { useState } from 'react'
import { flushSync } from 'react-dom'
import { getDateFormat } from '../../i18n/date-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import type { Passkey } from '../../session/providers/provider.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './passkeys.module.css'

type Props = {
  passkeys: readonly Passkey[]
  /** Resolves when the passkey is removed, or to why it could not be. */
  remove: (id: string) => Promise<Result<void, AuthFailure>>
  onRemoved: () => void
}

/** The name that a pool gives to a passkey of a provider that it does not know. It is not translated. */
const genericName = 'Passkey'

/** The passkeys of an account. Each can be removed, after the coach has confirmed. */
export const PasskeyList = ({ passkeys, remove, onRemoved }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { busy, run } = useBusy()
  const [chosen, setChosen] = useState<Passkey>()
  const [failure, setFailure] = useState<AuthFailure>()
  const getName = ({ name }: Passkey) => (name === '' || name === genericName ? t('passkeys.unnamed') : name)
  const formatDate = (createdAt: number) => getDateFormat(code, { dateStyle: 'long' }).format(createdAt)
  /** With the date, because the passkeys of one password manager have the same name. */
  const getRemoveLabel = (passkey: Passkey) => {
    const name = getName(passkey)
    return passkey.createdAt === undefined
      ? t('passkeys.removeNamed', { name })
      : t('passkeys.removeDated', { name, date: formatDate(passkey.createdAt) })
  }

  const close = () => {
    setChosen(undefined)
    setFailure(undefined)
  }
  const removeChosen = async ({ id }: Passkey) => {
    setFailure(undefined)
    const result = await remove(id)
    if (!result.ok) return setFailure(result.error)
    // A dialog returns the focus when it closes, so it has to be closed before the focus moves on.
    flushSync(close)
    onRemoved()
  }

  return (
    <>
      <RowList title={t('passkeys.list')}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.passkey}>
            <div className={styles.words}>
              <p className={styles.name}>{getName(passkey)}</p>
              {passkey.createdAt !== undefined && (
                <p className={styles.note}>
                  {t('passkeys.addedOn', { date: formatDate(passkey.createdAt) })}
                </p>
              )}
            </div>
            <Button
              variant="quiet"
              className={styles.remove}
              aria-label={getRemoveLabel(passkey)}
              onClick={() => setChosen(passkey)}
            >
              {t('passkeys.remove')}
            </Button>
          </li>
        ))}
      </RowList>
      {chosen && (
        <ConfirmDialog
          title={t('passkeys.removeTitle')}
          confirmLabel={t('passkeys.remove')}
          cancelLabel={t('common.cancel')}
          busy={busy}
          onConfirm={() => run(() => removeChosen(chosen))}
          onCancel={close}
        >
          {failure && <FailureNotice failure={failure} />}
          <p className={styles.name}>{getName(chosen)}</p>
          <p>{t('passkeys.removeBody')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
