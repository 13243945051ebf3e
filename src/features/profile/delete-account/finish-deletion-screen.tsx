import * as v from 'valibot'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { Result } from '../../../lib/result.ts'
import type { AuthFailure } from '../../../session/auth-failure.ts'
import { emailSchema, passwordSchema } from '../../../person/form/account-schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { CurrentPasswordField, EmailField } from '../../../ui/form/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useBusy } from '../../../ui/use-busy.ts'

const finishSchema = v.object({ email: emailSchema, password: passwordSchema })

type Props = {
  /** Whether the account is already deleted, except possibly its sign-in. */
  isErased: boolean
  offline: boolean
  finish: (email: string, password: string) => Promise<Result<unknown, AuthFailure>>
  onFinished: () => void
  /** Abandons the deletion, and keeps what still exists of the account. Afterwards shows another page. */
  giveUp: () => Promise<void>
}

/**
 * Finishes or abandons an interrupted deletion. There is no session, because it is unknown whether the
 * account still exists.
 */
export const FinishDeletionScreen = ({ isErased, offline, finish, onFinished, giveUp }: Props) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const state = useForm({
    schema: finishSchema,
    submit: ({ email, password }) => finish(email, password),
    onDone: onFinished,
  })
  return (
    <Page title={t('deleteAccount.begun.title')} intro={t('deleteAccount.begun.intro')}>
      <Form state={state} submitLabel={t('deleteAccount.submit')} variant="danger" compact offline={offline}>
        <EmailField label={t('signIn.email')} />
        <CurrentPasswordField label={t('signIn.password')} />
      </Form>
      <Card>
        <h2>{t(isErased ? 'deleteAccount.begun.erasedTitle' : 'deleteAccount.begun.keepTitle')}</h2>
        <p>{t(isErased ? 'deleteAccount.begun.erasedBody' : 'deleteAccount.begun.keepBody')}</p>
        <Button variant="secondary" busy={busy} onClick={() => run(giveUp)}>
          {t(isErased ? 'deleteAccount.done.toReceipt' : 'deleteAccount.begun.keep')}
        </Button>
      </Card>
    </Page>
  )
}
