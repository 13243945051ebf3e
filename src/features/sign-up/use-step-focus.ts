import { useEffect, useRef } from 'react'
import { signUpSteps, type SignUpStep } from './steps.tsx'

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
