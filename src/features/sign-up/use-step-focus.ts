import { useEffect, useRef } from 'react'
import type { SignUpStep } from './steps.tsx'

/**
 * Moves the focus into a step that comes to the screen: to the field that `focusLater` was called with, or to its legend. `place` is around all
 * steps.
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
  const focusLater = (field: HTMLElement): void => {
    wanted.current = field
  }
  return { place, focusLater }
}
