import { useState } from 'react'
import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { factorSchema } from '../../session/challenge.ts'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ChallengeForm, type ChallengeProps } from './challenge-form.tsx'

const schema = v.object({ factor: factorSchema })

/** Lets the coach choose a second factor: one that is set up already, or one to set up now. */
export const FactorChallenge = (props: ChallengeProps<'choose-factor' | 'choose-setup'>) => {
  const { challenge, ...formProps } = props
  const { factors } = challenge
  const t = useTranslate()
  const [chosen, setChosen] = useState<readonly string[]>(factors.slice(0, 1))
  const messageGroup = challenge.kind === 'choose-factor' ? 'chooseFactor' : 'chooseSetup'
  return (
    <Page
      isCompact
      hasPicture
      headingRef={formProps.headingRef}
      title={t(`confirmSignIn.${messageGroup}.title`)}
      intro={t(`confirmSignIn.${messageGroup}.intro`)}
    >
      <ChallengeForm {...formProps} schema={schema} toAnswer={({ factor }) => ({ value: factor })}>
        <ChoiceGroup
          legend={t('confirmSignIn.factorLegend')}
          name="factor"
          options={factors.map((factor) => ({ value: factor, label: t(`confirmSignIn.factor.${factor}`) }))}
          chosen={chosen}
          onChange={setChosen}
        />
      </ChallengeForm>
    </Page>
  )
}
