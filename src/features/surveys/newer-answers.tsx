import { useState } from 'react'
import type { Question } from '../../config/courses.ts'
import type { ModuleTexts } from '../../i18n/course-catalogue.ts'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { GivenAnswers } from './given-answers.tsx'
import type { StoredAnswers } from './stored-answers.ts'
import styles from './survey.module.css'

/**
 * Asks a coach whose draft is outdated which answers to keep: the draft, or the answers that were given
 * since.
 */
export const NewerAnswers = ({
  questions,
  texts,
  stored: { answers, answeredAt, here },
  onContinue,
  onDiscard,
}: {
  questions: readonly Question[]
  texts: ModuleTexts['survey']
  stored: StoredAnswers
  onContinue: () => void
  /** Resolves once the draft is discarded. */
  onDiscard: () => Promise<void>
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const date = answeredAt !== null && createTimePhrases(code, t).full(Date.parse(answeredAt))
  return (
    <>
      <Notice tone="warning" title={t(here ? 'survey.answeredInOtherTab' : 'survey.alreadyAnswered')}>
        {date && <p>{t('survey.deliveredAt', { date })}</p>}
        <p>{t('survey.newerBody')}</p>
      </Notice>
      <Fold lazy summary={t('survey.newerAnswers')}>
        <GivenAnswers questions={questions} texts={texts} answers={answers} />
      </Fold>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={isDiscarding ? undefined : onContinue}>
          {t('survey.continueDraft')}
        </Button>
        <Button
          variant="secondary"
          busy={isDiscarding}
          onClick={() => {
            setIsDiscarding(true)
            void onDiscard()
          }}
        >
          {t('survey.discardDraft')}
        </Button>
      </div>
    </>
  )
}
