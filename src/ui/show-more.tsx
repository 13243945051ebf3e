import { useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'

type Options = {
  /** The number of items shown at first, and added with every press. */
  step: number
  /** The text of the button; receives the number of hidden items. */
  label: (hidden: number) => string
  variant?: ButtonVariant
}

/** The first items of a long list, and a button for more while there are any. */
export const useShowMore = <T,>(all: readonly T[], { step, label, variant = 'quiet' }: Options) => {
  const [limit, setLimit] = useState(step)
  const hidden = all.length - limit
  const more = hidden > 0 && (
    <Button variant={variant} onClick={() => setLimit(limit + step)}>
      {label(hidden)}
    </Button>
  )
  return { shown: all.slice(0, limit), more }
}
