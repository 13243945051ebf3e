import { useState } from 'react'
import type { Question } from '../../config/courses.ts'
import type { ModuleTexts } from '../../i18n/course-catalogue.ts'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { GivenAnswers } from './given-answers.tsx'
import type { StoredAnswers } from './stored-answers.ts'
import styles from './survey.module.css'

type DraftActionsProps = {
  onContinue: () => void
  /** Resolves once the draft is discarded. */
  onDiscard: () => Promise<void>
}

/** Buttons that continue or discard a draft. */
const DraftActions = ({ onContinue, onDiscard }: DraftActionsProps) => {
  const t = useTranslate()
  const [isDiscarding, setIsDiscarding] = useState(false)
  return (
    <div className={styles.actions}>
      <Button variant="secondary" onClick={isDiscarding ? undefined : onContinue}>
        {t('survey.continueDraft')}
      </Button>
      <Button
        variant="secondary"
        busy={isDiscarding}
        onClick={() => {
          // The button stays busy, because once the draft is discarded, another form replaces this component.
          setIsDiscarding(true)
          void onDiscard()
        }}
      >
        {t('survey.discardDraft')}
      </Button>
    </div>
  )
}

/**
 * Asks a coach whose draft is outdated which answers to keep: the draft, or the answers that were given after
 * the draft was started.
 */
export const NewerAnswers = ({
  questions,
  texts,
  storedAnswers: { answers, answeredAt, isFromThisDevice },
  ...actions
}: DraftActionsProps & {
  questions: readonly Question[]
  texts: ModuleTexts['survey']
  storedAnswers: StoredAnswers
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  const date = answeredAt === null ? undefined : createTimePhrases(code, t).full(Date.parse(answeredAt))
  return (
    <>
      <Notice
        tone="warning"
        title={t(isFromThisDevice ? 'survey.answeredInOtherTab' : 'survey.alreadyAnswered')}
      >
        {date !== undefined && <p>{t('survey.deliveredAt', { date })}</p>}
        <p>{t('survey.newerBody')}</p>
      </Notice>
      <Disclosure lazy summary={t('survey.newerAnswers')}>
        <GivenAnswers questions={questions} texts={texts} answers={answers} />
      </Disclosure>
      <DraftActions {...actions} />
    </>
  )
}

/** Shown with the result of a module: says that the coach's later changes are only a draft. */
export const UnsavedDraft = (actions: DraftActionsProps) => {
  const t = useTranslate()
  return (
    <>
      <Notice tone="warning">{t('survey.unsavedDraft')}</Notice>
      <DraftActions {...actions} />
    </>
  )
}
