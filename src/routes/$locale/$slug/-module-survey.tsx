import type { ComponentProps, ReactNode } from 'react'
import type { CourseModule } from '../../../config/courses.ts'
import type { SurveyDraft } from '../../../features/surveys/survey-draft.ts'
import { Survey } from '../../../features/surveys/survey.tsx'
import { saveAnswers, type useStoredAnswers } from '../../../features/surveys/use-stored-answers.ts'
import {
  findQuestionId,
  findQuestionPosition,
  resultPosition,
  type ModulePosition,
} from '../../../learning/module-steps.ts'

type SurveyProps = ComponentProps<typeof Survey>

/**
 * The questions of a module, and its result. Saves the answers to the outbox. Until they are saved, keeps
 * what the coach has typed as a draft. `children` is shown below the result.
 */
export const ModuleSurvey = ({
  outbox,
  module,
  position,
  storedAnswers,
  draft,
  initialDraft,
  show,
  onAnswered,
  children,
  ...props
}: Pick<SurveyProps, 'texts' | 'checks' | 'nextStep'> & {
  outbox: Parameters<typeof saveAnswers>[0]
  module: CourseModule
  position: ModulePosition
  /** The stored answers, and how to read them again. */
  storedAnswers: ReturnType<typeof useStoredAnswers>
  draft: SurveyDraft
  /** The draft as it was when the page was loaded. */
  initialDraft: SurveyProps['draft']
  /** Shows another position of the module. */
  show: (target: ModulePosition, options?: { replace: boolean }) => Promise<void>
  /** Called when the answers are saved. */
  onAnswered: () => void
  children: ReactNode
}) => {
  const isResult = position.step === 'result'
  return (
    <>
      <Survey
        {...props}
        questionId={findQuestionId(module, position)}
        isResult={isResult}
        questions={module.survey}
        storedAnswers={storedAnswers.stored}
        isReading={storedAnswers.isReading}
        readStored={storedAnswers.read}
        draft={initialDraft}
        onDraft={draft.write}
        onDiscard={draft.discard}
        onQuestion={(id) => void show(findQuestionPosition(module, id))}
        onResult={() => void show(resultPosition, { replace: true })}
        onSubmit={async (answers) => {
          const failure = await saveAnswers(outbox, module, answers)
          if (failure) return failure
          onAnswered()
          await draft.discard()
          return undefined
        }}
      />
      {isResult && children}
    </>
  )
}
