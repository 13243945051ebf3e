import { useEffect, useRef } from 'react'
import { signUpSteps, type SignUpStep } from './steps.tsx'

/**
 * Moves the focus into a step that comes to the screen: to the field that `focusLater` was called with, or to its legend. `place` is around all
 * steps. A later step that is opened by its address begins at the top of the page.
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
    // A reload: the browser scrolls to where the form was before, which had errors, or was another step.
    if (before.current !== signUpSteps[0]) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  const focusLater = (field: HTMLElement): void => {
    wanted.current = field
  }
  return { place, focusLater }
}
