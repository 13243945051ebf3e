import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Page } from '../../ui/layout/page.tsx'
import { AddressIntro } from './address-intro.tsx'
import { ChallengeForm, type ChallengeProps } from './challenge-form.tsx'

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
      isCompact
      hasPicture
      headingRef={headingRef}
      title={t('confirmSignIn.emailSetup.title')}
      intro={<AddressIntro text={t('confirmSignIn.emailSetup.intro')} address={email} />}
    >
      <ChallengeForm {...props} schema={schema} toAnswer={() => ({ value: email })} />
    </Page>
  )
}
