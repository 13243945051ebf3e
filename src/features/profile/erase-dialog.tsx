import { useTranslate } from '../../i18n/use-translate.ts'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TypedWordForm } from '../../ui/form/typed-word-form.tsx'

/** What exists only on this device. */
export type Unsent = { toSend: number; needsYou: number; uploads: readonly string[] }

type Props = { open: boolean; unsent: Unsent; erase: () => Promise<void>; onClose: () => void }

/** Asks for a typed word before deleting everything on this device, and lists what would be lost. */
export const EraseDialog = ({ open, unsent: { toSend, needsYou, uploads }, erase, onClose }: Props) => {
  const t = useTranslate()
  const word = t('profile.eraseWord')
  const entries = toSend + needsYou
  return (
    <Dialog open={open} onClose={onClose} title={t('profile.eraseTitle')}>
      <TypedWordForm
        word={word}
        label={t('profile.eraseType', { word })}
        needed="profile.eraseWordNeeded"
        failed="profile.eraseFailed"
        submit={t('profile.erase')}
        act={erase}
        onCancel={onClose}
      >
        <p>{t('profile.eraseBody')}</p>
        <p>{t('profile.eraseOthers')}</p>
        {entries + uploads.length > 0 ? (
          <Notice tone="warning" title={t('profile.eraseLoses')}>
            {entries > 0 && <p>{t('profile.eraseEntries', { count: entries })}</p>}
            {uploads.length > 0 && <p>{t('profile.eraseUploads', { count: uploads.length })}</p>}
            <NameList names={uploads} />
          </Notice>
        ) : (
          <p>{t('profile.eraseAllSent')}</p>
        )}
      </TypedWordForm>
    </Dialog>
  )
}
