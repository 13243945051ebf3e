import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './steps.module.css'

/**
 * The steps of the sign-up, shown one at a time. The password comes last, so that a reload before it loses
 * nothing.
 */
export const signUpSteps = ['you', 'work', 'agreements'] as const
export type SignUpStep = (typeof signUpSteps)[number]

const legends: Record<SignUpStep, MessageId> = {
  you: 'signUp.aboutYou',
  work: 'signUp.work',
  agreements: 'signUp.agreements',
}

/** Returns the step that contains a field, or the first step for a field outside all steps. */
export const getStep = (field: Element): SignUpStep => {
  const name = field.closest('[data-step]')?.getAttribute('data-step')
  return signUpSteps.find((step) => step === name) ?? signUpSteps[0]
}

/** Whether a field belongs to a step or to an earlier one. */
export const isInStepsUpTo = (step: SignUpStep, field: Element): boolean =>
  signUpSteps.indexOf(getStep(field)) <= signUpSteps.indexOf(step)

/** The step on the screen. */
export const CurrentStep = createContext<SignUpStep>('you')

/** The fields of one step. They stay in the form while another step is shown, and keep their values. */
export const Step = ({ name, children }: { name: SignUpStep; children: ReactNode }) => {
  const t = useTranslate()
  const currentStep = use(CurrentStep)
  const number = signUpSteps.indexOf(name) + 1
  return (
    <fieldset className={styles.step} data-step={name} hidden={currentStep !== name}>
      <legend className={styles.legend} tabIndex={-1}>
        <span className={styles.number}>{t('signUp.step', { step: number, count: signUpSteps.length })}</span>{' '}
        <span>{t(legends[name])}</span>
      </legend>
      {children}
    </fieldset>
  )
}

/** The progress of the sign-up as bars; the legend contains it as text. */
export const StepBars = () => {
  const currentIndex = signUpSteps.indexOf(use(CurrentStep))
  return (
    <div className={styles.bars} aria-hidden="true">
      {signUpSteps.map((step, index) => (
        <span key={step} data-reached={index <= currentIndex || undefined} />
      ))}
    </div>
  )
}

/**
 * Moves the focus into a step when it is shown: to the field passed to `focusLater`, or to the step's legend.
 * `container` is a ref for the element around all steps. If the URL opens a later step, the page starts at
 * the top.
 */
export const useStepFocus = (step: SignUpStep) => {
  const container = useRef<HTMLDivElement>(null)
  const fieldToFocus = useRef<HTMLElement>(undefined)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    const legend = container.current?.querySelector<HTMLElement>(`[data-step="${step}"] legend`)
    if (fieldToFocus.current) fieldToFocus.current.focus()
    else legend?.focus({ preventScroll: true })
    fieldToFocus.current = undefined
  }, [step])
  useEffect(() => {
    // On a reload, the browser would restore a scroll position that belongs to another step, or to a form
    // with errors.
    if (previousStep.current !== signUpSteps[0]) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  const focusLater = (field: HTMLElement): void => {
    fieldToFocus.current = field
  }
  return { container, focusLater }
}
