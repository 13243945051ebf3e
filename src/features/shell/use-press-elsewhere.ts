import { useEffect, type RefObject } from 'react'

/** Tells of presses outside of an element, while `active`. */
export const usePressElsewhere = (
  element: RefObject<HTMLElement | null>,
  active: boolean,
  onElsewhere: () => void,
) => {
  useEffect(() => {
    if (!active) return undefined
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.current?.contains(target)) onElsewhere()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [element, active, onElsewhere])
}
