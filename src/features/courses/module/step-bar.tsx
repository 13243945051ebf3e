import { useTranslate } from '../../../i18n/use-translate.ts'
import type { ModulePosition, ModuleStep } from '../../../learning/module-steps.ts'
import { classNames } from '../../../ui/class-names.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './step-bar.module.css'

/**
 * A bar with a segment for each step of a module, and a mark for the result. Segments are links. The mark is
 * a link once the questions are answered (the step `check` is done). Until then it is shown without a link,
 * so that no segment moves when the link appears.
 */
export const StepBar = ({
  to,
  steps,
  position,
  doneSteps,
  areAnswersRefused,
}: {
  /** The path of the module inside the locale. */
  to: string
  steps: readonly ModuleStep[]
  position: ModulePosition
  /** The steps that the coach has done. */
  doneSteps: ReadonlySet<ModulePosition['step']>
  /** Whether the server refused the answers to the questions, so that the coach must act. */
  areAnswersRefused: boolean
}) => {
  const t = useTranslate()
  const renderSegment = (step: ModulePosition['step']) => {
    const isRefused = areAnswersRefused && (step === 'check' || step === 'reflect')
    const isDone = doneSteps.has(step) && !isRefused
    return (
      <LocaleLink
        to={to}
        search={{ step }}
        className={classNames(styles.segment, isDone && styles.done, isRefused && styles.refused)}
        aria-current={step === position.step ? 'step' : undefined}
      >
        <span className={styles.name}>
          {isDone && <span aria-hidden="true">✓ </span>}
          {isRefused && <span aria-hidden="true">! </span>}
          <span>{t(`steps.${step}`)}</span>
          {isRefused && <VisuallyHidden>{` (${t('courses.stateNeedsYou')})`}</VisuallyHidden>}
        </span>
      </LocaleLink>
    )
  }
  return (
    <nav aria-label={t('steps.navigation')}>
      <ol className={styles.bar}>
        {steps.map((step) => (
          <li key={step}>{renderSegment(step)}</li>
        ))}
        <li className={styles.result}>
          {doneSteps.has('check') || position.step === 'result' ? (
            renderSegment('result')
          ) : (
            <span className={styles.segment}>
              <span className={styles.name}>{t('steps.result')}</span>
            </span>
          )}
        </li>
      </ol>
    </nav>
  )
}
