import { useRef } from 'react'
import type { ChoiceKind } from '../../config/choices.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Choices, Part, PersonResult } from '../../person/person.ts'
import { ChoicesForm } from './choices-form.tsx'
import { PartState } from './part-state.tsx'
import { ProfileSection } from './profile-section.tsx'

type Props = {
  kind: ChoiceKind
  part: Part<Choices>
  save: (choices: Choices) => PersonResult
  onRetry: () => void
  offline: boolean
}

/** Interests and preferences at one service. The device's copy is read-only. */
export const ChoicesCard = ({ kind, part, save, onRetry, offline }: Props) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = part.is === 'ready' ? part.value : part.copy

  if (offline && !shown) return null
  return (
    <ProfileSection
      id={kind}
      headingRef={heading}
      title={t(`profile.${kind}.title`)}
      needed={part.is === 'failed' && !offline}
    >
      <p>{t(`profile.${kind}.intro`)}</p>
      {offline && <p>{t('profile.needsConnection')}</p>}
      <PartState part={part} isEmpty={!shown} onRetry={onRetry} offline={offline} heading={heading} />
      {shown && (
        <ChoicesForm
          key={part.is === 'ready' ? part.revision : part.is}
          kind={kind}
          value={shown}
          readOnly={part.is !== 'ready'}
          save={save}
        />
      )}
    </ProfileSection>
  )
}
