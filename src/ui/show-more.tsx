import { useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'

type Options = {
  /** How many are shown at first, and with every press for more. */
  step: number
  /** The text of the button, by how many are not shown. */
  label: (hidden: number) => string
  variant?: ButtonVariant
}

/** The first of many, and the button for more of them while there are any. */
export const useShowMore = <T,>(all: readonly T[], { step, label, variant = 'quiet' }: Options) => {
  const [most, setMost] = useState(step)
  const hidden = all.length - most
  const more = hidden > 0 && (
    <Button variant={variant} onClick={() => setMost(most + step)}>
      {label(hidden)}
    </Button>
  )
  return { shown: all.slice(0, most), more }
}
