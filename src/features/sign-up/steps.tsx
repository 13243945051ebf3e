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

export const stepOf = (field: Element): SignUpStep => {
  const name = field.closest('[data-step]')?.getAttribute('data-step')
  return signUpSteps.find((step) => step === name) ?? signUpSteps[0]
}

/** Whether a field belongs to a step or to one before it. */
export const isAskedBy = (step: SignUpStep, field: Element): boolean =>
  signUpSteps.indexOf(stepOf(field)) <= signUpSteps.indexOf(step)

export const ShownStep = createContext<SignUpStep>('you')

/** The fields of one step. They stay in the form while another step is shown, and keep their values. */
export const Step = ({ name, children }: { name: SignUpStep; children: ReactNode }) => {
  const t = useTranslate()
  const shown = use(ShownStep)
  const number = signUpSteps.indexOf(name) + 1
  return (
    <fieldset className={styles.step} data-step={name} hidden={shown !== name}>
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
  const shown = signUpSteps.indexOf(use(ShownStep))
  return (
    <div className={styles.bars} aria-hidden="true">
      {signUpSteps.map((step, index) => (
        <span key={step} data-reached={index <= shown || undefined} />
      ))}
    </div>
  )
}

/**
 * Moves the focus into a step when it is shown: to the field passed to `focusLater`, or to the step's legend.
 * `place` surrounds all steps. If the address opens a later step, the page starts at the top.
 */
export const useStepFocus = (step: SignUpStep) => {
  const place = useRef<HTMLDivElement>(null)
  const wanted = useRef<HTMLElement>(undefined)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const legend = place.current?.querySelector<HTMLElement>(`[data-step="${step}"] legend`)
    if (wanted.current) wanted.current.focus()
    else legend?.focus({ preventScroll: true })
    wanted.current = undefined
  }, [step])
  useEffect(() => {
    // On a reload, the browser would scroll to its old position, which belongs to a form with errors or to
    // another step.
    if (before.current !== signUpSteps[0]) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  const focusLater = (field: HTMLElement): void => {
    wanted.current = field
  }
  return { place, focusLater }
}
