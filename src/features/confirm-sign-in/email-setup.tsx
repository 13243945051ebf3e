import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ChallengeForm, type ChallengeProps } from './challenge-form.tsx'
import styles from './confirm-sign-in.module.css'

const schema = v.object({})

/**
 * Sets up codes by email as the second factor. The pools accept only the address of the account, which cannot
 * change, so there is nothing to type.
 */
export const EmailSetup = (props: Omit<ChallengeProps, 'challenge'>) => {
  const { headingRef, email } = props
  const t = useTranslate()
  return (
    <Page
      headingRef={headingRef}
      title={t('confirmSignIn.emailSetup.title')}
      intro={<span className={styles.address}>{t('confirmSignIn.emailSetup.intro', { email })}</span>}
    >
      <ChallengeForm {...props} schema={schema} toAnswer={() => ({ value: email })} />
    </Page>
  )
}
