import { useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'

type Options = {
  /** The number of items shown at first, and added with every press. */
  step: number
  /** The text of the button; receives the number of hidden items. */
  label: (hiddenCount: number) => string
  variant?: ButtonVariant
}

/** `shown` contains the first items of a long list; `showMoreButton` shows more, if there are any. */
export const useShowMore = <T,>(items: readonly T[], { step, label, variant = 'quiet' }: Options) => {
  const [limit, setLimit] = useState(step)
  const hiddenCount = items.length - limit
  const showMoreButton = hiddenCount > 0 && (
    <Button variant={variant} onClick={() => setLimit(limit + step)}>
      {label(hiddenCount)}
    </Button>
  )
  return { shown: items.slice(0, limit), showMoreButton }
}
