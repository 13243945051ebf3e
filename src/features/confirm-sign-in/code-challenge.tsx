import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { createCodeSchema } from '../../person/form/account-schemas.ts'
import { CodeField } from '../../person/form/code-field.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AddressIntro } from './address-intro.tsx'
import { ChallengeForm, type ChallengeProps } from './challenge-form.tsx'

export const codeSchema = v.object({ code: createCodeSchema('errorMessage.authCodeverify') })

const rememberingCodeSchema = v.object({
  ...codeSchema.entries,
  /** A checkbox that is not ticked is absent from its form. */
  remember: v.optional(v.string()),
})

/** Asks for the code of an authenticator app, an email or a text message. */
export const CodeChallenge = ({ challenge, ...formProps }: ChallengeProps<'code'>) => {
  const t = useTranslate()
  const { factor, destination = '' } = challenge
  return (
    <Page
      isCompact
      hasPicture
      headingRef={formProps.headingRef}
      title={t(`confirmSignIn.code.${factor}.title`)}
      intro={
        <AddressIntro
          text={t(`confirmSignIn.code.${factor}.intro`)}
          address={factor === 'TOTP' ? formProps.email : destination}
        />
      }
    >
      <ChallengeForm
        {...formProps}
        schema={rememberingCodeSchema}
        toAnswer={({ code, remember }) => ({
          value: code,
          ...(remember !== undefined && { rememberDevice: true }),
        })}
        isTimeBased={factor === 'TOTP'}
        restartLabel={factor === 'TOTP' ? undefined : t('confirmSignIn.noCode')}
      >
        <CodeField hint={t(`confirmSignIn.code.${factor}.hint`)} />
        <CheckboxField
          name="remember"
          label={t('confirmSignIn.remember')}
          hint={t('confirmSignIn.rememberHint')}
        />
      </ChallengeForm>
    </Page>
  )
}
