import { createContext, use, type ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './steps.module.css'

/** The parts of the sign-up, one on the screen at a time. The password comes last: a reload before it loses nothing. */
export const signUpSteps = ['you', 'work', 'agreements'] as const
export type SignUpStep = (typeof signUpSteps)[number]

const legends: Record<SignUpStep, MessageId> = {
  you: 'signUp.aboutYou',
  work: 'signUp.work',
  agreements: 'signUp.agreements',
}

/** The step that a field belongs to. */
export const stepOf = (field: Element): SignUpStep => {
  const name = field.closest('[data-step]')?.getAttribute('data-step')
  return signUpSteps.find((step) => step === name) ?? signUpSteps[0]
}

/** Whether a field belongs to a step or to one before it. */
export const isAskedBy = (step: SignUpStep, field: Element): boolean =>
  signUpSteps.indexOf(stepOf(field)) <= signUpSteps.indexOf(step)

/** The step on the screen. */
export const ShownStep = createContext<SignUpStep>('you')

/** The fields of one step. They stay in the form while another one is shown, and keep what was typed. */
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

/** How far the sign-up is, for the eye; the legend says it in words. */
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
