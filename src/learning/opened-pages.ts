import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'
import { moduleSteps, type ModulePosition, type ModuleStep } from './module-steps.ts'
import { storedPrefixes } from './stored-prefixes.ts'

/** The pages of a module that were opened, each as `understand 2`. */
type OpenedPages = readonly string[]

const toOpenedPage = ({ step, page }: ModulePosition): string => `${step} ${page}`

/** Returns the same list if it contains the page. */
const addPage = (opened: OpenedPages, page: string): OpenedPages =>
  opened.includes(page) ? opened : [...opened, page]

/** Stores which pages of a module a customer has opened on this device. */
export const createOpenedPages = (
  values: KeyValues,
  customerId: string,
  moduleId: string,
): StoredValue<OpenedPages> =>
  createStoredValue<OpenedPages>(
    values,
    `${storedPrefixes.openedPages}${customerId}/${moduleId}`,
    v.array(v.string()),
  )

/** Lists the steps of a module whose pages were all opened. */
const listOpenedSteps = (positions: readonly ModulePosition[], opened: OpenedPages): ModuleStep[] =>
  moduleSteps.filter((step) => {
    const pages = positions.filter((position) => position.step === step)
    return pages.length > 0 && pages.every((position) => opened.includes(toOpenedPage(position)))
  })

/**
 * Notes that the current page was opened, and returns the steps whose pages were all opened on this device.
 * `initial` is what is stored.
 */
export const useOpenedSteps = (
  stored: StoredValue<OpenedPages>,
  initial: OpenedPages,
  position: ModulePosition,
  positions: readonly ModulePosition[],
): ModuleStep[] => {
  const [state, setState] = useState({ stored, opened: initial })
  // The component stays mounted when the coach opens another module.
  const earlier = state.stored === stored ? state.opened : initial
  const opened = addPage(earlier, toOpenedPage(position))
  // Sets state while rendering, which React allows, so that the last page completes its step at once.
  if (state.stored !== stored || state.opened !== opened) setState({ stored, opened })
  useEffect(() => {
    if (opened === initial) return
    // Another tab may have stored other pages in the meantime.
    void stored.read().then((saved = []) => stored.write([...new Set([...saved, ...opened])]))
  }, [stored, opened, initial])
  return listOpenedSteps(positions, opened)
}
