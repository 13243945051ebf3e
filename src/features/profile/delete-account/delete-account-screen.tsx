import { useState } from 'react'
import * as v from 'valibot'
import { locales } from '../../../config/locales.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { standaloneLinkClass } from '../../../ui/standalone-link.ts'
import { CurrentPasswordField, UsernameForPasswordManager } from '../../../ui/form/text-field.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { passwordSchema } from '../../../person/form/account-schemas.ts'
import { checkbox } from '../../../ui/form/field-schemas.ts'
import { Form } from '../../../ui/form/form.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { NameList } from '../../../ui/feedback/name-list.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import type { CurrentUser } from '../../../session/current-user.ts'
import { BackToProfile } from '../back-to-profile.tsx'
import styles from '../profile.module.css'
import { deleteEverything, type DeletionCalls, type FilesLeft } from './delete-everything.ts'
import { FilesLeftNotice } from './files-left-notice.tsx'

/** `leaveFiles`: whether the coach agrees that files remain in the cloud if they cannot be deleted. */
const deletionSchema = v.object({ password: passwordSchema, leaveFiles: checkbox })

type Props = {
  user: CurrentUser
  offline: boolean
  /** Unsent entries of the outbox, and unfinished uploads. */
  unsent: { entries: number; uploads: readonly string[] }
  deletion: DeletionCalls
  onDeleted: () => void
}

/**
 * What a deletion deletes, and what it cannot delete. With `isLoyalty`, the loyalty provider has the sign-in,
 * and this app cannot delete it.
 */
const DeletionScope = ({ isLoyalty }: { isLoyalty: boolean }) => {
  const t = useTranslate()
  return (
    <div className={styles.scope}>
      <Card>
        <h2 className={styles.cardTitle}>{t('deleteAccount.goesTitle')}</h2>
        <ul className={styles.names}>
          <li>{t('deleteAccount.goes.server')}</li>
          <li>{t('deleteAccount.goes.files')}</li>
          <li>{t('deleteAccount.goes.devices')}</li>
          {!isLoyalty && <li>{t('deleteAccount.goes.signIn')}</li>}
        </ul>
      </Card>
      <Card>
        <h2 className={styles.cardTitle}>{t('deleteAccount.staysTitle')}</h2>
        <ul className={styles.names}>
          {isLoyalty && <li>{t('deleteAccount.stays.loyalty')}</li>}
          <li>{t('deleteAccount.stays.services')}</li>
          <li>{t('deleteAccount.stays.copies')}</li>
          <li>{t('deleteAccount.stays.note')}</li>
        </ul>
        <p>
          <LocaleLink to="contact" className={standaloneLinkClass}>
            {t('deleteAccount.contact')}
          </LocaleLink>
        </p>
      </Card>
    </div>
  )
}

/** Warns about what exists only on this device, and is deleted as well. */
const UnsentWarning = ({ entries, uploads }: Props['unsent']) => {
  const t = useTranslate()
  if (entries + uploads.length === 0) return null
  return (
    <Notice tone="warning" title={t('profile.eraseLoses')}>
      <Stack gap="s">
        {entries > 0 && <p>{t('profile.eraseEntries', { count: entries })}</p>}
        {uploads.length > 0 && <p>{t('profile.eraseUploads', { count: uploads.length })}</p>}
        <NameList names={uploads} />
        {entries > 0 && (
          <p>
            <LocaleLink to="outbox" className={standaloneLinkClass}>
              {t('storage.toOutbox')}
            </LocaleLink>
          </p>
        )}
      </Stack>
    </Notice>
  )
}

/**
 * Deletes the account of the signed-in coach: explains what is deleted and what stays, and asks for the
 * password again.
 */
export const DeleteAccountScreen = ({ user, offline, unsent, deletion, onDeleted }: Props) => {
  const t = useTranslate()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  /** The files that the last attempt could not delete. */
  const [filesLeft, setFilesLeft] = useState<FilesLeft>()
  const state = useForm({
    schema: deletionSchema,
    submit: async (values) => {
      const listener = { onProgress: setProgress, onFilesLeft: setFilesLeft }
      const result = await deleteEverything(deletion, values, listener)
      setProgress(undefined)
      return result
    },
    onDone: onDeleted,
  })

  return (
    <Page
      title={t('deleteAccount.title')}
      parentLink={<BackToProfile />}
      intro={t('deleteAccount.intro')}
      isCompact
    >
      {/* First, because nobody can restore it. */}
      <UnsentWarning entries={unsent.entries} uploads={unsent.uploads} />
      <DeletionScope isLoyalty={locales[user.locale].auth.kind === 'loyalty'} />
      <p>
        <LocaleLink to={t('profileSlug')} search={{ job: 'data' }} className={standaloneLinkClass}>
          {t('deleteAccount.downloadFirst')}
        </LocaleLink>
      </p>
      <Form
        state={state}
        submitLabel={t('deleteAccount.submit')}
        variant="danger"
        compact
        offline={offline}
        className={styles.passwordForm}
      >
        <UsernameForPasswordManager email={user.email} />
        <CurrentPasswordField
          label={t('deleteAccount.password')}
          hint={t('deleteAccount.passwordHint', { email: user.email })}
        />
        {filesLeft && (
          <>
            <FilesLeftNotice names={filesLeft.names} />
            <CheckboxField label={t('deleteAccount.leaveFiles')} name="leaveFiles" />
          </>
        )}
        {progress && (
          <>
            <p>{t('deleteAccount.deletingFiles', progress)}</p>
            <Progress
              value={progress.done}
              max={progress.total}
              label={t('deleteAccount.deletingFiles', progress)}
            />
          </>
        )}
      </Form>
    </Page>
  )
}
